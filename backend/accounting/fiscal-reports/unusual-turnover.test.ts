/**
 * A day on which a slot turns over far more than it does is asked about before it is sealed; an ordinary good day is
 * not.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { closeAll, forgetClosedDays } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { cashMeters, type FormRow } from './fiscal-document.contract'
import type { SealPreview } from '../sealing/sealing.contract'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { withBeyond } from './unusual-turnover.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const DAY = 24 * HOUR
const { bellLink, novoline } = slots
const place = { tenantId: '', locationId: locations.cluj.id, day: '2026-12-30' }
const row = (slot: { id: string; serial: string }, played: number, price = 1) =>
  ({
    slot: { _id: slot.id, name: slot.serial },
    price,
    moved: { in: played, premium: 0, out: 0 },
    earlier: [],
  }) as unknown as FormRow
/** What is booked by then: of each day, oldest first, the last of them the day before. */
async function booked(slot: { id: string }, played: readonly number[]): Promise<void> {
  const { tenant_id } = await backend.db
    .selectFrom('slots')
    .select('tenant_id')
    .where('id', '=', slot.id)
    .executeTakeFirstOrThrow()
  place.tenantId = tenant_id
  await backend.db.deleteFrom('counter_days').where('slot_id', '=', slot.id).execute()
  let seq = 0
  let value = 1_000
  const smib_id = slot.id === bellLink.id ? smibs.bellLink.mac : smibs.novoline.mac
  const at = (back: number) => Date.parse('2026-12-30T18:00:00Z') - back * DAY
  backend.clock.set(at(0))
  const told = [0, ...played].map((one, nr) =>
    reading(++seq, at(played.length - nr + 1), { '0000': (value += one), '0001': 0, '0002': 0 }, { smib_id }),
  )
  expect((await ingest(backend.deps, { tenantId: null }, told)).refused).toBe(0)
}
const beyond = async (...rows: FormRow[]) =>
  (await withBeyond(backend.db, place, 'RON', rows)).map(one => one.beyond ?? null)

it('compares a slot with its own last weeks, a new one with its hall, and where nothing is known with a fast slot’s day', async () => {
  // Nothing is known of anybody.
  expect(await beyond(row(bellLink, 5_000_000))).toEqual([null])
  expect(await beyond(row(bellLink, 89_000_000))).toEqual([
    { turnover: 89_000_000, usual: 5_000_000, by: 'convention' },
  ])
  // Its own: an evening of its best day, its second-best, and one beyond four times that.
  await booked(bellLink, [50_000, 60_000, 40_000, 2_000_000, 55_000, 45_000, 200_000, 70_000])
  expect(await beyond(row(bellLink, 800_000))).toEqual([null])
  expect(await beyond(row(bellLink, 800_001))).toEqual([{ turnover: 800_001, usual: 200_000, by: 'slot' }])
  // At two prices it is one slot; each of its rows says so.
  expect(await beyond(row(bellLink, 400_001), row(bellLink, 80_000, 5))).toEqual(
    Array(2).fill({ turnover: 800_001, usual: 200_000, by: 'slot' }),
  )
  // A new one stands among the others of its hall.
  expect(await beyond(row(novoline, 800_001))).toEqual([
    { turnover: 800_001, usual: 200_000, by: 'location' },
  ])
  // What is small is asked about nowhere.
  await booked(novoline, [10, 10, 10, 10, 10, 10, 10])
  expect(await beyond(row(novoline, 100_000), row(novoline, 0))).toEqual([null, null])
  expect(await beyond(row(novoline, 100_001))).toEqual([{ turnover: 100_001, usual: 10, by: 'slot' }])
})

it('does not measure a hall by the few hours with which its books began', async () => {
  await backend.db.deleteFrom('counter_days').execute()
  place.tenantId = tenants.carpathia.id
  const evening = (gaming_day: string, coin_in: number) =>
    backend.db
      .insertInto('counter_days')
      .values(
        others.map(slot_id => ({
          ...noMovement,
          slot_id,
          gaming_day,
          coin_in,
          location_id: place.locationId,
          tenant_id: place.tenantId,
          game_nr: 0,
          denomination_minor: 1,
          currency: 'RON',
          readings: 4,
        })),
      )
      .execute()
  const others = Array.from({ length: 8 }, (_, nr) => String(nr).padStart(24, 'f'))
  await evening('2026-12-28', 100_000)
  expect(await beyond(row(novoline, 2_000_000))).toEqual([null])
  expect(await beyond(row(novoline, 5_000_001))).toEqual([
    { turnover: 5_000_001, usual: 5_000_000, by: 'convention' },
  ])
  await evening('2026-12-29', 400_000)
  expect(await beyond(row(novoline, 2_000_000))).toEqual([
    { turnover: 2_000_000, usual: 400_000, by: 'location' },
  ])
  // Of two days the one further beyond what it is questioned from, whatever each is measured by.
  const earlier = [{ day: '2026-12-28', in: 10_000_000, premium: 0, out: 0 }]
  expect(await beyond({ ...row(novoline, 11_800_000), earlier })).toEqual([
    { turnover: 10_000_000, usual: 5_000_000, by: 'convention' },
  ])
  await backend.db.deleteFrom('counter_days').where('slot_id', 'in', others).execute()
})

