/** The roles that somebody has: their own, and those that come with their groups. */
import type { Db } from '../../platform/db/database'

/** One row for each role, as `held`. Both halves are found by the user's id, whatever the number of users. */
export const heldRoles = (db: Db, userId: string) =>
  db
    .selectFrom('user_roles')
    .select('role_id')
    .where('user_id', '=', userId)
    .union(
      db
        .selectFrom('user_group_members as m')
        .innerJoin('user_group_roles as g', 'g.group_id', 'm.group_id')
        .select('g.role_id')
        .where('m.user_id', '=', userId),
    )

export const rolesOfUser = (db: Db, userId: string) => db.selectFrom(heldRoles(db, userId).as('held'))
