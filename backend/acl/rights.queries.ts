/** Each permission that a user has, with every role and group that it comes from. */
import { sql } from 'kysely'
import { SYSTEM_TENANT } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { effectiveIn } from './grants'
import { MOST_NAMES, type RightOrigin, type UserRights, type WhoGrants } from './rights.contract'

interface Held {
  permission: string
  role_id: string
  role: string
  group_id: string | null
  group: string | null
}

/** Throws 404 for a user who is not there or not in scope. */
export async function readRights(db: Db, { tenantId }: Scope, userId: string): Promise<UserRights> {
  const user = await db
    .selectFrom('users as u')
    .leftJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.full_name', 'u.tenant_id', 't.name as tenant'])
    .where('u.id', '=', userId)
    .$if(tenantId !== null, query => query.where('u.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!user) throw new Problem(404, 'not_found')
  const { rows: held } = await sql<Held>`
    select p.permission, r.id as role_id, r.name as role, null as group_id, null as "group"
    from user_roles ur join roles r on r.id = ur.role_id join role_permissions p on p.role_id = r.id
    where ur.user_id = ${userId}
    union all
    select p.permission, r.id, r.name, g.id, g.name
    from user_group_members m join user_groups g on g.id = m.group_id
    join user_group_roles gr on gr.group_id = g.id join roles r on r.id = gr.role_id
    join role_permissions p on p.role_id = r.id where m.user_id = ${userId}
    order by 1, 3, 5`.execute(db)
  const names = [...new Set(held.map(one => one.permission))]
  const effective = new Set(effectiveIn(user.tenant_id, names))
  return {
    user: {
      _id: user.id,
      name: user.full_name,
      tenant: user.tenant === null ? null : { _id: user.tenant_id, name: user.tenant },
    },
    permissions: names.map(name => ({
      name,
      from: held.filter(one => one.permission === name).map(originOf),
      withheld: !effective.has(name),
    })),
    rules: await rulesFor(db, user.id, user.tenant_id, [...new Set(held.map(one => one.role_id))]),
  }
}

const originOf = ({ role_id, role, group_id, group }: Held): RightOrigin => ({
  role: { _id: role_id, name: role },
  group: group_id === null ? null : { _id: group_id, name: group ?? '' },
})

async function rulesFor(
  db: Db,
  userId: string,
  tenantId: string,
  roles: readonly string[],
): Promise<UserRights['rules']> {
  const ofRoles = roles.length === 0 ? sql`1 = 0` : sql`r.role_id in (${sql.join([...roles])})`
  // As `rulesOf` finds them.
  const { rows } = await sql<{
    id: string
    name: string
    model: UserRights['rules'][number]['model']
    via_id: string | null
    via: string | null
  }>`select r.id, r.name, r.model, coalesce(o.id, g.id) as via_id, coalesce(o.name, g.name) as via
    from acl_rules r left join roles o on o.id = r.role_id left join user_groups g on g.id = r.group_id
    where r.archived_at is null and r.tenant_id in (${tenantId}, ${SYSTEM_TENANT})
      and (r.user_id = ${userId} or ${ofRoles}
        or r.group_id in (select m.group_id from user_group_members m where m.user_id = ${userId}))
    order by r.name, r.id`.execute(db)
  return rows.map(({ id, name, model, via_id, via }) => ({
    _id: id,
    name,
    model,
    via: via_id === null ? null : { _id: via_id, name: via ?? '' },
  }))
}

/** People of the system are named to each other alone: a tenant without anybody who gives roles asks the operator of the installation. */
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
