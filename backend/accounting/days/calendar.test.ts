/** The meter calendar: the same days as their own pages, at a glance. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { Calendar, CalendarDay } from './calendar.contract'
import { closeEach } from '../../../tests/support/closed-days'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  backend.clock.set(sunday - 60 * HOUR)
  const message = (seq: number, at: number, coinIn: number, smib: string) =>
    reading(seq, at, { '0000': coinIn }, { smib_id: smib })
  const told: ReturnType<typeof reading>[] = []
  // Saturday of 25 hours: one slot tells every hour of it, the other stops after its noon.
  for (let hour = -26; hour < 0; hour++) {
    told.push(message(100 + hour, sunday + hour * HOUR + 60_000, 5_000 + hour, smibs.bellLink.mac))
    if (hour < -13)
      told.push(message(100 + hour, sunday + hour * HOUR + 60_000, 900 + hour, smibs.novoline.mac))
  }
  backend.clock.set(sunday)
  expect((await ingest(backend.deps, { tenantId: null }, told)).refused).toBe(0)
  backend.clock.set(sunday + 7 * HOUR)
  await closeEach(backend.deps)
})
afterAll(() => backend.close())

const read = async (query: string, as: Person = 'mihai') =>
  backend.json<{ data: Calendar; error: { fields?: object } }>(`/api/aggregate/v1/meter-calendar?${query}`, {
    as,
  })
const dayIn = (
  { days, locations: rows }: Calendar,
  location: { id: string },
  day: string,
): CalendarDay | null => rows.find(one => one.location._id === location.id)?.days[days.indexOf(day)] ?? null

describe('the meter calendar', () => {
  it('tells closed days by their hours, open ones by their slots, and nothing of days that have not begun', async () => {
    const { data } = (await read('month=2026-10')).body
    expect(data.days).toHaveLength(31)
    const saturday = dayIn(data, locations.cluj, '2026-10-24')
    expect(saturday).toMatchObject({ state: 'closed', running: false, slots: 2, silent: 0, held: 0 })
    expect(saturday?.hours).toEqual({ known: 25 + 12, expected: 50 })
    const { quality } = (
      await backend.json<{ data: { quality: object } }>(
        `/api/aggregate/v1/location/${locations.cluj.id}/day/2026-10-24`,
        { as: 'mihai' },
      )
    ).body.data
    expect(quality).toMatchObject({ hours: saturday?.hours ?? {}, slots: 2, silent: 0 })
    // And so does the row of the location's month.
    const { rows } = (
      await backend.json<{ data: { rows: object[] } }>(
        `/api/aggregate/v1/location/${locations.cluj.id}/report`,
        { as: 'mihai', body: { from: '2026-10-24', to: '2026-10-25', by: 'day' } },
      )
    ).body.data
    expect(rows).toMatchObject([
      { key: '2026-10-24', hours: { known: 37, expected: 50 }, quality: { closed: true, silent: 0 } },
    ])
    expect(dayIn(data, locations.cluj, '2026-10-25')).toMatchObject({
      state: 'open',
      running: true,
      slots: 2,
      silent: 2,
      hours: null,
    })
    // One that is silent stays so where another told something before it was entered.
    const { db } = backend
    await db
      .updateTable('slots')
      .set({ created_at: sunday + HOUR })
      .where('id', '=', slots.bellLink.id)
      .execute()
    await db.deleteFrom('location_days').where('day', '=', '2026-10-24').execute()
    await db
      .deleteFrom('counter_days')
      .where('slot_id', '=', slots.novoline.id)
      .where('gaming_day', '=', '2026-10-24')
      .execute()
    expect(dayIn((await read('month=2026-10')).body.data, locations.cluj, '2026-10-24')).toMatchObject({
      state: 'open',
      slots: 2,
      silent: 1,
    })
    expect(dayIn(data, locations.cluj, '2026-10-26')).toBeNull()
    // Nothing was told there at all: the day is a gap, and no blank.
    expect(dayIn(data, locations.braila, '2026-10-24')).toMatchObject({ silent: 1, slots: 1 })
  })

  it('shows the locations in scope alone', async () => {
    const names = async (as: Person) =>
      (await read('month=2026-10', as)).body.data.locations.map(({ location }) => location.name)
    expect(await names('mihai')).toEqual(['Brăila Port', 'Cluj Central'])
    expect(await names('paulo')).toEqual(['Porto Ribeira'])
    expect((await read('month=2026-10', 'ana')).body.data.location_total).toBe(3)
  })

  it('refuses what is no month, and has an empty page beyond the last one', async () => {
    for (const query of ['month=2026-13', 'month=now', 'page=-1', 'location=1'])
      expect((await read(query)).status).toBe(422)
    expect((await read('month=2026-10&page=9')).body.data).toMatchObject({ locations: [], location_total: 2 })
  })
})
