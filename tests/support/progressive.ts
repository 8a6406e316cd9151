/** A progressive jackpot with two levels in a test backend, and a slot that tells of its wins. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { IngestMessage } from '../../backend/telemetry/ingestion/ingest.contract'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { locations, slots, smibs, type Person } from '../people'
import { testBackend, type TestBackend } from './backend'
import { bookedIn, HOUR, sunday } from './feed'

const base = '/api/jackpot-manager/v1'
interface Answer {
  data: Record<string, { _id: string }> & {
    rows: Record<string, unknown>[]
    results: { outcome: string; reason?: string }[]
  }
  error?: { code: string; fields?: Record<string, { code: string }[]> }
}
export const lei = (minor: number) => ({ minor, currency: 'RON' })
const start = sunday - 30 * HOUR
/** When the slot tells of something. */
export const at = start + 2 * HOUR + 60_000
export const grandWon = { progressive_level: 1, amount_minor: 500_000, kind: 'progressive' }
export const miniWon = { progressive_level: 2, amount_minor: 20_000, kind: 'progressive' }

let event = 0
/** A message of the slot Bell Link. */
export const says = (
  seq: number,
  when: number,
  events: [code: string, data?: Record<string, string | number>][],
  meters?: Record<string, number>,
): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: seq,
  server_time_nano: `${when}000000`,
  events: events.map(([code, data], nr) => ({
    event_seq_nr: ++event,
    code,
    at: when - nr * 10,
    ...(data && { data }),
  })),
  ...(meters && { counters: [{ game_nr: 0, meters }] }),
})

export function progressive() {
  let backend: TestBackend
  const { clear } = bookedIn(() => backend)
  beforeAll(async () => {
    backend = await testBackend()
  })
  afterAll(() => backend.close())
  const ask = async (path: string, body: object, as: Person = 'mihai') =>
    backend.json<Answer>(`${base}/${path}`, { as, method: 'POST', body })
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: answer } = await ask(path, body)
    expect([path, status]).toEqual([path, 200])
    return answer.data[path]?._id ?? ''
  }
  /** The machines call them 2 and 1. */
  const level = { mini: '', grand: '' }
  beforeEach(async () => {
    await clear()
    for (const table of [
      'jackpot_tellings',
      'jackpot_reports',
      'jackpot_meters',
      'jackpot_wins',
      'jackpot_shares',
      'jackpot_terms',
      'jackpot_sources',
      'jackpot_levels',
      'jackpots',
    ] as const)
      await backend.db.deleteFrom(table).execute()
    backend.clock.set(start)
    const jackpot = await make('jackpot', {
      name: 'Progresiv',
      location: locations.cluj.id,
      kind: 'progressive',
      currency: 'RON',
    })
    const one = async (name: string, position: number, machine_level: number, seed: number) =>
      make('jackpot-level', {
        jackpot,
        name,
        position,
        machine_level,
        seed: lei(seed),
        visible: 500,
        hidden: 100,
      })
    Object.assign(level, { mini: await one('Mini', 1, 2, 20_000), grand: await one('Grand', 2, 1, 500_000) })
    await make('jackpot-source', { jackpot, name: 'Hall' })
  })
  return {
    backend: () => backend,
    clear,
    ask,
    level,
    tell: async (...messages: IngestMessage[]) =>
      expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0),
    denomination: async () =>
      (
        await backend.db
          .selectFrom('slots')
          .select('denomination_minor')
          .where('id', '=', slots.bellLink.id)
          .executeTakeFirstOrThrow()
      ).denomination_minor,
    wins: () => backend.db.selectFrom('jackpot_wins').selectAll().orderBy('id').execute(),
    tellings: () => backend.db.selectFrom('jackpot_tellings').selectAll().orderBy('id').execute(),
  }
}
