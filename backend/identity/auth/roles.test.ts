import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionCatalogue } from '../../platform/contract/permissions'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slots } from '../../../tests/people'
import { roleId, seededRoles, seedRoles } from './roles'

let b: TestBackend
let people: TestBackend
beforeAll(async () => {
  b = await testBackend({ empty: true })
  people = await testBackend()
})
afterAll(() => Promise.all([b.close(), people.close()]))

const stored = () =>
  b.db.selectFrom('role_permissions').selectAll().orderBy('role_id').orderBy('permission').execute()

it('every permission is in a seeded role, and the administrator has them all', () => {
  expect(new Set(seededRoles.administrator)).toEqual(new Set(permissionCatalogue))
})

it('an operator sees no fiscal reports, an inspector no players, and neither changes what the network is made of', () => {
  expect(seededRoles.operator.filter(name => name.includes('fiscal') || name.startsWith('acl_'))).toEqual([])
  expect(seededRoles.inspector.filter(name => name.startsWith('pe_') || name.startsWith('acl_'))).toEqual([])
  expect(
    seededRoles.inspector.filter(name => /::(?:create|update|archive|lock|unlock|send_cmd)/.test(name)),
  ).toEqual([])
})

it('starting again, or several backends at once, changes nothing', async () => {
  await Promise.all([1, 2, 3].map(() => seedRoles(b.db, b.clock())))
  const before = await stored()
  const version = () => b.db.selectFrom('roles').select(['id', 'version']).orderBy('id').execute()
  const versions = await version()
  await seedRoles(b.db, b.clock())
  expect(await stored()).toEqual(before)
  expect(await version()).toEqual(versions)
})

it('a built-in role follows the release', async () => {
  await seedRoles(b.db, b.clock())
  const before = await stored()
  const id = roleId('inspector')
  await b.db
    .deleteFrom('role_permissions')
    .where('role_id', '=', id)
    .where('permission', '=', 'slot::list')
    .execute()
  await b.db
    .insertInto('role_permissions')
    .values({ role_id: id, permission: 'gone::since_this_release' })
    .execute()
  await seedRoles(b.db, b.clock())
  expect(await stored()).toEqual(before)
})

it('an operator enters collections and sees them, but not how collectors compare', async () => {
  const as = 'olga'
  const collected = await people.json('/api/fiscal-reports/v1/collector-checkpoint', {
    as,
    body: { slot: slots.bellLink.id, counted: [{ minor: 1_000, count: 3 }] },
  })
  expect(collected.status).toBe(200)
  const list = await people.json('/api/fiscal-reports/v1/collector-checkpoints', { as, body: {} })
  expect(list.body.data).toMatchObject({
    total: 1,
    rows: [{ actual: { minor: 3_000 }, collected_by: 'Olga Rusu' }],
  })
  const variance = '/api/fiscal-reports/v1/drop-variance/report'
  expect((await people.json(variance, { as, body: {} })).status).toBe(403)
  const other = await people.json('/api/fiscal-reports/v1/collector-checkpoint', {
    as,
    body: { slot: slots.ribeira.id, counted: [{ minor: 1_000, count: 3 }] },
  })
  expect([404, 422]).toContain(other.status)
})
