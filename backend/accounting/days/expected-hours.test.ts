/**
 * Of which hours readings are expected: a day's page, its slots, the calendar and the reports say the same, open and
 * closed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { Calendar } from './calendar.contract'
import type { LocationDay } from './days.contract'
import { closeEach } from '../../../tests/support/closed-days'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = locations.cluj.id
/** Of 25 hours, from eight in the morning. */
const day = '2026-10-24'
const begin = sunday - 25 * HOUR
const get = async <Data>(path: string) =>
  (await backend.json<{ data: Data }>(`/api/aggregate/v1/${path}`, { as: 'mihai' })).body.data
interface Report {
  rows: { key: string; hours: object | null }[]
  hours: object | null
}
const report = async (entity: string, id: string, by = 'day', to = day) =>
  (
    await backend.json<{ data: Report }>(`/api/aggregate/v1/${entity}/${id}/report`, {
      as: 'mihai',
      body: { from: day, to, by },
    })
  ).body.data

async function told() {
  const whole = await get<LocationDay>(`location/${cluj}/day/${day}`)
  const calendar = await get<Calendar>('meter-calendar?month=2026-10')
  const ofLocation = await report('location', cluj)
  const ofSlot = async (id: string) => {
    const { rows } = await get<LocationDay & { rows: LocationDay['slots'] }>(
      `location/${cluj}/day/${day}/slot/${id}`,
    )
    const { hours } = await report('slot', id)
    expect(hours).toEqual(rows[0]?.quality.hours)
    return hours
  }
  expect(ofLocation.rows[0]?.hours).toEqual(whole.quality.hours)
  expect(ofLocation.hours).toEqual(whole.quality.hours)
  expect((await report('location', cluj, 'slot')).hours).toEqual(whole.quality.hours)
  return {
    day: whole.quality.hours,
    calendar: calendar.locations.find(one => one.location._id === cluj)?.days[calendar.days.indexOf(day)]
      ?.hours,
    bellLink: await ofSlot(slots.bellLink.id),
    novoline: await ofSlot(slots.novoline.id),
    tenant: (await report('tenant', tenants.carpathia.id)).hours,
  }
}

it('are those from a slot’s first reading on, or from when it was entered if that came first', async () => {
  const tell = (hour: number, smib: string) =>
    reading(100 + hour, begin + hour * HOUR + 60_000, { '0000': 5_000 + hour }, { smib_id: smib })
  // One tells from the third hour to the fifth, and was entered in the twentieth; the other was entered in the 22nd and
  // tells from then on.
  backend.clock.set(sunday)
  for (const [slot, hour] of [
    [slots.bellLink.id, 20],
    [slots.novoline.id, 22],
  ] as const)
    await backend.db
      .updateTable('slots')
      .set({ created_at: begin + hour * HOUR + 120_000 })
      .where('id', '=', slot)
      .execute()
  const messages = [
    ...[3, 4, 5].map(hour => tell(hour, smibs.bellLink.mac)),
    ...[23, 24].map(hour => tell(hour, smibs.novoline.mac)),
  ]
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
  const open = await told()
  expect(open).toEqual({
    day: { known: 5, expected: 24 },
    calendar: null,
    bellLink: { known: 3, expected: 22 },
    novoline: { known: 2, expected: 2 },
    tenant: { known: 5, expected: 22 },
  })
  backend.clock.set(sunday + 7 * HOUR)
  await closeEach(backend.deps)
  expect(await told()).toEqual({ ...open, calendar: open.day })
  // Once it is archived nobody waits for it.
  await backend.db
    .updateTable('slots')
    .set({ archived_at: begin + 10 * HOUR })
    .where('id', '=', slots.bellLink.id)
    .execute()
  await backend.db.deleteFrom('location_days').execute()
  await backend.db.deleteFrom('location_day_sums').execute()
  expect(await told()).toEqual({
    ...open,
    day: { known: 5, expected: 9 },
    bellLink: { known: 3, expected: 7 },
    tenant: { known: 5, expected: 9 },
  })
})
