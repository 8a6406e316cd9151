import { sql } from 'kysely'
import type { InputOf } from '../../platform/contract/contract'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import { absent, readOnly, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { Store, WriteContext } from '../../platform/store/store-spec'
import { scopeOf, type Actor, type Scope } from '../../platform/request/actor'
import { demandFree } from '../../platform/store/demand-free'
import { demandAdministrator } from '../auth/administrator.service'
import { demandPermissions, demandRoles, permissionsOfRoles } from './grants'
import { demandWhole } from './demand-whole.service'
import { nameOthers, othersOf, saveOthers, type Pairs } from './references'
import { bumpRules } from '../auth/rules-of.service'
import { userGroupsContract } from './user-groups.contract'

type Writing = WriteContext<typeof userGroupsContract>

const roles: Pairs = {
  table: 'user_group_roles',
  own: 'group_id',
  other: 'role_id',
  target: 'roles',
  label: 'name',
}
const members: Pairs = {
  table: 'user_group_members',
  own: 'group_id',
  other: 'user_id',
  target: 'users',
  label: 'username',
}

const store = defineStore(userGroupsContract, {
  table: 'user_groups',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    member_count: readOnly('member_count'),
    roles: absent,
    members: absent,
  },
  search: ({ name, note }) => [name, note] as (string | null)[],
  adds: { roles: ({ db }, rows) => nameOthers(db, rows, 'roles', roles) },
  names: { role: 'roles', user: 'users' },
  filters: {
    role: (id: string) =>
      sql<boolean>`t.id in (select g.group_id from user_group_roles g where g.role_id = ${id})`,
    user: (id: string) =>
      sql<boolean>`t.id in (select m.group_id from user_group_members m where m.user_id = ${id})`,
  },
  more: ({ db }, row) => nameOthers(db, [row], 'members', members),
  mayChange: demandWhole,
  prepare,
  link,
})

export const userGroupsStore: Store<typeof userGroupsContract> = {
  ...store,
  remove: async (db, actor, id, removal, now) => {
    const group = await store.get(db, scopeOf(actor), id, now)
    await demandGroupNotAbove(db, actor, id, group.tenant?._id ?? SYSTEM_TENANT)
    await store.remove(db, actor, id, removal, now)
    await demandAdministrator(db)
  },
}

/** Throws 403 for a group whose roles can do more than the actor: its members would be theirs to choose. */
async function demandGroupNotAbove(db: Db, actor: Actor, id: string, owner: string): Promise<void> {
  try {
    demandPermissions(actor, owner, await permissionsOfRoles(db, await othersOf(db, id, roles)))
  } catch {
    throw new Problem(403, 'group_above_you', { message: 'The group may do more than you may' })
  }
}

async function prepare({ db, actor, scope, id, before, input }: Writing): Promise<Stored> {
  const owner = ownerOf(input, scope, before)
  if (before) await demandGroupNotAbove(db, actor, id, owner)
  await demandFree(db, 'user_groups', id, { tenant_id: owner, name: input.name }, 'name')
  return { tenant_id: owner, ...(!before && { member_count: 0 }) }
}

async function link({ db, actor, id, input }: Writing): Promise<void> {
  const { tenant_id: owner } = await db
    .selectFrom('user_groups')
    .select('tenant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (input.roles) {
    await demandRoles({ db, actor, owner, field: 'roles' }, input.roles)
    await saveOthers(db, id, input.roles, roles)
  }
  if (input.members) {
    const found =
      input.members.length === 0
        ? []
        : await db
            .selectFrom('users')
            .select('id')
            .where('id', 'in', input.members)
            .where('tenant_id', '=', owner)
            .execute()
    if (found.length < input.members.length) throw invalidField('members', 'unknown')
    await saveOthers(db, id, input.members, members)
    await bumpRules(db)
    await db
      .updateTable('user_groups')
      .set({ member_count: input.members.length })
      .where('id', '=', id)
      .execute()
  }
  if (owner === SYSTEM_TENANT) await demandAdministrator(db)
}

function ownerOf(
  { tenant }: InputOf<typeof userGroupsContract>,
  scope: Scope,
  before: Stored | undefined,
): string {
  if (before) {
    if (tenant && tenant !== before.tenant_id) throw invalidField('tenant', 'fixed')
    return String(before.tenant_id)
  }
  return tenant ?? scope.tenantId ?? SYSTEM_TENANT
}
