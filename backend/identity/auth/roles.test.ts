import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionCatalogue } from '../../platform/contract/permissions'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { roleId, seededRoles, seedRoles } from './roles'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend({ empty: true })
})
afterAll(() => b.close())

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
