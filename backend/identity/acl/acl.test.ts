/** Users, groups, roles: who may give what to whom, and that changes hold from the next request on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleId } from '../auth/roles'
import { people, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const base = '/api/users/v1'
interface Made {
  _id: string
  version: number
  [field: string]: unknown
}
async function call(as: Person, path: string, body?: object, method = body ? 'POST' : 'GET') {
  const answer = await b.json(`${base}/${path}`, { as, method, ...(body && { body }) })
  const data = answer.body.data as unknown as Record<string, Made> & { rows: Made[]; total: number }
  return { status: answer.status, data, error: answer.body.error }
}
const fieldsOf = ({ error }: { error: { fields?: Record<string, { code: string }[]> } }) =>
  Object.fromEntries(Object.entries(error?.fields ?? {}).map(([name, all]) => [name, all[0]?.code]))
const person = (username: string, more: object = {}) => ({
  username,
  full_name: 'Somebody New',
  tenant: tenants.carpathia.id,
  ...more,
})
const make = async (username: string, more: object = {}) => {
  const made = await call('ana', 'user', person(username, more))
  if (made.status !== 200) throw new Error(JSON.stringify(made.error))
  return made.data.user as Made
}

describe('users', () => {
  it('are made in a tenant, with roles and groups by name, and found by them', async () => {
    const group = (
      await call('ana', 'user-group', {
        name: 'Night shift',
        tenant: tenants.carpathia.id,
        roles: [roleId('operator')],
      })
    ).data.user_group as Made
    const made = await make('maria.night', { groups: [group._id], roles: [roleId('auditor')] })
    expect(made).toMatchObject({
      username: 'maria.night',
      state: 'active',
      tenant: { name: 'Carpathia Gaming' },
      roles: [{ name: 'auditor' }],
      groups: [{ name: 'Night shift' }],
    })
    const { data } = await call('ana', 'users', {
      exactFields: ['role', 'group'],
      exactValues: [roleId('operator'), group._id],
    })
    expect(data.rows.map(row => row.username)).toEqual(['maria.night'])
    expect((await call('ana', `user-group/${group._id}`)).data.user_group).toMatchObject({
      member_count: 1,
      members: [{ name: 'maria.night' }],
    })
  })

  it('have names that nobody can mistake for another one', async () => {
    await make('ion.popa')
    for (const taken of ['ION.POPA', 'ion.p0pa', 'íon.popa', 'ｉｏｎ.popa'])
      expect([taken, fieldsOf(await call('ana', 'user', person(taken)))]).toEqual([
        taken,
        { username: 'taken' },
      ])
    expect(fieldsOf(await call('ana', 'user', person('iоn.popa')))).toEqual({ username: 'username_letters' })
    expect(fieldsOf(await call('ana', 'user', person('x'.repeat(51))))).toEqual({ username: 'too_long' })
    expect((await make('X'.repeat(50))).username).toBe('x'.repeat(50))
  })

  it('say whose they are, and stay there', async () => {
    expect(fieldsOf(await call('ana', 'user', person('nobodys', { tenant: null })))).toEqual({
      tenant: 'required',
    })
    const made = await make('stays.here')
    expect(
      fieldsOf(
        await call(
          'ana',
          `user/${made._id}`,
          { username: 'stays.here', full_name: 'S H', tenant: tenants.lusitania.id },
          'PUT',
        ),
      ),
    ).toEqual({ tenant: 'fixed' })
  })

  it('are out with the next request when they are disabled, and keep nothing of a session when enabled again', async () => {
    const token = await b.login('olga')
    const check = () => b.request('/api/authorization/v1/check', { token })
    expect((await check()).status).toBe(200)
    await call('ana', 'user-disable', { ids: [people.olga.id], reason: 'Left the company' })
    expect((await check()).status).toBe(401)
    await call('ana', 'user-enable', { ids: [people.olga.id] })
    expect((await check()).status).toBe(401)
    const families = await b.db
      .selectFrom('token_families')
      .select('ended_reason')
      .where('user_id', '=', people.olga.id)
      .where('ended_at', 'is', null)
      .execute()
    expect(families).toEqual([])
  })

  it('are not enabled while they are archived, and as before when they are no longer', async () => {
    const made = await make('goes.comes', {})
    const read = async () => (await call('ana', `user/${made._id}`)).data.user
    const found = async (state: string) =>
      (
        await call('ana', 'users', {
          exactFields: ['state', 'archived', '_id'],
          exactValues: [state, [true, false], made._id],
        })
      ).data.total
    expect(await read()).toMatchObject({ enabled: true, state: 'active' })
    await call('ana', `archive/user/${made._id}`)
    const archived = await read()
    expect(archived).toMatchObject({ enabled: false, state: 'disabled' })
    expect([await found('active'), await found('disabled')]).toEqual([0, 1])
    await call('ana', `unarchive/user/${made._id}`, {})
    expect(await read()).toMatchObject({ enabled: true, state: 'active' })
    expect([await found('active'), await found('disabled')]).toEqual([1, 0])
    // Whoever says so meanwhile means it.
    await call('ana', `archive/user/${made._id}`)
    const sent = { ...(await read()), full_name: 'Goes And Comes' }
    expect((await call('ana', `user/${made._id}`, sent, 'PUT')).data.user).toMatchObject({ enabled: false })
    await call('ana', `unarchive/user/${made._id}`, {})
    expect(await read()).toMatchObject({ enabled: false, state: 'disabled' })
  })

  it('are not let in again by a form that does not say so', async () => {
    const made = await make('stays.out', { enabled: false })
    await call('ana', `user/${made._id}`, { username: 'stays.out', full_name: 'Still Out' }, 'PUT')
    expect((await call('ana', `user/${made._id}`)).data.user).toMatchObject({ state: 'disabled' })
  })
})

describe('a tenant’s administrator', () => {
  beforeAll(async () => {
    await b.db
      .insertInto('user_roles')
      .values({ user_id: people.nora.id, role_id: roleId('administrator') })
      .execute()
  })

  it('administers the own tenant alone', async () => {
    const { data } = await call('nora', 'users', { rowsPerPage: 100 })
    expect(new Set(data.rows.map(row => (row.tenant as Made | null)?._id))).toEqual(
      new Set([tenants.carpathia.id]),
    )
    expect((await call('nora', `user/${people.paulo.id}`)).status).toBe(404)
    expect(
      (await call('nora', 'user-disable', { ids: [people.paulo.id], reason: 'Not theirs' })).status,
    ).toBe(404)
    expect(fieldsOf(await call('nora', 'user', person('outside', { tenant: tenants.lusitania.id })))).toEqual(
      { tenant: 'unknown' },
    )
    expect(
      fieldsOf(await call('nora', 'user', person('above', { tenant: null, all_tenants: true }))),
    ).toEqual({ all_tenants: 'beyond_yours' })
  })

  it('sees the built-in roles and makes own ones, but no role that is more than theirs', async () => {
    const { data } = await call('nora', 'roles', { sortBy: ['name'], sortDirection: ['ASC'] })
    expect(data.rows.map(row => row.name)).toEqual([
      'administrator',
      'auditor',
      'inspector',
      'manager',
      'operator',
    ])
    const role = await call('nora', 'role', { name: 'Cashier', permissions: ['slot::list', 'slot::get'] })
    expect(role.data.role).toMatchObject({
      kind: 'own',
      permission_count: 2,
      tenant: { name: 'Carpathia Gaming' },
    })
    expect((await call('paulo', `role/${role.data.role?._id}`)).status).toBe(404)
    expect(
      (
        await call(
          'nora',
          `role/${roleId('auditor')}`,
          { name: 'auditor', permissions: ['slot::list'] },
          'PUT',
        )
      ).error,
    ).toMatchObject({ code: 'role_built_in' })
    expect((await call('nora', `delete/role/${roleId('auditor')}`, {})).error.code).toBe('role_built_in')
  })
})

describe('nobody', () => {
  it('grants what they lack, by a role, a group or a link', async () => {
    const clerk = (
      await call('ana', 'role', {
        name: 'User clerk',
        tenant: tenants.carpathia.id,
        permissions: [
          'acl_user::list',
          'acl_user::create',
          'acl_user::update',
          'acl_user_group::update',
          'acl_user_group::list',
          'acl_role::update',
          'acl_role::list',
          'slot::list',
        ],
      })
    ).data.role as Made
    await b.db.insertInto('user_roles').values({ user_id: people.andrei.id, role_id: clerk._id }).execute()
    await b.db
      .deleteFrom('user_roles')
      .where('user_id', '=', people.andrei.id)
      .where('role_id', '=', roleId('auditor'))
      .execute()
    const beyond = async (path: string, body: object) => fieldsOf(await call('andrei', path, body))
    expect(await beyond('user', person('friend', { roles: [roleId('manager')] }))).toEqual({
      roles: 'beyond_yours',
    })
    expect(await beyond('user-group', { name: 'Friends', roles: [roleId('manager')] })).toEqual({
      roles: 'beyond_yours',
    })
    expect(await beyond('role', { name: 'Locker', permissions: ['slot::lock'] })).toEqual({
      permissions: 'beyond_yours',
    })
    // Nor does anybody take over or lock out somebody who may do more.
    expect(
      (await call('andrei', 'user-disable', { ids: [people.mihai.id], reason: 'Mine now' })).error.code,
    ).toBe('user_above_you')
    expect((await call('andrei', 'user', person('colleague', { roles: [clerk._id] }))).status).toBe(200)
  })

  it('disables themselves, or takes the system’s last administrator away', async () => {
    expect((await call('ana', 'user-disable', { ids: [people.ana.id], reason: 'Holiday' })).error.code).toBe(
      'yourself',
    )
    const ana = (await call('ana', `user/${people.ana.id}`)).data.user as Made
    const without = { username: ana.username, full_name: ana.full_name, roles: [] }
    expect((await call('ana', `user/${people.ana.id}`, without, 'PUT')).error.code).toBe('last_administrator')
    const second = await make('second.admin', {
      tenant: null,
      all_tenants: true,
      roles: [roleId('administrator')],
    })
    expect((await call('ana', `user/${people.ana.id}`, without, 'PUT')).status).toBe(200)
    // The change holds at once, for the session that made it too.
    expect((await call('ana', 'users', {})).status).toBe(403)
    await b.db
      .insertInto('user_roles')
      .values({ user_id: people.ana.id, role_id: roleId('administrator') })
      .execute()
    expect((await call('ana', `archive/user/${second._id}`)).status).toBe(200)
  })
})

it('a group’s roles come and go with membership, from the next request on', async () => {
  const may = async () => (await b.request('/api/users/v1/roles', { as: 'olga', body: {} })).status
  expect(await may()).toBe(403)
  const group = (
    await call('ana', 'user-group', {
      name: 'Role readers',
      tenant: tenants.carpathia.id,
      roles: [roleId('auditor')],
      members: [people.olga.id],
    })
  ).data.user_group as Made
  expect(await may()).toBe(200)
  await call('ana', `delete/user-group/${group._id}`, {})
  expect(await may()).toBe(403)
})

it('every permission is listed, with the roles and users that have it', async () => {
  const lock = (await call('ana', 'permissions', { query: 'slot::lock' })).data.rows[0] as Made
  expect(lock).toMatchObject({ name: 'slot::lock', kind: 'operating', system_only: false })
  const having = async (list: string) =>
    (await call('ana', list, { exactFields: ['permission'], exactValues: [lock._id], rowsPerPage: 100 })).data
      .rows
  expect((await having('roles')).map(row => row.name)).toContain('operator')
  expect((await having('users')).map(row => row._id)).toContain(people.olga.id)
  expect((await having('users')).map(row => row._id)).not.toContain(people.irina.id)
})
