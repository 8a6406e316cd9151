/** The members of a group by name, and the excluded ones. */
import { sql, type RawBuilder } from 'kysely'
import { invalidField } from '../../platform/contract/problem'
import { SYSTEM_TENANT, type Reference } from '../../platform/contract/primitives'
import type { Stored } from '../../platform/store/columns'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Reading } from '../../platform/store/store-spec'
import type { Scope } from '../../platform/request/actor'
import type { EntityGroupMembersTable, EntityType } from './entity-groups.table'

const kinds = {
  tenant: { table: 'tenants', owner: 'id', label: 'name' },
  location: { table: 'locations', owner: 'tenant_id', label: 'name' },
  slot: { table: 'slots', owner: 'tenant_id', label: 'serial' },
} as const

interface Chosen {
  group: string
  type: EntityType
  owner: string
  scope: Scope
  chosen: string[]
  left_out: string[]
}

/** Throws 422: `unknown` for what the writer may not see, `other_tenant` for what is not the group's tenant's. */
export async function saveMembers(
  db: Db,
  { group, type, owner, scope, chosen, left_out }: Chosen,
): Promise<void> {
  const { table, owner: ownedBy } = kinds[type]
  for (const [field, ids] of [
    ['members', chosen],
    ['excluded', left_out],
  ] as const) {
    if (ids.length === 0) continue
    const { rows } = await sql<{
      id: string
      owner: string
    }>`select e.id, ${sql.ref(`e.${ownedBy}`)} as owner from ${sql.table(table)} e
      where e.id in (${sql.join(ids)}) and ${inScope(ownedBy, scope)}`.execute(db)
    const code =
      rows.length < ids.length
        ? 'unknown'
        : owner !== SYSTEM_TENANT && rows.some(row => row.owner !== owner)
          ? 'other_tenant'
          : null
    if (code) throw invalidField(field, code)
  }
  await db.deleteFrom('entity_group_members').where('group_id', '=', group).execute()
  const row =
    (mode: 'in' | 'out') =>
    (member_id: string): EntityGroupMembersTable => ({ group_id: group, mode, member_id })
  await insertMany<EntityGroupMembersTable>(
    db,
    'entity_group_members',
    { group_id: 'text', mode: 'text', member_id: 'text' },
    [...chosen.map(row('in')), ...left_out.map(row('out'))],
  )
}

/** Adds `members` and `excluded` to a group's row, by name. */
export async function namedMembers({ db, scope }: Reading, type: EntityType, row: Stored): Promise<void> {
  const { table, owner, label } = kinds[type]
  const { rows } = await sql<
    Reference & { mode: 'in' | 'out' }
  >`select e.id as "_id", ${sql.ref(`e.${label}`)} as name, m.mode from entity_group_members m
    join ${sql.table(table)} e on e.id = m.member_id where m.group_id = ${String(row._id)} and ${inScope(owner, scope)} order by name, e.id`.execute(
    db,
  )
  const named = (mode: 'in' | 'out') =>
    rows.filter(one => one.mode === mode).map(({ _id, name }) => ({ _id, name }))
  Object.assign(row, { members: named('in'), excluded: named('out') })
}

const inScope = (owner: string, { tenantId }: Scope): RawBuilder<boolean> =>
  tenantId === null ? sql<boolean>`1 = 1` : sql<boolean>`${sql.ref(`e.${owner}`)} = ${tenantId}`