describe('days that stand in a later report', () => {
  const ordinary = [50_000, 60_000, 40_000, 55_000, 45_000, 65_000, 70_000, 50_000]
  const dayBack = (back: number) => new Date(Date.parse(place.day) - back * DAY).toISOString().slice(0, 10)
  /** Its own day, and what earlier days have brought into the same row. */
  const rowOf = (slot: typeof bellLink, own: number, ...earlier: number[]): FormRow => ({
    ...row(slot, own + earlier.reduce((sum, one) => sum + one, 0)),
    earlier: earlier.map((one, nr) => ({ day: dayBack(earlier.length - nr), in: one, premium: 0, out: 0 })),
  })
  const outside = async (through: string | null) => {
    await backend.db.deleteFrom('fiscal_heads').execute()
    await backend.db
      .insertInto('fiscal_heads')
      .values({
        location_id: place.locationId,
        tenant_id: place.tenantId,
        books_from: dayBack(60),
        sealed_through: through,
      })
      .execute()
  }
  const { clear } = bookedIn(() => backend)
  beforeEach(clear)
  afterAll(async () => {
    await clear()
    await forgetClosedDays(backend)
  })

  it('are judged each by itself: several ordinary ones together are none, a lifetime is, in whatever row it stands', async () => {
    await booked(bellLink, ordinary)
    await outside(null)
    expect(await beyond(rowOf(bellLink, 60_000, 55_000, 55_000, 55_000, 55_000, 55_000))).toEqual([null])
    const found = { turnover: 900_000, usual: 65_000, by: 'slot' }
    expect(await beyond(rowOf(bellLink, 60_000, 900_000))).toEqual([found])
    const correction = { ...rowOf(bellLink, 0, 900_000), correction: true }
    expect(await beyond(row(bellLink, 60_000), correction)).toEqual([found, found])
    // What goes out of one day and into another is looked at in both.
    expect(await beyond(rowOf(bellLink, 900_000, -860_000))).toMatchObject([{ turnover: 900_000 }])
  })

  it('are no measure while nobody has accepted them: two lifetimes of one hall do not let each other through', async () => {
    const lifetimes = [900_000, 900_000, ...ordinary]
    await booked(bellLink, lifetimes)
    await outside(null)
    expect(await beyond(row(bellLink, 3_000_000))).toEqual([null])
    // Two days were left out by name when a later one was sealed: they are in the books of nobody.
    await outside(dayBack(lifetimes.length - 1))
    expect(await beyond(row(bellLink, 3_000_000))).toEqual([
      { turnover: 3_000_000, usual: 65_000, by: 'slot' },
    ])
    expect(await beyond(row(novoline, 3_000_000))).toEqual([
      { turnover: 3_000_000, usual: 65_000, by: 'location' },
    ])
    // The same of what waits for the next report.
    await outside(null)
    const late = [0, 1].map(nr => ({
      location_id: place.locationId,
      tenant_id: place.tenantId,
      day: dayBack(lifetimes.length - nr),
      slot_id: bellLink.id,
      currency: 'RON',
      price: 1,
      ...{ moved_in: 900_000, moved_premium: 0, moved_out: 0 },
      ...{ posted_in: 0, posted_premium: 0, posted_out: 0, updated_at: 0 },
    }))
    await backend.db.insertInto('late_movements').values(late).execute()
    expect(await beyond(row(bellLink, 3_000_000))).toEqual([
      { turnover: 3_000_000, usual: 65_000, by: 'slot' },
    ])
    await backend.db.deleteFrom('late_movements').execute()
  })
})

