/** Work orders stand where their slot stands, are done only with what was done, and say since when. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const one = '/api/configuration/v1/work-order'
const order = { title: 'Bill validator jams', slot: slots.bellLink.id, due_on: '2026-03-12' }
interface Answer {
  data: { 'work-order': { _id: string; finished_at: number | null } }
  error: { fields: object }
}
const create = (body: object, as: Person = 'olga') => backend.json<Answer>(one, { as, body })
const change = (id: string, body: object) =>
  backend.json<Answer>(`${one}/${id}`, { as: 'olga', method: 'PUT', body })

it('is done only with what was done, and says since when', async () => {
  const made = await create(order)
  expect(made.status).toBe(200)
  const { 'work-order': row } = made.body.data
  expect(row).toMatchObject({
    state: 'open',
    location: { _id: locations.cluj.id },
    tenant: { _id: tenants.carpathia.id },
    finished_at: null,
  })
  const done = { ...order, state: 'done' }
  expect((await change(row._id, done)).body.error.fields).toEqual({ work_done: [{ code: 'required' }] })
  expect(
    (await change(row._id, { ...done, work_done: 'Belt changed', next_due_on: order.due_on })).body.error
      .fields,
  ).toEqual({ next_due_on: [{ code: 'not_after_start' }] })
  const at = backend.clock()
  expect(
    (await change(row._id, { ...done, work_done: 'Belt changed' })).body.data['work-order'],
  ).toMatchObject({
    state: 'done',
    finished_at: at,
  })
  backend.clock.advance(60_000)
  const later = await change(row._id, { ...done, work_done: 'Belt changed', parts: 'Belt' })
  expect(later.body.data['work-order'].finished_at).toBe(at)
  expect((await change(row._id, order)).body.data['work-order'].finished_at).toBeNull()
})

it('is of no slot of another tenant, and nobody else’s tenant sees it', async () => {
  expect((await create({ ...order, slot: slots.ribeira.id })).body.error.fields).toEqual({
    slot: [{ code: 'unknown' }],
  })
  expect((await create({ ...order, slot: slots.ribeira.id }, 'paulo')).status).toBe(200)
  const seen = async (as: Person) =>
    (
      await backend.json<{ data: { rows: { slot: { name: string } }[] } }>(`${one}s`, { as, body: {} })
    ).body.data.rows.map(({ slot }) => slot.name)
  expect(await seen('paulo')).toEqual([slots.ribeira.serial])
  expect(await seen('olga')).toEqual([slots.bellLink.serial])
  expect((await create(order, 'andrei')).status).toBe(403)
})
