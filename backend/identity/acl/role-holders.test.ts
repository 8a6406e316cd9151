/**
 * A list of users by a role tells the same however many have it: a frequent role is looked for in another way than a
 * rare one.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { newId } from '../../platform/db/new-id'

const MANY = 2_100
const role = newId()
const group = newId()
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  const now = b.clock()
  const kept = { version: 1, archived_at: null, created_at: now, updated_at: now, note: null }
  const tenant_id = tenants.carpathia.id
  await b.db
    .insertInto('roles')
    .values({ ...kept, id: role, tenant_id, name: 'Night shift', search: 'night shift', built_in: 0 })
    .execute()
  await b.db
    .insertInto('user_groups')
    .values({ ...kept, id: group, tenant_id, name: 'Nights', search: 'nights', member_count: 1 })
    .execute()
  await b.db.insertInto('user_group_roles').values({ group_id: group, role_id: role }).execute()
  await b.db
    .insertInto('user_group_members')
    .values([people.nora.id, people.olga.id].map(user_id => ({ group_id: group, user_id })))
    .execute()
  await b.db.insertInto('user_roles').values({ user_id: people.olga.id, role_id: role }).execute()
})
afterAll(() => b.close())

const found = async (body: object = {}, as: 'ana' | 'mihai' = 'ana') => {
  const answer = await b.json<{ data: { total: number; rows: { username: string }[] } }>(
    '/api/users/v1/users',
    {
      as,
      body: { rowsPerPage: 10, exactFields: ['role'], exactValues: [role], ...body },
    },
  )
  return { total: answer.body.data.total, names: answer.body.data.rows.map(({ username }) => username) }
}

it('few who have a role of their own or by a group, each once', async () => {
  expect(await found({ sortBy: ['username'], sortDirection: ['ASC'] })).toEqual({
    total: 2,
    names: ['nora', 'olga'],
  })
})

it('many, without those who are archived, in any order, narrowed further, and in a tenant of their own', async () => {
  const model = await b.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', people.olga.id)
    .executeTakeFirstOrThrow()
  const users = Array.from({ length: MANY }, (_, nr) => ({
    ...model,
    id: newId(),
    username: `person.${nr}`,
    username_key: `person.${nr}`,
    lookalike_key: null,
    search: `person.${nr}`,
    // One in a hundred was let go.
    archived_at: nr % 100 === 0 ? b.clock() : null,
    tenant_id: nr % 2 === 0 ? tenants.carpathia.id : tenants.lusitania.id,
  }))
  for (let from = 0; from < MANY; from += 300) {
    const some = users.slice(from, from + 300)
    await b.db.insertInto('users').values(some).execute()
    await b.db
      .insertInto('user_roles')
      .values(some.map(({ id }) => ({ user_id: id, role_id: role })))
      .execute()
  }
  const all = 2 + MANY - MANY / 100
  expect(await found()).toMatchObject({ total: all })
  expect((await found()).names).toContain(`person.${MANY - 1}`)
  expect(await found({ sortBy: ['username'], sortDirection: ['ASC'], rowsPerPage: 1 })).toEqual({
    total: all,
    names: ['nora'],
  })
  expect((await found({ show_all: true })).total).toBe(2 + MANY)
  expect((await found({ query: 'person.1234' })).names).toEqual(['person.1234'])
  expect((await found({ exactFields: ['role', 'state'], exactValues: [role, 'disabled'] })).total).toBe(0)
  expect((await found({}, 'mihai')).total).toBe(2 + MANY / 2 - MANY / 100)
  const nobody = { exactValues: ['f'.repeat(24)] }
  expect(await found(nobody)).toEqual({ total: 0, names: [] })
  expect((await found({ exactValues: [[role, 'f'.repeat(24)]] })).total).toBe(all)
})
