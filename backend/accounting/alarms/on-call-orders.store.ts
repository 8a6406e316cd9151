import { demandWhole } from '../../identity/acl/demand-whole.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField } from '../../platform/contract/problem'
import { absent, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { demandFree } from '../../platform/store/demand-free'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { idsIn } from '../../workflow/news/chosen-locations.service'
import { fromTurnOf } from './on-call'
import { onCallOrdersContract } from './on-call-orders.contract'

export const store = defineStore(onCallOrdersContract, {
  table: 'on_call_orders',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    people: { of: ['people'], read: row => idsIn(row.people), write: () => ({}) },
    on_call: absent,
  },
  search: ({ name }) => [name] as (string | null)[],
  adds: { people: namePeople },
  more: async ({ db, now }, row) => {
    const names = row.people as string[]
    const working = await db
      .selectFrom('users')
      .select('username')
      .where('username', 'in', names.length > 0 ? names : [''])
      .where('tenant_id', '=', (row.tenant as { _id: string })._id)
      .where('enabled', '=', 1)
      .where('archived_at', 'is', null)
      .execute()
    const active = new Set(working.map(({ username }) => username))
    row.on_call = fromTurnOf(names, row as never, now).find(name => active.has(name)) ?? null
  },
  mayChange: demandWhole,
  prepare,
})

/** By user name, in their order. */
async function namePeople({ db }: { db: Db }, rows: readonly Stored[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(row => row.people as string[]))]
  const found =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  const names = new Map(found.map(({ id, username }) => [id, username]))
  for (const row of rows) row.people = (row.people as string[]).flatMap(id => names.get(id) ?? [])
}

/** Who has been disabled or archived since stays in the order, and is left out while they are. */
async function prepare({
  db,
  scope,
  id,
  before,
  input,
}: WriteContext<typeof onCallOrdersContract>): Promise<Stored> {
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
  if (owner === null || owner === SYSTEM_TENANT) throw invalidField('tenant', 'required')
  if (input.tenant !== null && input.tenant !== owner)
    throw invalidField('tenant', before ? 'fixed' : 'unknown')
  if (!(await db.selectFrom('tenants').select('id').where('id', '=', owner).executeTakeFirst()))
    throw invalidField('tenant', 'unknown')
  await demandFree(db, 'on_call_orders', id, { tenant_id: owner, name: input.name }, 'name')
  const known = before ? idsIn(before.people) : []
  const found = await db
    .selectFrom('users')
    .select(['id', 'username', 'enabled', 'archived_at'])
    .where('username', 'in', input.people)
    .where('tenant_id', '=', owner)
    .execute()
  const people = input.people.map(name => {
    const person = found.find(one => one.username === name)
    if (!person || (!known.includes(person.id) && (person.enabled !== 1 || person.archived_at !== null)))
      throw invalidField('people', 'no_such_people', { names: name })
    return person.id
  })
  return { tenant_id: owner, people: JSON.stringify(people) }
}
