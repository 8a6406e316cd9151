/** Each permission that a user has, with every role and group that it comes from. */
import { sql } from 'kysely'
import { permissionCatalogue, type Permission } from '../../platform/contract/permissions'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { isFactorDue } from '../auth/factor.service'
import { effectiveIn } from './grants'
import { reachUnderRules } from '../auth/narrowed-permissions.service'
import type { RightCell, RightsMatrix } from './rights-matrix.contract'
import { MOST_NAMES, type RightOrigin, type UserRights, type WhoGrants } from './rights.contract'

/** A role that a user has, by themselves or (then with its name) with a group. */
interface Held {
  user_id: string
  role_id: string
  role: string
  group_id: string | null
  group: string
}

/** Throws 404 for a user who is not there or not in scope. */
export async function readRights(db: Db, scope: Scope, userId: string): Promise<UserRights> {
  const [user] = await usersIn(db, scope, [userId])
  if (!user) throw new Problem(404, 'not_found')
  const held = await heldBy(db, [userId])
  const ofRoles = await permissionsByRole(db, held)
  const offered = new Set<string>(permissionCatalogue)
  const names = [...new Set([...ofRoles.values()].flat())].filter(name => offered.has(name)).sort()
  const effective = new Set(effectiveIn(user.tenant_id, names))
  const rules = await rulesAbout(db, [user], held)
  const isNarrowed = rules.has(user.id)
  const reachOf = (name: string) => (isNarrowed ? reachUnderRules(name as Permission) : 'whole')
  const whyNot = (name: string) =>
    !effective.has(name) ? 'system' : reachOf(name) === 'refused' ? 'rules' : null
  return {
    second_factor_due: await isFactorDue(db, { id: user.id, tenantId: user.tenant_id }),
    user: {
      _id: user.id,
      name: user.full_name,
      tenant: user.tenant === null ? null : { _id: user.tenant_id, name: user.tenant },
    },
    permissions: names.map(name => ({
      name,
      from: held.filter(one => ofRoles.get(one.role_id)?.includes(name)).map(originOf),
      withheld: whyNot(name) !== null,
      why: whyNot(name),
      narrowed: whyNot(name) === null && reachOf(name) === 'part',
    })),
    rules: (rules.get(user.id) ?? []).map(({ id, name, model, via_id, via }) => ({
      _id: id,
      name,
      model,
      via: via_id === null ? null : { _id: via_id, name: via ?? '' },
    })),
  }
}

/** Of many users at once, by as many queries as of one; who is not there or not in scope is left out. */
export async function readMatrix(db: Db, scope: Scope, userIds: readonly string[]): Promise<RightsMatrix> {
  const found = await usersIn(db, scope, userIds)
  const byId = new Map(found.map(one => [one.id, one]))
  const users = [...new Set(userIds)].flatMap(id => byId.get(id) ?? [])
  const held = await heldBy(db, userIds)
  const rolesOf = new Map<string, string[]>(users.map(({ id }) => [id, []]))
  for (const { user_id, role_id } of held) rolesOf.get(user_id)?.push(role_id)
  const ofRoles = await permissionsByRole(db, held)
  const rules = await rulesAbout(db, users, held)
  return {
    permissions: [...permissionCatalogue],
    users: users.map(({ id, tenant_id }) => {
      const names = [...new Set((rolesOf.get(id) ?? []).flatMap(role => ofRoles.get(role) ?? []))]
      const effective = new Set(effectiveIn(tenant_id, names))
      const isNarrowed = rules.has(id)
      const cell = (name: Permission): RightCell =>
        !effective.has(name) ? '-' : isNarrowed ? cellUnderRules[reachUnderRules(name)] : 'g'
      return { _id: id, cells: permissionCatalogue.map(cell).join('') }
    }),
  }
}

const cellUnderRules = { whole: 'g', part: 'n', refused: '-' } as const

interface FoundUser {
  id: string
  full_name: string
  tenant_id: string
  tenant: string | null
}

const usersIn = (db: Db, { tenantId }: Scope, ids: readonly string[]): Promise<FoundUser[]> =>
  db
    .selectFrom('users as u')
    .leftJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.full_name', 'u.tenant_id', 't.name as tenant'])
    .where('u.id', 'in', ids)
    .$if(tenantId !== null, query => query.where('u.tenant_id', '=', tenantId ?? ''))
    .execute()

