/** A tenant's own layout: refused where a form could not be worked out again, and never changed on what is sealed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { closeDay } from '../closing/closing.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import type { DailyReport } from './daily-reports.contract'
import { requiredColumns, type FormLayout } from './form-layout.contract'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const fiscal = '/api/fiscal-reports/v1'
const path = `${fiscal}/tenant/${tenants.carpathia.id}/form-layout`
const own: FormLayout = {
  language: 'ro',
  columns: ['nr', ...requiredColumns],
  numbered: false,
  signatures: ['prepared'],
  texts: { day: 'Situația încasărilor', columns: { serial: 'Seria aparatului' }, notes: ['Sediul social'] },
}
const set = (layout: unknown, as: Person = 'mihai', reason = 'As the accountant wants it') =>
  b.json(path, { as, body: { layout, reason } })
const reportOf = async (day: string) => {
  const { id } = await b.db
    .selectFrom('daily_reports')
    .select('id')
    .where('location_id', '=', locations.cluj.id)
    .where('day', '=', day)
    .where('is_latest', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    id,
    ...(await b.json<{ data: DailyReport }>(`${fiscal}/daily-report/${id}/form`, { as: 'mihai' })).body.data,
  }
}
const close = (day: string) =>
  b.db.transaction().execute(async tx => {
    const place = dayOf(await placeOf(tx, { tenantId: null }, locations.cluj.id), day)
    await closeDay(tx, place, { by: 'Ana Popescu', reason: 'The collector is here' }, b.clock())
  })
const seal = async (day: string) => {
  const accepted = [slots.bellLink.id, slots.novoline.id]
  const body = { reports: [(await reportOf(day)).id], accepted, reason: 'The board was being replaced' }
  const answer = await b.json(`${fiscal}/location/${locations.cluj.id}/day/${day}/seal`, {
    as: 'mihai',
    body,
  })
  expect(answer.status).toBe(200)
}

it('is set by who seals, for their tenant, and refused where a column is missing, twice, or out of place', async () => {
  expect((await set(own, 'nora')).status).toBe(403)
  expect((await set(own, 'andrei')).status).toBe(403)
  expect((await set(own, 'paulo')).status).toBe(404)
  expect((await b.json(path, { as: 'paulo' })).status).toBe(404)
  for (const column of requiredColumns)
    expect((await set({ ...own, columns: own.columns.filter(one => one !== column) })).status, column).toBe(
      422,
    )
  expect((await set({ ...own, columns: [...own.columns, 'nr'] })).status).toBe(422)
  expect(
    (await set({ ...own, columns: ['takings', ...own.columns.filter(one => one !== 'takings')] })).status,
  ).toBe(422)
  expect((await set({ ...own, columns: [...own.columns, 'secret'] })).status).toBe(422)
  expect((await set({ ...own, texts: { notes: ['x'.repeat(301)] } })).status).toBe(422)
  expect((await set({ ...own, html: '<b>' })).status).toBe(422)
  expect((await b.json(path, { as: 'mihai' })).body.data).toMatchObject({ layout: null, set_by: null })
  expect((await set(own)).body.data).toMatchObject({ layout: own, set_by: 'Mihai Ionescu' })
})

it('is that of every report that is not sealed; a sealed one keeps its own, whatever is set later', async () => {
  b.clock.set(Date.UTC(2026, 10, 25, 12))
  await set(null)
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) await close(day)
  await seal('2026-11-21')
  await set(own)
  expect((await reportOf('2026-11-22')).document.layout).toEqual(own)
  await seal('2026-11-22')
  const other = { ...own, texts: { day: 'Another title' } }
  await set(other)
  expect((await reportOf('2026-11-21')).document.layout).toBeUndefined()
  const sealed = await reportOf('2026-11-22')
  expect(sealed.document.layout).toEqual(own)
  expect((await reportOf('2026-11-23')).document.layout).toEqual(other)
  await set(null)
  expect((await reportOf('2026-11-22')).document.layout).toEqual(own)
  expect((await reportOf('2026-11-23')).document.layout).toBeUndefined()
  // What was signed says so, too.
  expect(sealed.seal?.file).toContain('Situația încasărilor')
  const month = await b.json<{ data: { documents: { layout?: unknown }[] } }>(
    `${fiscal}/location/${locations.cluj.id}/month/2026-11`,
    { as: 'mihai' },
  )
  expect(month.body.data.documents[0]?.layout).toBeUndefined()
})
