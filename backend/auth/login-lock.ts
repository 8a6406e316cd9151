/**
 * Five wrong passwords lock one name for 1, 2, 4 … 60 minutes. By name, whether anyone has it or not, so that the lock tells
 * nothing and touches nobody else; in the database, so that several backends count together.
 */
import type { Db } from '../db/database'
import { fold } from '../contract/fold'
import { sha256 } from './secrets'

export const MAX_FAILURES = 5
const LONGEST_MIN = 60
/** After so long without a failure the count starts anew. Milliseconds. */
export const FORGOTTEN_MS = 24 * 3_600_000
/** Invented names cost rows: past this many, the oldest that lock nobody go. */
export const MAX_NAMES = 100_000

export const usernameKey = (username: string): string => fold(username.trim())
const keyOf = (username: string) => sha256(usernameKey(username))

const lockMs = (failures: number) => Math.min(LONGEST_MIN, 2 ** (failures - MAX_FAILURES)) * 60_000

/** When the name's lock ends, or null. Epoch milliseconds. */
export async function lockedUntil(db: Db, username: string, now: number): Promise<number | null> {
  const row = await db.selectFrom('login_attempts').select('locked_until').where('key', '=', keyOf(username)).executeTakeFirst()
  return row && row.locked_until > now ? row.locked_until : null
}

/**
 * Counts a wrong password. Answers the end of a lock that began while this password was being checked: of many guesses sent
 * at once only the first five count, and the others learn nothing. Needs a transaction.
 */
export async function countFailure(db: Db, username: string, now: number): Promise<number | null> {
  const key = keyOf(username)
  const counted = await db.insertInto('login_attempts').values({ key, failures: 1, last_at: now, locked_until: 0 })
    .onConflict(conflict => conflict.column('key').doUpdateSet(row => ({
      failures: row.case().when('login_attempts.last_at', '<', now - FORGOTTEN_MS).then(1).else(row('login_attempts.failures', '+', 1)).end(),
      last_at: now,
    })).where('login_attempts.locked_until', '<=', now))
    .returning('failures').executeTakeFirst()
  if (!counted) return lockedUntil(db, username, now)
  if (counted.failures >= MAX_FAILURES) {
    await db.updateTable('login_attempts').set({ locked_until: now + lockMs(counted.failures) }).where('key', '=', key).execute()
  }
  return null
}

/** Forgets the failures after a right password; a lock stays, and its end is the answer. */
export async function forgetFailures(db: Db, username: string, now: number): Promise<number | null> {
  await db.deleteFrom('login_attempts').where('key', '=', keyOf(username)).where('locked_until', '<=', now).execute()
  return lockedUntil(db, username, now)
}

export async function pruneFailures(db: Db, now: number, max = MAX_NAMES): Promise<void> {
  await db.deleteFrom('login_attempts').where('last_at', '<', now - FORGOTTEN_MS).where('locked_until', '<=', now).execute()
  const { total } = await db.selectFrom('login_attempts').select(row => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (Number(total) <= max) return
  const surplus = db.selectFrom('login_attempts').select('key').where('locked_until', '<=', now).orderBy('last_at').limit(Number(total) - max)
  await db.deleteFrom('login_attempts').where('key', 'in', surplus).execute()
}
