import type { Db } from '../../platform/db/database'

/** By which the console addresses somebody's picture; null without one. */
export async function avatarMarkOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('avatars').select('mark').where('user_id', '=', userId).executeTakeFirst()
  return row?.mark ?? null
}
