/**
 * Days that are out of the ordinary: a location where nothing ever stood, and a day in which the tenant's currency
 * changed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { closeAll as closeDays } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { newId } from '../../platform/db/new-id'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { MonthDesk } from '../sealing/sealing.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/fiscal-reports/v1/location'
const desk = async (location: string, as: Person = 'mihai') =>
  (await backend.json<{ data: MonthDesk }>(`${base}/${location}/month/2026-10/desk`, { as })).body.data
const closeByHand = (location: string, day: string, as: Person = 'mihai') =>
  backend.json(`/api/aggregate/v1/location/${location}/day/${day}/close`, {
    as,
    body: { reason: 'Stocktaking' },
  })
const closeAll = () => closeDays(backend.deps)

it('a location where nothing ever stood has no day to close and no form, and says so', async () => {
  backend.clock.set(sunday + 30 * HOUR)
  const empty = newId()
  const model = await backend.db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', locations.cluj.id)
    .executeTakeFirstOrThrow()
  await backend.db
    .insertInto('locations')
    .values({ ...model, id: empty, code: 'EMPTY', code_key: null, name: 'Empty hall' })
    .execute()
  await closeAll()
  expect(await desk(empty)).toMatchObject({ to_close: [], ready: [], totals: [], month_ready: false })
  const path = `${base}/${empty}/month/2026-10`
  expect((await backend.json(path, { as: 'mihai' })).status).toBe(404)
  expect((await backend.json(`${path}/seal`, { as: 'mihai', method: 'POST', body: {} })).status).toBe(404)
  for (const day of ['2026-10-24', '1926-10-24', '0026-10-24'])
    expect((await closeByHand(empty, day)).body.error).toMatchObject({ code: 'day_before_books' })
})

it('a day from before a location’s first reading is not closed: its books would begin there, and be sealed day by day', async () => {
  backend.clock.set(sunday + 30 * HOUR)
  const { porto } = locations
  const told = reading(1, sunday - 20 * HOUR, { '0000': 1_000 }, { smib_id: smibs.ribeira.mac })
  expect((await ingest(backend.deps, { tenantId: null }, [told])).refused).toBe(0)
  expect((await closeByHand(porto.id, '1926-10-25', 'paulo')).body.error).toMatchObject({
    code: 'day_before_books',
  })
  expect((await closeByHand(porto.id, '2026-10-24', 'paulo')).status).toBe(200)
})

/** As its form saves it. */
async function reprice(hours: number, denomination: object) {
  backend.clock.set(sunday - hours * HOUR)
  const path = `/api/configuration/v1/slot/${slots.bellLink.id}`
  const { slot } = (
    await backend.json<{
      data: {
        slot: {
          version: number
          serial: string
          manufacturer: { _id: string }
          location: { _id: string }
        }
      }
    }>(path, { as: 'ana' })
  ).body.data
  const { version, serial, manufacturer, location } = slot
  return backend.json<{ error?: { fields: object } }>(path, {
    as: 'ana',
    method: 'PUT',
    body: {
      serial,
      version,
      denomination,
      manufacturer: manufacturer._id,
      location: location._id,
      reason: 'The euro came',
    },
  })
}

it('a day in which the currency of a slot changed has a form for each, and neither has the other’s money', async () => {
  const tell = async (seq: number, hours: number, coinIn: number) => {
    backend.clock.set(sunday - hours * HOUR)
    const told = [reading(seq, sunday - hours * HOUR, { '0000': coinIn, '0001': 0, '0002': 0 })]
    expect((await ingest(backend.deps, { tenantId: null }, told)).refused).toBe(0)
  }
  await tell(1, 30, 1_000)
  await tell(2, 20, 1_300)
  // A day's sums are kept by price: at the same number they would be added up.
  expect((await reprice(19, { minor: 1, currency: 'EUR' })).body.error?.fields).toEqual({
    denomination: [{ code: 'currency_counted' }],
  })
  expect((await reprice(18, { minor: 2, currency: 'EUR' })).status).toBe(200)
  // Nor by way of another number: lei were counted at this one today.
  expect((await reprice(17, { minor: 1, currency: 'EUR' })).body.error?.fields).toEqual({
    denomination: [{ code: 'currency_counted' }],
  })
  await tell(3, 16, 1_350)
  await tell(4, 12, 1_400)
  backend.clock.set(sunday + 40 * HOUR)
  await closeAll()
  const { days } = await desk(locations.cluj.id)
  const takings = days
    .flatMap(({ reports }) => reports)
    .map(one => one.takings)
    .filter(({ minor }) => minor !== 0)
  // What moved across the change waits for a decision: it is in neither.
  expect(takings.toSorted((a, b) => a.minor - b.minor)).toEqual([
    { minor: 100, currency: 'EUR' },
    { minor: 300, currency: 'RON' },
  ])
})
