/**
 * Raw rows that went into an archive are missed by no figure: what comes later is judged as if they were there, and
 * what comes again is known.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, sunday } from '../../../tests/support/feed'
import { feedWith, messyFeed } from '../../../tests/support/messy-feed'
import { retained } from '../../../tests/support/retention'
import { lawRuns } from '../../../tests/support/law-runs'
import type { IngestMessage } from '../../telemetry/ingestion/ingest.contract'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { virtualValues } from '../../telemetry/streams/virtual-counters'
import { NEAR_MS } from '../../telemetry/readings/check-reading'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver, days, hours, crossings } = bookedIn(() => backend)
const { forget, seal, archive, dayAt, readings } = retained(() => backend)

const timeOf = (message: IngestMessage) => Number(message.server_time_nano.slice(0, -6))

async function figures() {
  const latest = await backend.db
    .selectFrom('counter_latest')
    .select(['game_nr', 'server_time', 'meters', 'standing'])
    .where('slot_id', '=', slots.bellLink.id)
    .execute()
  const anyOf = (rows: readonly object[]) => rows.map(row => ({ ...row }))
  const [money, counts] = await Promise.all([
    backend.db
      .selectFrom('event_sums')
      .select(['gaming_day', 'kind', 'records', 'without_amount', 'minor'])
      .orderBy('gaming_day')
      .orderBy('kind')
      .execute(),
    backend.db
      .selectFrom('event_days')
      .select(['gaming_day', 'code', 'count'])
      .orderBy('gaming_day')
      .orderBy('code')
      .execute(),
  ])
  const doors = await backend.db.selectFrom('slot_doors').selectAll().orderBy('door').execute()
  return {
    ...{ days: anyOf(await days()), hours: anyOf(await hours()), crossings: await crossings(), latest },
    ...{ money: anyOf(money), counts: anyOf(counts), doors: anyOf(doors) },
  }
}

const events = async () => (await backend.db.selectFrom('events').select('id').execute()).length

/** Of each reading that is still there, by its message. */
async function virtual() {
  const rows = await backend.db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_id', '=', slots.bellLink.id)
    .orderBy('server_time')
    .execute()
  const valuesOf = await virtualValues(backend.db, rows)
  return new Map(rows.map(row => [row.message_seq_nr, valuesOf(row)]))
}

const codes = ['51', '52', '3D', '11', '12', '49', '52', '68', '51', '17'] as const
/**
 * What else the slot says with its readings: notes, tickets and handpays, whose amount mostly stands in the call before
 * them.
 */
const withEvents = (message: IngestMessage): IngestMessage => {
  const seq = message.message_seq_nr
  const code = codes[(seq * 7) % codes.length] ?? '11'
  const data: Record<string, string | number> =
    code === '51' || seq % 4 === 0 ? { amount_minor: seq * 10, kind: seq % 3 ? 'credit' : 'jackpot' } : {}
  return { ...message, events: [...(message.events ?? []), { event_seq_nr: 100 + seq, code, data }] }
}

const anyFeed = fc.oneof(
  { weight: 1, arbitrary: messyFeed },
  { weight: 2, arbitrary: feedWith({ calm: 20, least: 25, most: 50 }) },
)

it(
  'sums, marks and judgement are those of all readings, whatever is archived between two deliveries',
  { timeout: 400_000 },
  async () => {
    let [archived, gone] = [0, 0]
    await fc.assert(
      fc.asyncProperty(anyFeed, fc.nat(49), async ({ feed, batches: told }, nr) => {
        const batches = told.map(batch => batch.map(withEvents))
        const { to } = await dayAt(feed.map(timeOf)[nr % feed.length] ?? sunday)
        // What is told within minutes of the end may still explain what lies before it.
        const parts = batches.map(batch =>
          batch.filter(one => timeOf(one) <= to || timeOf(one) > to + 2 * NEAR_MS),
        )
        const of = (isOld: boolean) => parts.map(batch => batch.filter(one => timeOf(one) <= to === isOld))
        await clear()
        await forget()
        await deliver(...of(true), ...of(false))
        const expected = await figures()

        await clear()
        await forget()
        await deliver(...of(true))
        const before = await figures()
        const raw = await readings()
        const heard = await events()
        const risen = await virtual()
        await seal(sunday, to)
        await archive()
        archived += raw.length - (await readings()).length
        gone += heard - (await events())
        expect(await figures()).toEqual(before)
        for (const [seq, values] of await virtual()) expect(values).toEqual(risen.get(seq))
        for (const batch of of(true)) {
          const answer = await ingest(backend.deps, { tenantId: null }, batch)
          expect(answer).toMatchObject({ accepted: 0, refused: 0 })
        }
        expect(await figures()).toEqual(before)
        await deliver(...parts.filter(batch => batch.length > 0))
        expect(await figures()).toEqual(expected)
      }),
      { numRuns: Number(process.env.RETENTION_RUNS ?? lawRuns(16)) },
    )
    expect(archived).toBeGreaterThan(0)
    expect(gone).toBeGreaterThan(0)
  },
)
