import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '../auth/passwords.service'
import { endLinks } from '../auth/password-links.service'
import { endFamiliesOf } from '../auth/token-family.service'
import { usernameKey } from '../auth/login-lock.service'
import type { InputOf } from '../../platform/contract/contract'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import { absent, derived, readOnlyFlag, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { Store, WriteContext } from '../../platform/store/store-spec'
import { scopeOf, type Actor, type Scope } from '../../platform/request/actor'
import { demandAdministrator } from '../auth/administrator.service'
import { renameInWork } from './renamed-user.service'
import { demandNotAbove, demandPermissions, demandRoles, permissionsOfRoles } from './grants'
import { endFormerPassword, passwordColumns } from './given-password'
import { demandWhole } from './demand-whole.service'
import { hasRole, holdersOf } from './role-holders'
import { nameOthers, othersOf, saveOthers, type Pairs } from './references'
import { bumpRules } from '../auth/rules-of.service'
import { lookalikeKey } from '../auth/username.contract'
import { usersContract } from './users.contract'

type Writing = WriteContext<typeof usersContract>

const roles: Pairs = { table: 'user_roles', own: 'user_id', other: 'role_id', target: 'roles', label: 'name' }
const groups: Pairs = {
  table: 'user_group_members',
  own: 'user_id',
  other: 'group_id',
  target: 'user_groups',
  label: 'name',
}

/** Nobody who is archived signs in. What was chosen before holds again once they are no longer. */
const isActive = (row: Stored): boolean => row.enabled === 1 && row.archived_at === null

const store = defineStore(usersContract, {
  table: 'users',
  columns: {
    email_verified: readOnlyFlag('email_verified'),
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    all_tenants: derived(['tenant_id'], row => row.tenant_id === SYSTEM_TENANT),
    enabled: {
      column: 'enabled',
      of: ['enabled', 'archived_at'],
      read: isActive,
      write: value => (value === undefined ? {} : { enabled: value === true ? 1 : 0 }),
    },
    state: derived(['enabled', 'archived_at'], row => (isActive(row) ? 'active' : 'disabled')),
    roles: absent,
    groups: absent,
    last_sign_in_at: derived(['last_sign_in_at'], row => row.last_sign_in_at ?? null),
    // Of somebody new nobody has set one yet.
    password_changed_at: derived(['password_unset', 'password_changed_at'], row =>
      row.password_unset === 1 ? null : row.password_changed_at,
    ),
  },
  search: ({ username, full_name, email, job_title }) =>
    [username, full_name, email, job_title] as (string | null)[],
  reads: {
    last_sign_in_at: () => sql`(select max(f.created_at) from token_families f where f.user_id = t.id)`,
  },
  adds: {
    roles: ({ db }, rows) => nameOthers(db, rows, 'roles', roles),
    groups: ({ db }, rows) => nameOthers(db, rows, 'groups', groups),
  },
  names: { group: 'user_groups', permission: null, role: 'roles' },
  filters: {
    state: (value: string) =>
      value === 'active'
        ? sql<boolean>`(t.enabled = 1 and t.archived_at is null)`
        : sql<boolean>`(t.enabled = 0 or t.archived_at is not null)`,
    group: (id: string) =>
      sql<boolean>`t.id in (select m.user_id from user_group_members m where m.group_id = ${id})`,
    permission: (id: string) => {
      const held = sql`select rp.role_id from role_permissions rp join permissions p on p.name = rp.permission where p.id = ${id}`
      return sql<boolean>`t.id in (select ur.user_id from user_roles ur where ur.role_id in (${held})
        union select m.user_id from user_group_members m join user_group_roles g on g.group_id = m.group_id where g.role_id in (${held}))
        and (t.tenant_id = ${SYSTEM_TENANT} or exists (select 1 from permissions p where p.id = ${id} and p.system_only = 0))`
    },
  },
  setFilters: {
    role: async (ids, { db }) =>
      sql<boolean>`(${sql.join(await Promise.all(ids.map(id => hasRole(db, id))), sql` or `)})`,
  },
  counts: { role: holdersOf },
  mayChange: demandWhole,
  prepare,
  link,
})

/** A user who is archived is signed out, and nobody locks the last administrator out. */
export const usersStore: Store<typeof usersContract> = {
  ...store,
  archive: async (db, actor, id, archived, now) => {
    const before = await store.get(db, scopeOf(actor), id, now)
    await demandNotAbove(db, actor, { id, tenantId: before.tenant?._id ?? SYSTEM_TENANT })
    if (archived && id === actor.id) throw yourself()
    const after = await store.archive(db, actor, id, archived, now)
    if (archived) {
      await endFamiliesOf(db, id, 'disabled', now)
      await endLinks(db, id, now)
      await demandAdministrator(db)
    }
    return after
  },
}

const yourself = () =>
  new Problem(409, 'yourself', { message: 'Somebody else has to do this to your own account' })

async function prepare({ db, actor, scope, id, now, before, input }: Writing): Promise<Stored> {
  const owner = ownerOf(input, scope, before)
  if (before) await demandNotAbove(db, actor, { id, tenantId: owner })
  // One's own takes the one before: it is changed in the profile.
  if (before && id === actor.id && (input.enabled === false || input.password !== undefined)) throw yourself()
  const changesName = !before || before.username !== input.username
  if (changesName) await demandFreeName(db, id, input.username)
  // Somebody who is new signs in by a link; until then there is a password that nobody has seen.
  const first = before
    ? {}
    : {
        password_hash: await hashPassword(randomBytes(32).toString('base64url')),
        password_changed_at: now,
        password_unset: 1,
        email_verified: 0,
        language: null,
        time_zone: null,
        enabled: input.enabled === false ? 0 : 1,
      }
  const emailChanged = before && before.email !== input.email
  return {
    tenant_id: owner,
    ...(changesName && {
      username_key: usernameKey(input.username),
      lookalike_key: lookalikeKey(input.username),
    }),
    ...first,
    ...(await passwordColumns(db, input, owner, now)),
    ...(emailChanged && { email_verified: 0 }),
  }
}

/** Roles and groups are tied to a row that is there. What goes or comes may not be more than the giver has. */
async function link({ db, actor, id, now, before, input }: Writing): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select(['tenant_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const owner = row.tenant_id
  if (before && before.username !== input.username)
    await renameInWork(db, { id, tenantId: owner, from: String(before.username), to: input.username })
  if (input.roles) {
    const held = await othersOf(db, id, roles)
    await demandRoles(
      { db, actor, owner, field: 'roles' },
      input.roles.filter(role => !held.includes(role)),
    )
    await saveOthers(db, id, input.roles, roles)
  }
  if (input.groups) {
    const held = await othersOf(db, id, groups)
    const joined = input.groups.filter(group => !held.includes(group))
    await demandGroups(db, actor, owner, joined)
    await saveOthers(db, id, input.groups, groups)
    await bumpRules(db)
    await recount(db, [...held, ...input.groups])
  }
  if (input.enabled === false && before?.enabled === 1) await endFamiliesOf(db, id, 'disabled', now)
  if (before && input.password !== undefined) await endFormerPassword(db, before, now)
  // A link in the inbox of an address that is no longer theirs, or of somebody who was let go, opens nothing.
  if (before && (input.enabled === false || before.email !== input.email)) await endLinks(db, id, now)
  // Only what is taken away can be the last of it. The row itself is written after this.
  if (before && owner === SYSTEM_TENANT)
    await demandAdministrator(db, input.enabled === false ? id : undefined)
}

async function demandGroups(db: Db, actor: Actor, owner: string, joined: readonly string[]): Promise<void> {
  if (joined.length === 0) return
  const found = await db
    .selectFrom('user_groups')
    .select('id')
    .where('id', 'in', joined)
    .where('tenant_id', '=', owner)
    .execute()
  if (found.length < joined.length) throw invalidField('groups', 'unknown')
  const given = await db
    .selectFrom('user_group_roles')
    .select('role_id')
    .distinct()
    .where('group_id', 'in', joined)
    .execute()
  const names = await permissionsOfRoles(
    db,
    given.map(row => row.role_id),
  )
  demandPermissions(actor, owner, names, 'groups')
}

async function recount(db: Db, touched: readonly string[]): Promise<void> {
  if (touched.length === 0) return
  await sql`update user_groups set member_count = (select count(*) from user_group_members m where m.group_id = user_groups.id)
    where id in (${sql.join([...new Set(touched)])})`.execute(db)
}

async function demandFreeName(db: Db, id: string, name: string): Promise<void> {
  const twin = await db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', id)
    .where(eb =>
      eb.or([eb('username_key', '=', usernameKey(name)), eb('lookalike_key', '=', lookalikeKey(name))]),
    )
    .executeTakeFirst()
  if (twin) throw invalidField('username', 'taken')
}

/** All tenants are an explicit choice, since a value that is left out must not mean the widest access. */
function ownerOf(
  { tenant, all_tenants: all }: InputOf<typeof usersContract>,
  scope: Scope,
  before: Stored | undefined,
): string {
  // What a user did stays with the tenant whose user they were.
  if (before) {
    const held = String(before.tenant_id)
    if ((tenant && tenant !== held) || (all && held !== SYSTEM_TENANT)) throw invalidField('tenant', 'fixed')
    return held
  }
  if (all && scope.tenantId !== null) throw invalidField('all_tenants', 'beyond_yours')
  if (all && tenant) throw invalidField('tenant', 'all_tenants')
  const owner = all ? SYSTEM_TENANT : (tenant ?? scope.tenantId)
  if (owner === null) throw invalidField('tenant', 'required')
  return owner
}
