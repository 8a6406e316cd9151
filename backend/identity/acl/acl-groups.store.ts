import { invalidField } from '../../platform/contract/problem'
import { sql } from 'kysely'
import { SYSTEM_TENANT, type Reference } from '../../platform/contract/primitives'
import { insertMany } from '../../platform/db/bulk'
import { absent, readOnly, refTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { Reading, WriteContext } from '../../platform/store/store-spec'
import { demandFree } from '../../platform/store/demand-free'
import { aclGroupsContract } from './acl-groups.contract'
import type { Model } from '../auth/acl.table'
import { demandWhole } from './demand-whole.service'
import { bumpRules } from '../auth/rules-of.service'

type Writing = WriteContext<typeof aclGroupsContract>

const kinds = {
  tenant: { field: 'tenants', table: 'tenants', owner: 'id', label: 'name' },
  location: { field: 'locations', table: 'locations', owner: 'tenant_id', label: 'name' },
  slot: { field: 'slots', table: 'slots', owner: 'tenant_id', label: 'serial' },
} as const satisfies Record<Model, object>

export const aclGroupsStore = defineStore(aclGroupsContract, {
  table: 'acl_groups',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    member_count: readOnly('member_count'),
    tenants: absent,
    locations: absent,
    slots: absent,
  },
  search: ({ name, note }) => [name, note] as (string | null)[],
  more: nameMembers,
  mayChange: demandWhole,
  prepare,
  link,
})

async function nameMembers({ db, scope }: Reading, row: Stored): Promise<void> {
  const { table, owner, label, field } = kinds[row.model as Model]
  const mine = scope.tenantId === null ? sql`1 = 1` : sql`${sql.ref(`e.${owner}`)} = ${scope.tenantId}`
  const { rows } = await sql<Reference>`select e.id as "_id", ${sql.ref(`e.${label}`)} as name
    from acl_group_members m join ${sql.table(table)} e on e.id = m.member_id
    where m.group_id = ${String(row._id)} and ${mine} order by name, e.id`.execute(db)
  Object.assign(row, { tenants: [], locations: [], slots: [] })
  row[field] = rows.map(({ _id, name }) => ({ _id, name }))
}

async function prepare({ db, scope, id, before, input }: Writing): Promise<Stored> {
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId ?? SYSTEM_TENANT)
  if (before && input.tenant && input.tenant !== owner) throw invalidField('tenant', 'fixed')
  if (before && before.model !== input.model) throw invalidField('model', 'fixed')
  for (const [kind, { field }] of Object.entries(kinds))
    if (kind !== input.model && (input[field]?.length ?? 0) > 0) throw invalidField(field, 'other_model')
  await demandFree(db, 'acl_groups', id, { tenant_id: owner, name: input.name }, 'name')
  const members = input[kinds[input.model].field]
  return { tenant_id: owner, ...((members || !before) && { member_count: members?.length ?? 0 }) }
}

async function link({ db, id, scope, input }: Writing): Promise<void> {
  const { field, table, owner: ownedBy } = kinds[input.model]
  const members = input[field]
  if (!members) return
  const { tenant_id: owner } = await db
    .selectFrom('acl_groups')
    .select('tenant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const whose = owner === SYSTEM_TENANT ? scope.tenantId : owner
  if (members.length > 0) {
    const { rows } = await sql`select 1 from ${sql.table(table)} e where e.id in (${sql.join(members)})
      and ${whose === null ? sql`1 = 1` : sql`${sql.ref(`e.${ownedBy}`)} = ${whose}`}`.execute(db)
    if (rows.length < members.length) throw invalidField(field, 'unknown')
  }
  await db.deleteFrom('acl_group_members').where('group_id', '=', id).execute()
  await insertMany(
    db,
    'acl_group_members',
    { group_id: 'text', member_id: 'text' },
    members.map(member_id => ({ group_id: id, member_id })),
  )
  await bumpRules(db)
}
