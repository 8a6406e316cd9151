/** The users who have a role, of their own or by a group, as a list asks for them. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'

/**
 * Of a role that more have, the page is found among the users in their order, and ends with its rows; of a rarer one,
 * its holders are gone through.
 */
const MANY = 2_000

const direct = (role: string) =>
  sql`select 1 from user_roles ur where ur.user_id = t.id and ur.role_id = ${role}`

/** `t` is the users. */
export async function hasRole(db: Db, role: string): Promise<RawBuilder<boolean>> {
  const all = sql`select ur.user_id from user_roles ur where ur.role_id = ${role}
    union all select m.user_id from user_group_members m join user_group_roles g on g.group_id = m.group_id where g.role_id = ${role}`
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (select 1 as held from (${all}) as held limit ${MANY + 1}) as held`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0) > MANY
    ? sql<boolean>`(exists (${direct(role)}) or exists (select 1 from user_group_members m
        join user_group_roles g on g.group_id = m.group_id where m.user_id = t.id and g.role_id = ${role}))`
    : sql<boolean>`t.id in (${all})`
}

/**
 * How many who are not archived have it: counted by the role's own index, less the few archived, and those who have it
 * by a group alone.
 */
export const holdersOf = (role: string): RawBuilder<number> =>
  sql<number>`(select count(*) from user_roles ur where ur.role_id = ${role})
    - (select count(*) from users t where t.archived_at is not null and exists (${direct(role)}))
    + (select count(*) from users t where t.archived_at is null and t.id in (select m.user_id from user_group_members m
        join user_group_roles g on g.group_id = m.group_id where g.role_id = ${role}) and not exists (${direct(role)}))`
