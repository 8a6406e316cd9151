/** One reader stops nobody: whatever somebody asks for, another person's list is there as ever. */
import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { request as send, Agent } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smibs } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { shapeOf, widest } from '../../tests/support/widest'
import { ingest } from '../rawdata/ingest.service'
import type { EndpointSpec } from './api'

let backend: TestBackend
let server: ServerType
let port: number
let wide: string
let other: string

beforeAll(async () => {
  backend = await testBackend({ threads: true })
  const start = backend.clock() - 8 * 3_600_000
  const t = Date.now()
  for (let from = 0; from < 10_000; from += 500)
    await ingest(
      backend.deps,
      { tenantId: null },
      Array.from({ length: 500 }, (_, nr) => {
        const seq = from + nr
        const smib = [smibs.bellLink, smibs.novoline, smibs.harbour, smibs.ribeira][seq % 4]
        return {
          smib_id: smib?.mac ?? '',
          message_seq_nr: 10 + Math.floor(seq / 4),
          server_time_nano: `${start + Math.floor(seq / 4) * 10_000}000000`,
          events: [{ event_seq_nr: 1_000 + seq, code: seq % 3 ? '17' : '18' }],
          counters: [
            {
              game_nr: 0,
              meters: Object.fromEntries(
                ['0000', '0001', '0002', '0003', '0005', '0006', '000B', '0015', '0016', '0024'].map(code => [
                  code,
                  1_000 + seq * 7,
                ]),
              ),
            },
          ],
        } as never
      }),
    )
  console.log('filled', Date.now() - t)
  wide = await backend.login('ana')
  other = await backend.login('mihai')
  server = await new Promise(resolve => {
    const made = serve({ fetch: backend.app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made))
  })
  port = (server.address() as AddressInfo).port
}, 120_000)
afterAll(async () => {
  server.close()
  await backend.close()
})

const agent = new Agent({ keepAlive: true })
function ask(method: string, path: string, token: string, body?: unknown) {
  let hangUp = () => {}
  const answer = new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const one = send(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      got => {
        let bytes = 0
        got.on('data', (chunk: Buffer) => (bytes += chunk.length))
        got.on('end', () => resolve({ status: got.statusCode ?? 0, bytes }))
        got.on('error', reject)
      },
    )
    one.on('error', reject)
    hangUp = () => one.destroy()
    one.end(body === undefined ? undefined : JSON.stringify(body))
  })
  return { answer, hangUp }
}

it('x', async () => {
  const specs = backend.app.api.endpoints as never as EndpointSpec<never, never, never>[]
  for (const s of specs)
    if (!s.list && !s.write && (s.query || (s.body && s.method !== 'GET')))
      console.log(
        s.method,
        s.path,
        s.reads,
        JSON.stringify(
          Object.keys({
            ...(s.query ? shapeOf(s.query).properties : {}),
            ...(s.body ? shapeOf(s.body).properties : {}),
          }),
        ),
      )
  const took: number[] = []
  let isOver = false
  let during = ''
  const slow: string[] = []
  const beat = (async () => {
    while (!isOver) {
      const t = performance.now()
      await ask('POST', '/api/configuration/v1/slots', other, { rowsPerPage: 20 }).answer
      const ms = performance.now() - t
      took.push(ms)
      if (ms > 150) slow.push(`${ms.toFixed(0)} ${during}`)
      await new Promise(r => setTimeout(r, 100))
    }
  })()
  await new Promise(r => setTimeout(r, 1000))
  for (const s of specs.filter(s => s.list)) {
    during = s.path
    const t = performance.now()
    const a = await ask(s.method, s.path, wide, { rowsPerPage: 65_000 }).answer
    const ms = performance.now() - t
    if (ms > 100) console.log(s.path, a, ms.toFixed(0))
  }
  isOver = true
  await beat
  console.log(slow, took.sort((a, b) => a - b).at(-1), took[took.length >> 1], took.length)
}, 300_000)
