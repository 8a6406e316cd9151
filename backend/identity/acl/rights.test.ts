/** What a user may do, and why: every role and group behind each permission, and the rules that narrow. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { roleId } from '../auth/roles'
import type { UserRights } from './rights.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const rightsOf = async (id: string, as: Person) =>
  backend.json<{ data: UserRights }>(`/api/users/v1/user/${id}/rights`, { as })

it('names each role and group that a right comes from, and holds what a request may do', async () => {
  const group = await backend.json<{ data: { 'user-group': { _id: string } } }>('/api/users/v1/user-group', {
    as: 'ana',
    body: {
      name: 'Night shift',
      tenant: tenants.carpathia.id,
      members: [people.nora.id],
      roles: [roleId('operator')],
    },
  })
  expect(group.status).toBe(200)
  const { body } = await rightsOf(people.nora.id, 'ana')
  const lock = body.data.permissions.find(({ name }) => name === 'slot::lock')
  expect(lock?.from).toMatchObject([{ role: { name: 'operator' }, group: { name: 'Night shift' } }])
  const own = (await backend.json<{ data: UserRights }>('/api/users/v1/my-rights', { as: 'nora' })).body.data
  expect(own).toEqual(body.data)
  const held = own.permissions.filter(({ withheld }) => !withheld).map(({ name }) => name)
  expect(held).toContain('slot::lock')
  expect((await backend.json('/api/configuration/v1/slots', { as: 'nora', body: {} })).status).toBe(
    held.includes('slot::list') ? 200 : 403,
  )
})

it('of somebody of the system names no tenant', async () => {
  expect((await rightsOf(people.ana.id, 'ana')).body.data.user).toMatchObject({ tenant: null })
})

it('is another tenant’s business, and of those who may see users', async () => {
  expect((await rightsOf(people.nora.id, 'paulo')).status).toBe(404)
  expect((await rightsOf('f'.repeat(24), 'ana')).status).toBe(404)
  expect((await rightsOf(people.mihai.id, 'nora')).status).toBe(403)
})

it('tells who lacks one which roles hold it, and whom of their own people to ask', async () => {
  const ask = async (permission: string, as: Person) =>
    backend.json<{ data: { roles: string[]; people: string[] } }>(
      `/api/users/v1/who-grants?permission=${permission}`,
      { as },
    )
  const told = (await ask('slot::lock', 'nora')).body.data
  expect(told.roles).toContain('operator')
  expect(told.people).not.toContain(people.ana.fullName)
  expect((await ask('slot::lock', 'ana')).body.data.people).toContain(people.ana.fullName)
  expect((await ask('slot::explode', 'nora')).status).toBe(422)
})
