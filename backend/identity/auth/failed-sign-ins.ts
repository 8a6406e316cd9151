/**
 * Wrong passwords since the last sign-in, shown at the next. Names that nobody has count alike, so that time reveals
 * none.
 */
import { DAY_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'

/** Most addresses stored for one name; failures from further ones are counted together. */
const MAX_ADDRESSES = 20
/** A person who signs in less often than this is shown only the newest failures. Milliseconds. */
const REPORTED_FOR_MS = 90 * DAY_MS
const MAX_ROWS = 100_000
/** Under this, what came from further addresses. */
const FURTHER = ''

export interface FailedSignIns {
  count: number
  first_at: number
  last_at: number
  /** Most recent first; `address` is null for those that came from still further ones. */
  addresses: { address: string | null; count: number; last_at: number }[]
}

/** Needs a transaction. */
export async function noteFailure(db: Db, nameKey: string, address: string, now: number): Promise<void> {
  const { known } = await db
    .selectFrom('failed_sign_ins')
    .select(row => row.fn.countAll<number>().as('known'))
    .where('name_key', '=', nameKey)
    .where('address', '!=', address)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('failed_sign_ins')
    .values({
      name_key: nameKey,
      address: Number(known) < MAX_ADDRESSES ? address : FURTHER,
      failures: 1,
      first_at: now,
      last_at: now,
    })
    .onConflict(conflict =>
      conflict
        .columns(['name_key', 'address'])
        .doUpdateSet(set => ({ failures: set('failed_sign_ins.failures', '+', 1), last_at: now })),
    )
    .execute()
}

/** Deletes what it returns, since each failure is shown once. Undefined when there were none. */
export async function takeFailures(db: Db, nameKey: string): Promise<FailedSignIns | undefined> {
  const rows = await db.deleteFrom('failed_sign_ins').where('name_key', '=', nameKey).returningAll().execute()
  if (rows.length === 0) return undefined
  return {
    count: rows.reduce((sum, row) => sum + Number(row.failures), 0),
    first_at: Math.min(...rows.map(row => row.first_at)),
    last_at: Math.max(...rows.map(row => row.last_at)),
    addresses: rows
      .sort((a, b) => b.last_at - a.last_at)
      .map(row => ({
        address: row.address === FURTHER ? null : row.address,
        count: Number(row.failures),
        last_at: row.last_at,
      })),
  }
}

export async function pruneFailedSignIns(db: Db, now: number, max = MAX_ROWS): Promise<void> {
  await db
    .deleteFrom('failed_sign_ins')
    .where('last_at', '<', now - REPORTED_FOR_MS)
    .execute()
  const surplus = await db
    .selectFrom('failed_sign_ins')
    .select('last_at')
    .orderBy('last_at', 'desc')
    .offset(max)
    .limit(1)
    .executeTakeFirst()
  if (surplus) await db.deleteFrom('failed_sign_ins').where('last_at', '<=', surplus.last_at).execute()
}
