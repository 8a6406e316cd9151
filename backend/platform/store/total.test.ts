import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slotRow } from '../../../tests/support/network'
import { newId } from '../db/new-id'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .updateTable('slots')
    .set({ archived_at: backend.clock() })
    .where('id', '=', slots.novoline.id)
    .execute()
})
afterAll(() => backend.close())

const archived = { exactFields: ['archived'], exactValues: [true] }
async function listed(as: Person, request: object = {}) {
  const { body } = await backend.json<{
    data: { rows: { _id: string; tenant: { _id: string } }[]; total: number }
  }>('/api/configuration/v1/slots', { as, body: { rowsPerPage: 500, ...request } })
  return {
    total: body.data.total,
    rows: body.data.rows.length,
    tenants: new Set(body.data.rows.map(row => row.tenant._id)).size,
  }
}
const stored = async (is: 'is' | 'is not', tenant?: string) => {
  const query = backend.db
    .selectFrom('slots')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('archived_at', is, null)
  return Number((await (tenant ? query.where('tenant_id', '=', tenant) : query).executeTakeFirstOrThrow()).n)
}

describe('the total of a plain list', () => {
  it('is all that is not archived, for who sees every tenant', async () => {
    const all = await stored('is')
    expect(all).toBeGreaterThan(0)
    expect(await listed('ana')).toMatchObject({ total: all, rows: all })
    expect(await listed('ana', { rowsPerPage: 1, page: 900 })).toMatchObject({ total: all, rows: 0 })
  })

  it('is that of the archived, where those are asked for', async () => {
    expect(await listed('ana', archived)).toMatchObject({ total: 1, rows: 1 })
  })

  it('is of one’s own tenant for everybody else', async () => {
    const own = await stored('is', tenants.carpathia.id)
    expect(own).toBeLessThan(await stored('is'))
    expect(await listed('mihai')).toEqual({ total: own, rows: own, tenants: 1 })
    expect(await listed('mihai', archived)).toMatchObject({ total: 1, rows: 1 })
    expect(await listed('paulo', archived)).toMatchObject({ total: 0, rows: 0 })
  })

  it('follows whatever becomes of rows: brought in, archived, brought back, handed over, removed, alone or many at once, and what was undone', async () => {
    const total = async () => ({
      all: (await listed('ana')).total,
      carpathia: (await listed('mihai')).total,
      lusitania: (await listed('paulo')).total,
    })
    const counted = async () => ({
      all: await stored('is'),
      carpathia: await stored('is', tenants.carpathia.id),
      lusitania: await stored('is', tenants.lusitania.id),
    })
    const rows = Array.from({ length: 12 }, (_, number) =>
      slotRow(newId(), `TOTAL-${number}`, 'EGT', number % 3 ? 'cluj' : 'porto', backend.clock()),
    )
    const ids = rows.map(row => row.id)
    const { db } = backend
    const steps: (() => Promise<unknown>)[] = [
      () => db.insertInto('slots').values(rows).execute(),
      () => db.updateTable('slots').set({ archived_at: 5 }).where('id', 'in', ids.slice(0, 5)).execute(),
      // Said again, it is the same; another time of archiving changes no total.
      () => db.updateTable('slots').set({ archived_at: 6 }).where('id', 'in', ids.slice(0, 7)).execute(),
      () => db.updateTable('slots').set({ archived_at: null }).where('id', 'in', ids.slice(0, 3)).execute(),
      () =>
        db
          .updateTable('slots')
          .set({ tenant_id: tenants.lusitania.id, location_id: locations.porto.id })
          .where('id', 'in', ids.slice(0, 6))
          .execute(),
      () =>
        db
          .updateTable('slots')
          .set({ tenant_id: tenants.carpathia.id, archived_at: null })
          .where('id', 'in', ids.slice(3, 6))
          .execute(),
      () =>
        db
          .transaction()
          .execute(async tx => {
            await tx.deleteFrom('slots').where('id', 'in', ids).execute()
            throw new Error('undone')
          })
          .catch(() => {}),
      () => db.deleteFrom('slots').where('id', 'in', ids).execute(),
    ]
    const before = await counted()
    for (const step of steps) {
      await step()
      expect(await total()).toEqual(await counted())
    }
    expect(await counted()).toEqual(before)
  })

  it('counts what narrows it: a filter, a search', async () => {
    expect(await listed('ana', { exactFields: ['manufacturer'], exactValues: ['Amatic'] })).toMatchObject({
      total: 1,
      rows: 1,
    })
    expect(await listed('ana', { query: slots.harbour.serial })).toMatchObject({ total: 1, rows: 1 })
    expect(await listed('ana', { query: 'no such machine' })).toMatchObject({ total: 0, rows: 0 })
  })

  it('is of the list’s own part of a table that several lists share', async () => {
    const groupsOf = async (type: 'slot' | 'location') =>
      (
        await backend.json<{ data: { total: number; rows: object[] } }>(
          `/api/configuration/v1/${type}/list-entity-groups`,
          { as: 'ana', body: {} },
        )
      ).body.data
    const add = (type: 'slot' | 'location', member: string) =>
      backend.json(`/api/configuration/v1/${type}/add-entity-group`, {
        as: 'mihai',
        body: { name: `By the ${type}`, members: [member] },
      })
    expect([
      (await add('slot', slots.bellLink.id)).status,
      (await add('location', locations.cluj.id)).status,
    ]).toEqual([200, 200])
    for (const type of ['slot', 'location'] as const) {
      const { total, rows } = await groupsOf(type)
      expect({ total, rows: rows.length }).toEqual({ total: 1, rows: 1 })
    }
  })
})