it.each(cashMeters)('asks about a lifetime of %s, whose slot turns over what it does', async meter => {
  await bookedIn(() => backend).clear()
  await booked(bellLink, [50_000, 60_000, 40_000, 55_000, 45_000, 65_000, 70_000, 50_000])
  const cash = async (played: readonly number[]) => {
    await backend.db
      .updateTable('counter_days')
      .set({ [meter]: 200_000 })
      .where('slot_id', '=', bellLink.id)
      .execute()
    const [first] = await backend.db
      .selectFrom('counter_days')
      .selectAll()
      .where('slot_id', '=', bellLink.id)
      .limit(1)
      .execute()
    if (!first) throw new Error('Nothing is booked')
    for (const [nr, moved] of played.entries())
      await backend.db
        .insertInto('counter_days')
        .values({
          ...first,
          ...noMovement,
          gaming_day: place.day,
          denomination_minor: nr + 1,
          [meter]: moved,
        })
        .execute()
  }
  await cash([800_000])
  expect(await beyond(row(bellLink, 60_000))).toEqual([null])
  await backend.db.deleteFrom('counter_days').where('gaming_day', '=', place.day).execute()
  // At two prices it is one slot.
  await cash([800_000, 1])
  expect(await beyond(row(bellLink, 60_000), row(bellLink, 0, 2))).toEqual(
    Array(2).fill({ turnover: 800_002, usual: 200_000, by: 'slot', meter }),
  )
  // What the form itself is asked about comes first.
  expect(await beyond(row(bellLink, 900_000))).toMatchObject([{ turnover: 900_000, usual: 65_000 }])
})

it('a lifetime that is booked as one day is sealed once somebody has accepted it with a reason, which the paper names', async () => {
  await backend.db.deleteFrom('counter_days').execute()
  await backend.db.deleteFrom('stored_readings').execute()
  await backend.db.deleteFrom('counter_latest').execute()
  backend.clock.set(sunday + 2 * DAY)
  const told = Array.from({ length: 48 }, (_, nr) =>
    reading(900 + nr, sunday - 23 * HOUR + nr * HOUR, {
      '0000': nr < 24 ? 1_000 : 7_001_000,
      '0001': 0,
      '0002': 0,
    }),
  )
  expect((await ingest(backend.deps, { tenantId: null }, told)).refused).toBe(0)
  // As the judging of readings booked it: whoever mends that leaves less to be asked here.
  await backend.db
    .updateTable('counter_days')
    .set({ coin_in: 47_000_000, coin_out: 42_000_000 })
    .where('slot_id', '=', bellLink.id)
    .where('gaming_day', '=', '2026-10-25')
    .execute()
  await closeAll(backend.deps)
  const path = (day: string) => `/api/fiscal-reports/v1/location/${locations.cluj.id}/day/${day}/seal`
  const preview = async (day: string) =>
    (await backend.json<{ data: SealPreview }>(path(day), { as: 'mihai' })).body.data
  const seal = async (day: string, more: object = {}, as: Person = 'mihai') =>
    backend.json<{ error?: { fields?: object } }>(path(day), {
      as,
      body: { reports: (await preview(day)).reports.map(({ _id }) => _id), accepted: [], ...more },
    })
  const all = { accepted: [bellLink.id, novoline.id], reason: 'The machine came with its meters' }
  for (let next = (await preview('2026-10-25')).next_to_seal; next && next < '2026-10-25';) {
    expect((await seal(next, all)).status).toBe(200)
    next = (await preview('2026-10-25')).next_to_seal
  }
  const [report] = (await preview('2026-10-25')).reports
  expect(report?.incomplete.find(({ slot }) => slot._id === bellLink.id)?.beyond).toEqual({
    turnover: { minor: 89_000_000, currency: 'RON' },
    usual: { minor: 5_000_000, currency: 'RON' },
    by: 'convention',
  })
  expect((await seal('2026-10-25', { ...all, accepted: [novoline.id] })).body.error?.fields).toHaveProperty(
    'accepted',
  )
  expect((await seal('2026-10-25', { ...all, reason: null })).body.error?.fields).toHaveProperty('reason')
  expect((await seal('2026-10-25', all)).status).toBe(200)
  const { accepted } = await backend.db
    .selectFrom('daily_reports')
    .select('accepted')
    .where('day', '=', '2026-10-25')
    .where('state', '=', 'sealed')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(accepted)).toContainEqual(
    expect.objectContaining({
      reason: all.reason,
      beyond: { turnover: 89_000_000, usual: 5_000_000, by: 'convention' },
    }),
  )
})