async function heldBy(db: Db, ids: readonly string[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select ur.user_id, r.id as role_id, r.name as role, null as group_id, '' as "group"
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id in (${sql.join([...ids])})
    union all
    select m.user_id, r.id, r.name, g.id, g.name
    from user_group_members m join user_groups g on g.id = m.group_id
    join user_group_roles gr on gr.group_id = g.id join roles r on r.id = gr.role_id
    where m.user_id in (${sql.join([...ids])})
    order by 3, 5`.execute(db)
  return rows
}

async function permissionsByRole(db: Db, held: readonly Held[]): Promise<Map<string, string[]>> {
  const roles = [...new Set(held.map(one => one.role_id))]
  const found = new Map<string, string[]>(roles.map(role => [role, []]))
  if (roles.length === 0) return found
  const rows = await db
    .selectFrom('role_permissions')
    .select(['role_id', 'permission'])
    .where('role_id', 'in', roles)
    .execute()
  for (const { role_id, permission } of rows) found.get(role_id)?.push(permission)
  return found
}

const originOf = ({ role_id, role, group_id, group }: Held): RightOrigin => ({
  role: { _id: role_id, name: role },
  group: group_id === null ? null : { _id: group_id, name: group },
})

interface FoundRule {
  id: string
  name: string
  model: UserRights['rules'][number]['model']
  tenant_id: string
  user_id: string | null
  role_id: string | null
  group_id: string | null
  via_id: string | null
  via: string | null
}

/** By user, as `rulesOf` finds them for one; users without any are left out. */
async function rulesAbout(
  db: Db,
  users: readonly FoundUser[],
  held: readonly Held[],
): Promise<Map<string, FoundRule[]>> {
  const found = new Map<string, FoundRule[]>()
  if (users.length === 0) return found
  const ids = sql.join(users.map(user => user.id))
  const members = await sql<{ user_id: string; group_id: string }>`
    select user_id, group_id from user_group_members where user_id in (${ids})`.execute(db)
  const roles = [...new Set(held.map(one => one.role_id))]
  const ofRoles = roles.length === 0 ? sql`1 = 0` : sql`r.role_id in (${sql.join(roles)})`
  const { rows } = await sql<FoundRule>`
    select r.id, r.name, r.model, r.tenant_id, r.user_id, r.role_id, r.group_id,
      coalesce(o.id, g.id) as via_id, coalesce(o.name, g.name) as via
    from acl_rules r left join roles o on o.id = r.role_id left join user_groups g on g.id = r.group_id
    where r.archived_at is null and (r.user_id in (${ids}) or ${ofRoles}
      or r.group_id in (select m.group_id from user_group_members m where m.user_id in (${ids})))
    order by r.name, r.id`.execute(db)
  if (rows.length === 0) return found
  const pairs = (list: readonly { user_id: string }[], other: 'role_id' | 'group_id') =>
    new Set(list.map(one => `${one.user_id} ${(one as unknown as Record<string, string>)[other]}`))
  const hasRole = pairs(held, 'role_id')
  const inGroup = pairs(members.rows, 'group_id')
  for (const { id, tenant_id } of users) {
    const own = rows.filter(
      rule =>
        (rule.tenant_id === tenant_id || rule.tenant_id === SYSTEM_TENANT) &&
        (rule.user_id === id ||
          hasRole.has(`${id} ${rule.role_id}`) ||
          inGroup.has(`${id} ${rule.group_id}`)),
    )
    if (own.length > 0) found.set(id, own)
  }
  return found
}

/**
 * People of the system are named to each other alone: a tenant without anybody who gives roles asks the operator of the
 * installation.
 */
export async function readWhoGrants(db: Db, { tenantId }: Scope, permission: string): Promise<WhoGrants> {
  const owner = tenantId ?? SYSTEM_TENANT
  const [roles, people] = await Promise.all([
    sql<{ name: string }>`select r.name from roles r join role_permissions p on p.role_id = r.id
      where p.permission = ${permission} and r.archived_at is null and (r.built_in = 1 or r.tenant_id = ${owner})
      order by r.name limit ${MOST_NAMES}`.execute(db),
    sql<{ name: string }>`select u.full_name as name from users u
      where u.tenant_id = ${owner} and u.enabled = 1 and u.archived_at is null and exists (
        select 1 from role_permissions p where p.permission = 'acl_user::update' and p.role_id in (
          select ur.role_id from user_roles ur where ur.user_id = u.id
          union all
          select g.role_id from user_group_members m join user_group_roles g on g.group_id = m.group_id
          where m.user_id = u.id))
      order by u.full_name limit ${MOST_NAMES}`.execute(db),
  ])
  return {
    permission,
    roles: roles.rows.map(({ name }) => name),
    people: people.rows.map(({ name }) => name),
  }
}
