import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await backend.db.updateTable('slots').set({ archived_at: backend.clock() }).where('id', '=', slots.novoline.id).execute()
})
afterAll(() => backend.close())

const archived = { exactFields: ['archived'], exactValues: [true] }
async function listed(as: Person, request: object = {}) {
  const { body } = await backend.json<{ data: { rows: { _id: string; tenant: { _id: string } }[]; total: number } }>('/api/configuration/v1/slots', { as, body: { rowsPerPage: 500, ...request } })
  return { total: body.data.total, rows: body.data.rows.length, tenants: new Set(body.data.rows.map(row => row.tenant._id)).size }
}
const stored = async (is: 'is' | 'is not', tenant?: string) => {
  const query = backend.db.selectFrom('slots').select(({ fn }) => fn.countAll<number>().as('n')).where('archived_at', is, null)
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

  it('counts what narrows it: a filter, a search', async () => {
    expect(await listed('ana', { exactFields: ['manufacturer'], exactValues: ['Amatic'] })).toMatchObject({ total: 1, rows: 1 })
    expect(await listed('ana', { query: slots.harbour.serial })).toMatchObject({ total: 1, rows: 1 })
    expect(await listed('ana', { query: 'no such machine' })).toMatchObject({ total: 0, rows: 0 })
  })

  it('is of the list’s own part of a table that several lists share', async () => {
    const groupsOf = async (type: 'slot' | 'location') =>
      (await backend.json<{ data: { total: number; rows: object[] } }>(`/api/configuration/v1/${type}/list-entity-groups`, { as: 'ana', body: {} })).body.data
    const add = (type: 'slot' | 'location', member: string) =>
      backend.json(`/api/configuration/v1/${type}/add-entity-group`, { as: 'mihai', body: { name: `By the ${type}`, members: [member] } })
    expect([(await add('slot', slots.bellLink.id)).status, (await add('location', locations.cluj.id)).status]).toEqual([200, 200])
    for (const type of ['slot', 'location'] as const) {
      const { total, rows } = await groupsOf(type)
      expect({ total, rows: rows.length }).toEqual({ total: 1, rows: 1 })
    }
  })
})
