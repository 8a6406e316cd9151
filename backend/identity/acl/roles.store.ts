import { sql } from 'kysely'
import { insertMany } from '../../platform/db/bulk'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import { absent, derived, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { Store, WriteContext } from '../../platform/store/store-spec'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { demandAdministrator } from '../auth/administrator.service'
import { demandPermissions, permissionsOfRoles } from './grants'
import { demandWhole } from './demand-whole.service'
import { rolesContract } from '../auth/roles.contract'

type Writing = WriteContext<typeof rolesContract>

const store = defineStore(rolesContract, {
  table: 'roles',
  columns: {
    kind: derived(['built_in'], row => (row.built_in === 1 ? 'built_in' : 'own')),
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    permission_count: derived(['permission_count'], row => Number(row.permission_count)),
    permissions: absent,
  },
  search: ({ name, note }) => [name, note] as (string | null)[],
  reads: {
    permission_count: () => sql`(select count(*) from role_permissions rp where rp.role_id = t.id)`,
  },
  shared: sql<boolean>`t.built_in = 1`,
  names: { permission: null },
  filters: {
    kind: (value: string) => sql<boolean>`t.built_in = ${value === 'built_in' ? 1 : 0}`,
    permission: (id: string) =>
      sql<boolean>`t.id in (select rp.role_id from role_permissions rp join permissions p on p.name = rp.permission where p.id = ${id})`,
  },
  more: async ({ db }, row) => {
    row.permissions = (await permissionsOfRoles(db, [String(row._id)])).sort()
  },
  mayChange: demandWhole,
  prepare,
  link,
  archiveBlockers: async (db, ids) => {
    const rows = await db
      .selectFrom('roles')
      .select('id')
      .where('id', 'in', ids)
      .where('built_in', '=', 1)
      .execute()
    return new Map(
      rows.map(({ id }) => [id, { code: 'role_built_in', message: 'A built-in role follows the release' }]),
    )
  },
})

export const rolesStore: Store<typeof rolesContract> = {
  ...store,
  remove: async (db, actor, id, removal, now) => {
    const role = await store.get(db, scopeOf(actor), id, now)
    await demandRoleNotAbove(db, actor, id, role.tenant?._id ?? SYSTEM_TENANT)
    await store.remove(db, actor, id, removal, now)
  },
}

/** Throws 403 for a role that can do more than the actor. */
async function demandRoleNotAbove(db: Db, actor: Actor, id: string, owner: string): Promise<void> {
  try {
    demandPermissions(actor, owner, await permissionsOfRoles(db, [id]))
  } catch {
    throw new Problem(403, 'role_above_you', { message: 'The role may do more than you may' })
  }
}

async function prepare({ db, actor, scope, id, before, input }: Writing): Promise<Stored> {
  if (before?.built_in === 1)
    throw new Problem(409, 'role_built_in', { message: 'A built-in role follows the release' })
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId ?? SYSTEM_TENANT)
  if (before && input.tenant && input.tenant !== owner) throw invalidField('tenant', 'fixed')
  if (before) await demandRoleNotAbove(db, actor, id, owner)
  demandPermissions(actor, owner, input.permissions)
  const twin = await db
    .selectFrom('roles')
    .select('id')
    .where(eb => eb.or([eb('tenant_id', '=', owner), eb('built_in', '=', 1)]))
    .where('name', '=', input.name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (twin) throw invalidField('name', 'taken')
  return { tenant_id: owner, ...(!before && { built_in: 0 }) }
}

/** The role's version grows with its row, which is how every backend notices on the next request. */
async function link({ db, id, before, input }: Writing): Promise<void> {
  await db.deleteFrom('role_permissions').where('role_id', '=', id).execute()
  await insertMany(
    db,
    'role_permissions',
    { role_id: 'text', permission: 'text' },
    input.permissions.map(permission => ({ role_id: id, permission })),
  )
  if (before && before.tenant_id === SYSTEM_TENANT) await demandAdministrator(db)
}
