/**
 * One reader stops nobody: whatever somebody asks for, another person's list is there as ever, and nothing is read for
 * who has gone.
 */
import { serve, type ServerType } from '@hono/node-server'
import { sql } from 'kysely'
import { Agent, request as send, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { locations, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { MOST_HELD_MS, slowdown, usualHold } from '../../../tests/support/longest-hold'
import { MAX_ROWS_PER_PAGE } from '../contract/list'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { EndpointSpec } from './endpoint'

type Spec = EndpointSpec<never, never, never>

/** What a person waits for a list at most, whatever others do. */
const LIST_MS = 300
const MESSAGES = 4_000
/** Seconds, or what takes the embedded database as long: nobody waits for it. */
const FOR_EVER = 600

let backend: TestBackend
let server: ServerType
const tokens = new Map<Person, string>()
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  backend = await testBackend({ threads: true })
  const isPostgres = backend.deps.engine === 'postgres'
  backend.app.api.endpoint(
    {
      method: 'GET',
      path: '/api/test/v1/long',
      family: 'test',
      summary: 'A statement of so many seconds',
      permission: 'signed-in',
      query: z.object({ seconds: z.coerce.number() }),
    },
    async ({ db, query: { seconds } }) => {
      await (
        isPostgres
          ? sql`select pg_sleep(${seconds}) as long`
          : sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${seconds * 5_000_000}) select count(*) as long from c`
      ).execute(db)
      return {}
    },
  )
  await fill()
  for (const person of ['ana', 'mihai'] as const) tokens.set(person, await backend.login(person))
  server = await new Promise(resolve => {
    const made = serve({ fetch: backend.app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made))
  })
}, 120_000)
afterAll(async () => {
  agent.destroy()
  server.close()
  await backend.close()
})

/** Hours of four machines, each message with whole meters. */
async function fill(): Promise<void> {
  const boards = [smibs.bellLink, smibs.novoline, smibs.harbour, smibs.ribeira]
  const codes = ['0000', '0001', '0002', '0003', '0005', '0006', '000B', '0015', '0016', '0024']
  const start = backend.clock() - 8 * 3_600_000
  for (let from = 0; from < MESSAGES; from += 500)
    await ingest(
      backend.deps,
      { tenantId: null },
      Array.from({ length: 500 }, (_, index) => {
        const seq = from + index
        const round = Math.floor(seq / boards.length)
        return {
          smib_id: boards[seq % boards.length]?.mac ?? '',
          message_seq_nr: 10 + round,
          server_time_nano: `${start + round * 20_000}000000`,
          events: [{ event_seq_nr: 1_000 + seq, code: seq % 3 ? '17' : '18' }],
          counters: [
            { game_nr: 0, meters: Object.fromEntries(codes.map(code => [code, 1_000 + round * 7])) },
          ],
        }
      }),
    )
}

interface Got {
  status: number
  headers: IncomingHttpHeaders
  bytes: number
  /** Put together when it is asked for: that of ten megabytes would hold the event loop for longer than the backend. */
  text: () => string
}

/** `got` is null once it was hung up. */
function ask(as: Person | string, method: string, path: string, body?: object) {
  const token = tokens.get(as as Person) ?? as
  let hangUp = () => {}
  const got = new Promise<Got | null>(resolve => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { port } = server.address() as AddressInfo
    const one = send({ host: '127.0.0.1', port, path, method, agent, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
          text: () => Buffer.concat(chunks).toString(),
        }),
      )
      answer.on('error', () => resolve(null))
    })
    one.on('error', () => resolve(null))
    hangUp = () => one.destroy()
    one.end(body && JSON.stringify(body))
  })
  return { got, hangUp: () => hangUp() }
}

const long = (as: Person, seconds: number) => ask(as, 'GET', `/api/test/v1/long?seconds=${seconds}`)
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const listOfMihai = async () => {
  const got = await ask('mihai', 'POST', '/api/configuration/v1/slots', { rowsPerPage: 20 }).got
  expect(got?.status).toBe(200)
}

/** A list of Mihai's, every 100 ms while the work goes on: milliseconds that each took, the shortest first. */
async function listsDuring(work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      took.push(await timed(listOfMihai))
      await sleep(100)
    }
  })()
  await Promise.all([asking, work().finally(() => (isOver = true))])
  return took.sort((one, other) => one - other)
}

/**
 * On a computer that is busy with other things everything takes longer: so is this. The slowest of twenty may meet what
 * others do.
 */
function expectPrompt(took: readonly number[]): void {
  const allowed = LIST_MS * Math.max(1, slowdown())
  expect(took[Math.floor(took.length / 2)]).toBeLessThan(allowed)
  expect(took[Math.floor(took.length * 0.95)]).toBeLessThan(3 * allowed)
}

/** What lists and reports can be asked for at most. */
const widestOf = ({ path, list }: Spec): { path: string; body: object } => ({
  path: path
    .replace(':entityType', 'location')
    .replace(':id', locations.cluj.id)
    .replace(/:\w+/, locations.cluj.id),
  body: list
    ? { rowsPerPage: MAX_ROWS_PER_PAGE }
    : { from: '2025-11-25', to: '2026-11-25', ...(/:id/.test(path) ? {} : { rows: 'all' }) },
})

describe('the widest request of a list or a report', () => {
  it('keeps nobody else waiting and never holds the event loop, whichever it is', async () => {
    const specs = (backend.app.api.endpoints as unknown as Spec[]).filter(
      ({ method, list, path, write }) => method === 'POST' && !write && (list || path.endsWith('/report')),
    )
    expect(specs.length).toBeGreaterThan(60)
    const held: string[] = []
    let most = 0
    const took = await listsDuring(async () => {
      for (const spec of specs) {
        const { path, body } = widestOf(spec)
        let bytes = 0
        // The one that asks is this thread as well: what is swept up by the way, of all its work, is no request's.
        const ms = await usualHold(async () => {
          bytes = (await ask('ana', 'POST', path, body).got)?.bytes ?? 0
        }, MOST_HELD_MS / 2)
        most = Math.max(most, bytes)
        if (ms > MOST_HELD_MS) held.push(`${path}: ${ms.toFixed(0)} ms`)
      }
    })
    expect(most).toBeGreaterThan(5_000_000)
    expect(held).toEqual([])
    expectPrompt(took)
  }, 180_000)
})

describe('eight requests at once that take for ever', () => {
  it('leave others their lists, reports and boards, and let the rest of their own wait no longer than a page does', async () => {
    const eight = Array.from({ length: 8 }, () => long('ana', FOR_EVER))
    onTestFinished(() => eight.forEach(({ hangUp }) => hangUp()))
    const answers: Got[] = []
    for (const { got } of eight) void got.then(answer => answer && answers.push(answer))
    const took = await listsDuring(async () => {
      await sleep(1_000)
      // Places are left for heavy work of somebody else.
      expect((await long('mihai', 0.2).got)?.status).toBe(200)
      const told = await ask(backend.ingestTokens.system, 'POST', '/api/rawdata/v1/ingest', {
        messages: [
          {
            smib_id: smibs.bellLink.mac,
            message_seq_nr: 900_000,
            server_time_nano: `${backend.clock()}000000`,
          },
        ],
      }).got
      expect(told?.status).toBe(200)
      // Two have places, and one may go on among the short ones for as long as nobody waits there.
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
    })
    expectPrompt(took)
    for (const { status, headers, text } of answers) {
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(text()).toContain('"code":"busy"')
    }
    for (const { hangUp } of eight) hangUp()
    await Promise.all(eight.map(({ got }) => got))
  }, 60_000)

  it('are stopped when they hang up: their places are free within a second, and connections answer what they are asked', async () => {
    for (let round = 0; round < 3; round++) {
      const eight = Array.from({ length: 8 }, () => long('ana', FOR_EVER))
      await sleep(500)
      for (const { hangUp } of eight) hangUp()
      const ms = await timed(async () => expect((await long('ana', 0.2).got)?.status).toBe(200))
      expect(ms).toBeLessThan(1_000 * Math.max(1, slowdown()) + 1_000)
      const all = await Promise.all(
        Array.from({ length: 12 }, () => ask('ana', 'GET', '/api/users/v1/profile').got),
      )
      expect(all.map(got => got?.status)).toEqual(Array(12).fill(200))
    }
    if (backend.deps.engine !== 'postgres') return
    const running = await sql<{ query: string }>`select query from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
      backend.db,
    )
    expect(running.rows).toEqual([])
  }, 60_000)

  it('of a call for several reads are stopped with it', async () => {
    const reads = Array.from({ length: 4 }, () => ({
      method: 'GET',
      path: `/api/test/v1/long?seconds=${FOR_EVER}`,
    }))
    const call = ask('ana', 'POST', '/api/reads/v1/together', { reads })
    await sleep(500)
    call.hangUp()
    expect((await long('ana', 0.2).got)?.status).toBe(200)
  }, 30_000)
})
