/** One reader stops nobody: the widest file that one download takes, from the backend's bytes to the browser's. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import '../../definitions'
import { DIRECT_ROWS } from '../../../backend/platform/contract/list'
import { mainNames } from '../../../backend/telemetry/readings/meters.contract'
import type { CounterRow } from '../../../backend/telemetry/streams/streams.contract'
import { fakeBackend, ok, type FakeBackend } from '../../../tests/support/fake-backend'
import { MOST_HELD_MS, usualHold } from '../../../tests/support/longest-hold'
import { createApi } from '../../api/client.server'
import { translator } from '../../i18n/i18n.server'
import { resources } from '../../definitions'

const settings = vi.hoisted(() => ({ apiUrl: '', sessionSecret: 'x'.repeat(32) }))
vi.mock('../../process/env.server', () => ({ env: () => settings }))
vi.mock('../../session/guard.server', () => ({ guarded: (_: unknown, handler: unknown) => handler }))
vi.mock('../data/columns.server', () => ({
  columnsOf: () => Promise.resolve(Object.keys(resources.counters?.fields ?? {})),
}))
const { loader } = (await import('./file.route')) as unknown as {
  loader: (ctx: object) => Promise<Response>
}

let backend: FakeBackend
beforeAll(async () => {
  backend = await fakeBackend()
  settings.apiUrl = backend.url
})
afterAll(() => backend.close())

const PIECE = 64 * 1024
const id = (nr: number) => nr.toString(16).padStart(24, '0')
const amount = { minor: 123_456_789, currency: 'RON' as const }
const row = (nr: number): CounterRow =>
  ({
    server_time: 1_750_000_000_000 + nr * 1_000,
    server_time_nano: `${1_750_000_000_000 + nr * 1_000}000000`,
    message_seq_nr: nr,
    smib_id: id(1),
    time_zone: 'Europe/Bucharest',
    tenant: { _id: id(2), name: 'Carpathia' },
    location: { _id: id(3), name: 'București Titan' },
    slot: { _id: id(4), name: 'EGT-00412' },
    smib: { _id: id(5), name: '02d6c68c0012' },
    game_nr: 0,
    gaming_day: '2026-11-30',
    denomination: { minor: 1, currency: 'RON' },
    meters: Object.fromEntries(mainNames.map(name => [name, 55_941_530 + nr])),
    more: { '00B8': nr },
    money: Object.fromEntries(mainNames.map(name => [name, amount])),
    repairs: {},
    held: null,
    gap: false,
    reset: false,
    late: false,
  }) as unknown as CounterRow

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE)
}

test('is written without holding the console’s event loop', async () => {
  const rows = Array.from({ length: DIRECT_ROWS }, (_, nr) => row(nr))
  const answer = {
    rows,
    total: rows.length,
    as_of: 0,
    cursors: { before: null, after: null },
    period: { from: null, to: null },
  }
  // Written before: the backend is in this process, and what it does is not the console's.
  const whole = Buffer.from(JSON.stringify({ success: true, data: answer }))
  expect(whole.length).toBeGreaterThan(10_000_000)
  backend.answer('/api/rawdata/v1/counters', (seen, response) => {
    if ((seen.body as { rowsPerPage: number }).rowsPerPage === 1)
      return ok({ ...answer, rows: [] })(seen, response)
    response.writeHead(200, { 'content-type': 'application/json' })
    Readable.from(piecesOf(whole)).pipe(response)
  })
  let lines = 0
  const held = await usualHold(async () => {
    const file = await loader({
      url: new URL('http://console.test/counters/export.csv?timeRange=now-6h'),
      params: {},
      api: createApi({ session: null, requestId: 'request-1', clientAddress: '10.0.0.7' }),
      can: () => true,
      toast: () => Promise.resolve(),
      t: translator('en'),
      locale: 'en',
      timeZone: 'Europe/Bucharest',
    })
    lines = 0
    const reader = (file.body as ReadableStream<Uint8Array>).getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read())
      for (const byte of next.value) if (byte === 0x0a) lines++
  }, MOST_HELD_MS)
  expect(lines).toBe(DIRECT_ROWS + 1)
  expect(held).toBeLessThan(MOST_HELD_MS)
}, 120_000)
