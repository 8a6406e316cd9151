/** A filter that names something of another tenant answers as for something that nobody has, on every list there is. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, tenants } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { NOTHING, type List } from '../../../tests/support/list-laws'
import { roleId } from '../../identity/auth/roles'

let full: FullLists
let token = ''
/** What Paulo of Lusitânia may not see: by table, ids of the rival, of the system, and of tenants themselves. */
let foreign: Map<string, string[]>

beforeAll(async () => {
  full = await fullLists()
  const { backend, ask } = full
  // A role of the rival's own, with what hangs on it: whose ids are tried must lead somewhere.
  const { role } = (
    await ask('/api/users/v1/role', {
      name: 'Carpathia’s readers',
      permissions: ['slot::list', 'location::list'],
      tenant: tenants.carpathia.id,
    })
  ).body.data as unknown as Record<string, { _id: string }>
  const given = await ask('/api/users/v1/user-group', {
    name: 'Readers',
    tenant: tenants.carpathia.id,
    roles: [role?._id],
    members: [people.olga.id],
  })
  expect(given.status).toBe(200)
  await backend.db
    .insertInto('user_roles')
    .values({ user_id: people.paulo.id, role_id: roleId('administrator') })
    .execute()
  token = await backend.login('paulo')
  foreign = await idsOfOthers()
}, 120_000)
afterAll(() => full.backend.close())

/** Per table, so that what is many does not crowd out what is few. */
const MOST = 6

async function idsOfOthers(): Promise<Map<string, string[]>> {
  const { db } = full.backend
  const tables = (await db.introspection.getTables()).filter(({ name, columns, isView }) => {
    const has = (column: string) => columns.some(one => one.name === column)
    return !isView && name !== 'roles' && has('id') && has('tenant_id')
  })
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)}
      where tenant_id <> ${tenants.lusitania.id} order by id limit ${MOST}`.execute(db)
    const ids = rows.map(row => String(row.id)).filter(id => /^[0-9a-f]{24}$/.test(id))
    if (ids.length > 0) found.set(name, ids)
  }
  const roles = await db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '<>', tenants.lusitania.id)
    .where('built_in', '=', 0)
    .execute()
  found.set(
    'roles',
    roles.map(({ id }) => id),
  )
  found.set('tenants', [tenants.carpathia.id])
  return found
}

/** Filters whose values are ids. */
const idFilters = ({ list }: List): string[] =>
  Object.entries(list.filters.shape)
    .filter(
      ([, schema]) =>
        (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(NOTHING).success &&
        !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse('no id').success,
    )
    .map(([name]) => name)

/** What is answered, without times and numbers of the request. */
async function answer(path: string, body: object): Promise<string> {
  const { status, body: said } = await full.backend.json(path, { token, body })
  return JSON.stringify([status, said.data?.rows, said.data?.total, said.error?.code])
}

/** As many as there are of others: a list may refuse to be asked for so many at once. */
const nobodys = (ids: readonly string[]) => ids.map((_, at) => NOTHING.slice(0, 20) + String(1_000 + at))

const AT_ONCE = 200
const pieces = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )

it('of every list, with every id of another tenant', { timeout: 120_000 }, async () => {
  expect([...foreign.keys()]).toEqual(
    expect.arrayContaining(['roles', 'users', 'user_groups', 'acl_groups', 'locations', 'slots', 'tenants']),
  )
  const wrong: string[] = []
  let tried = 0
  const everybodys = pieces([...new Set([...foreign.values()].flat())])
  for (const list of full.lists) {
    const { exactFields, exactValues } = full.needed(list.path)
    const asked = (name: string, ids: readonly string[]) =>
      answer(list.path, { exactFields: [...exactFields, name], exactValues: [...exactValues, ids] })
    for (const name of idFilters(list)) {
      if (exactFields.includes(name)) continue
      tried++
      for (const ids of everybodys) {
        if ((await asked(name, ids)) === (await asked(name, nobodys(ids)))) continue
        for (const [table, of] of foreign)
          if ((await asked(name, of)) !== (await asked(name, nobodys(of))))
            wrong.push(`${list.path}: ${name} names one of ${table}`)
      }
    }
    if (!list.list.raw) continue
    const unknown = (type: string) => answer(list.path, { type, id: NOTHING })
    for (const [type, table] of [
      ['slot', 'slots'],
      ['location', 'locations'],
      ['tenant', 'tenants'],
      ['smib', 'smibs'],
    ] as const)
      for (const id of (foreign.get(table) ?? []).slice(0, 3))
        if ((await answer(list.path, { type, id })) !== (await unknown(type)))
          wrong.push(`${list.path}: ${type} ${id} of another tenant`)
  }
  expect(tried).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})
