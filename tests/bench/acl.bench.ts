/** What access control costs a request where 200 roles and 5,000 rules are, and the list of 65,000 users. */
import { newId } from '../../backend/platform/db/new-id'
import { slots, tenants } from '../people'
import { testBackend } from '../support/backend'
import { median, report, timeOf } from './report'

const ROLES = 200
const RULES = 5_000
const USERS = 65_000

const b = await testBackend()
const now = b.clock()
const read = (token: string) => async () => {
  const response = await b.request(`/api/configuration/v1/slot/${slots.bellLink.id}`, { token })
  if (response.status !== 200) throw new Error(`a slot answered ${response.status}`)
  await response.arrayBuffer()
}
const kept = { version: 1, archived_at: null, created_at: now, updated_at: now }

/** Interleaved, so that whatever else the machine does is in both. */
async function added(plain: () => Promise<unknown>, more: () => Promise<unknown>): Promise<number> {
  const differences: number[] = []
  for (let round = 0; round < 15; round++) differences.push(-(await timeOf(plain)) + (await timeOf(more)))
  return median(differences)
}

const mihai = await b.login('mihai')
const model = await b.db
  .selectFrom('users')
  .selectAll()
  .where('username', '=', 'mihai')
  .executeTakeFirstOrThrow()
const roles = Array.from({ length: ROLES }, (_, nr) => ({ id: newId(), nr }))
await b.db
  .insertInto('roles')
  .values(
    roles.map(({ id, nr }) => ({
      ...kept,
      id,
      tenant_id: tenants.carpathia.id,
      name: `Role ${nr}`,
      note: null,
      search: `role ${nr}`,
      built_in: 0,
    })),
  )
  .execute()
await b.db
  .insertInto('role_permissions')
  .values(
    roles.flatMap(({ id }) => ['slot::list', 'slot::get'].map(permission => ({ role_id: id, permission }))),
  )
  .execute()
for (let from = 0; from < RULES; from += 500)
  await b.db
    .insertInto('acl_rules')
    .values(
      Array.from({ length: 500 }, (_, nr) => ({
        ...kept,
        id: newId(),
        tenant_id: tenants.carpathia.id,
        name: `Rule ${from + nr}`,
        search: `rule ${from + nr}`,
        note: null,
        model: (['location', 'slot'] as const)[nr % 2] ?? 'location',
        user_id: null,
        group_id: null,
        role_id: roles[(from + nr) % ROLES]?.id ?? null,
        conditions: JSON.stringify([
          nr % 2 === 0
            ? { field: 'city', values: ['Cluj-Napoca', `Town ${nr}`] }
            : { field: 'manufacturer', values: ['EGT', 'Novomatic', `Maker ${nr}`] },
        ]),
      })),
    )
    .execute()
// Somebody with eight of the roles, and so with 200 of the rules.
const andrei = await b.login('andrei')
const { id: andreiId } = await b.db
  .selectFrom('users')
  .select('id')
  .where('username', '=', 'andrei')
  .executeTakeFirstOrThrow()
const held = async (count: number) => {
  await b.db.deleteFrom('user_roles').where('user_id', '=', andreiId).execute()
  await b.db
    .insertInto('user_roles')
    .values(roles.slice(0, count).map(({ id }) => ({ user_id: andreiId, role_id: id })))
    .execute()
}
// What holds for one person is a few rules. Two hundred are measured, too, so that one who has many is not a surprise.
for (const [count, limit] of [
  [1, 0.2],
  [8, 0.5],
] as const) {
  await held(count)
  report({
    name: `access control of a request, ${ROLES} roles and ${RULES} rules, of which ${count} and ${(RULES / ROLES) * count} hold`,
    value: await added(read(mihai), read(andrei)),
    unit: 'ms more',
    limit,
  })
}

for (let from = 0; from < USERS; from += 1000)
  await b.db
    .insertInto('users')
    .values(
      Array.from({ length: 1000 }, (_, offset) => {
        const nr = from + offset
        return {
          ...model,
          id: newId(),
          username: `person.${nr}`,
          username_key: `person.${nr}`,
          lookalike_key: null,
          search: `person.${nr} given name ${nr}`,
        }
      }),
    )
    .execute()
await b.db
  .insertInto('user_roles')
  .columns(['user_id', 'role_id'])
  .expression(eb =>
    eb
      .selectFrom('users')
      .select(['id', eb.val(roles[0]?.id ?? '').as('role_id')])
      .where('username', 'like', 'person.64%'),
  )
  .execute()
await b.db
  .insertInto('user_roles')
  .columns(['user_id', 'role_id'])
  .expression(eb =>
    eb
      .selectFrom('users')
      .select(['id', eb.val(roles[1]?.id ?? '').as('role_id')])
      .where('username', 'like', 'person.%'),
  )
  .execute()
const ana = await b.login('ana')
const list = (body: object) => async () => {
  const response = await b.request('/api/users/v1/users', { token: ana, body: { rowsPerPage: 50, ...body } })
  const bytes = await response.arrayBuffer()
  if (response.status !== 200 || bytes.byteLength < 1_000)
    throw new Error(`users answered ${response.status} with ${bytes.byteLength} bytes`)
}
for (const [name, body] of [
  ['newest first', {}],
  ['by name', { sortBy: ['username'], sortDirection: ['ASC'] }],
  ['search', { query: '4412' }],
  ['who has a role', { exactFields: ['role'], exactValues: [roles[0]?.id] }],
  ['who has a role that all have', { exactFields: ['role'], exactValues: [roles[1]?.id] }],
] as const)
  report({ name: `list of 65,000 users, ${name}`, value: await timeOf(list(body)), unit: 'ms', limit: 30 })
await b.close()
