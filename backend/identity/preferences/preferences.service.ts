/** What a user chose for themselves, read and written as one JSON text a choice. */
import type { Db } from '../../platform/db/database'
import { preferences } from '../../platform/contract/settings.contract'

export async function readChoice(db: Db, userId: string, name: string): Promise<object | undefined> {
  const row = await db
    .selectFrom('user_settings')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && (JSON.parse(row.value) as object)
}

export async function saveChoice(
  db: Db,
  userId: string,
  name: string,
  value: object,
  now: number,
): Promise<object> {
  const row = { user_id: userId, name, value: JSON.stringify(value), updated_at: now }
  await db
    .insertInto('user_settings')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'name']).doUpdateSet({ value: row.value, updated_at: now }),
    )
    .execute()
  return value
}

/**
 * The zone in which the user reads times (ruling 28); null when they chose none, or one that this runtime no longer
 * knows.
 */
export async function chosenZone(db: Db, userId: string): Promise<string | null> {
  const read = preferences
    .pick({ time_zone: true })
    .safeParse((await readChoice(db, userId, 'preferences')) ?? {})
  return read.success ? (read.data.time_zone ?? null) : null
}
