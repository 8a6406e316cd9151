/**
 * Wrong passwords lock a name only for those who come from where they came from, so that a stranger locks nobody out.
 * Counted in the database, so that several backends count together, and alike for names that nobody has, so that a lock
 * tells nothing.
 *
 * - A lane is a name and a network (an IPv4 address, an IPv6 /64), or a name and a known device. Five wrong passwords
 * lock it for
 *   1, 2, 4 … 60 minutes: at most 33 guesses in a day.
 * - The brake is for a name whose strangers come from many networks: from the 100th wrong password within a day on,
 * each locks the
 *   name for an hour, for all but known devices. That is at most 123 guesses a day on one name, from however many
 * networks, and one
 *   network alone does not get that far. docs/decisions/sign-in.md has the sums.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { fold } from '../../platform/contract/fold'
import { sha256 } from '../../platform/secrets/installation-keys'

const MAX_FAILURES = 5
const LONGEST_MIN = 60
/** After so long without a failure a lane's count starts anew. Milliseconds. */
const FORGOTTEN_MS = DAY_MS
export const BRAKE_FAILURES = 100
/** The brake counts in days of its own, which begin with a failure. Milliseconds. */
const BRAKE_DAY_MS = DAY_MS
const BRAKE_MS = HOUR_MS
/** Invented names cost rows: past this many, the oldest that lock nobody go. */
const MAX_ROWS = 100_000

export const usernameKey = (username: string): string => fold(username.trim())
/** SHA-256 of the folded name: people type passwords into the name field. */
const nameKeyOf = (username: string): string => sha256(usernameKey(username))

/** What one try to sign in counts for. */
export interface Attempt {
  nameKey: string
  lane: string
  /** None for a known device: it is locked by its own wrong passwords alone. */
  brake: string | null
}

type LockReason = 'address' | 'device' | 'everywhere'
export interface Lock {
  /** Epoch milliseconds. */
  until: number
  reason: LockReason
}

/** `device`: the id of a known device, or null. `network`: as `networkOf` gives it. */
export function attemptOf(username: string, device: string | null, network: string): Attempt {
  const nameKey = nameKeyOf(username)
  return device === null
    ? { nameKey, lane: sha256(`network ${nameKey} ${network}`), brake: sha256(`brake ${nameKey}`) }
    : { nameKey, lane: sha256(`device ${nameKey} ${device}`), brake: null }
}

/** The lock that holds for this try the longest, or null. */
export async function lockOf(db: Db, attempt: Attempt, now: number): Promise<Lock | null> {
  const { lane, brake } = attempt
  const row = await db
    .selectFrom('login_attempts')
    .select(['key', 'locked_until'])
    .where('key', 'in', brake === null ? [lane] : [lane, brake])
    .where('locked_until', '>', now)
    .orderBy('locked_until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { until: row.locked_until, reason: row.key === brake ? 'everywhere' : reasonOf(attempt) }
    : null
}

const reasonOf = ({ brake }: Attempt): LockReason => (brake === null ? 'device' : 'address')

export interface Counted {
  /**
   * A lock that began while the password was being checked: of many guesses at once only the first few count, and the
   * others learn nothing.
   */
  met: Lock | null
  /** A lock that this wrong password began. */
  began: Lock | null
}

/** Counts a wrong password. Needs a transaction. */
export async function countFailure(db: Db, attempt: Attempt, now: number): Promise<Counted> {
  const { nameKey, lane, brake } = attempt
  const inLane = await count(db, { key: lane, name_key: nameKey }, 'last_at', now - FORGOTTEN_MS, now)
  if (inLane === null) return { met: await lockOf(db, attempt, now), began: null }
  let began: Lock | null = null
  if (inLane >= MAX_FAILURES)
    began = await lock(db, lane, {
      until: now + Math.min(LONGEST_MIN, 2 ** (inLane - MAX_FAILURES)) * MINUTE_MS,
      reason: reasonOf(attempt),
    })
  if (brake === null) return { met: null, began }
  const inAll = await count(db, { key: brake, name_key: nameKey }, 'since', now - BRAKE_DAY_MS, now)
  if (inAll === null) return { met: await lockOf(db, attempt, now), began }
  if (inAll >= BRAKE_FAILURES) began = await lock(db, brake, { until: now + BRAKE_MS, reason: 'everywhere' })
  return { met: null, began }
}

/** How many there are with this one, or null when it is locked, and then this one is not counted. */
async function count(
  db: Db,
  row: { key: string; name_key: string },
  age: 'last_at' | 'since',
  forgottenBefore: number,
  now: number,
): Promise<number | null> {
  const counted = await db
    .insertInto('login_attempts')
    .values({ ...row, failures: 1, since: now, last_at: now, locked_until: 0 })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet(set => ({
          failures: set
            .case()
            .when(`login_attempts.${age}`, '<=', forgottenBefore)
            .then(1)
            .else(set('login_attempts.failures', '+', 1))
            .end(),
          since: set
            .case()
            .when(`login_attempts.${age}`, '<=', forgottenBefore)
            .then(now)
            .else(set.ref('login_attempts.since'))
            .end(),
          last_at: now,
        }))
        .where('login_attempts.locked_until', '<=', now),
    )
    .returning('failures')
    .executeTakeFirst()
  return counted ? Number(counted.failures) : null
}

async function lock(db: Db, key: string, lock: Lock): Promise<Lock> {
  await db.updateTable('login_attempts').set({ locked_until: lock.until }).where('key', '=', key).execute()
  return lock
}

/**
 * Forgets the lane's failures after a right password; a lock stays, and is the answer. The brake forgets by time alone.
 */
export async function forgetFailures(db: Db, attempt: Attempt, now: number): Promise<Lock | null> {
  await db
    .deleteFrom('login_attempts')
    .where('key', '=', attempt.lane)
    .where('locked_until', '<=', now)
    .execute()
  return lockOf(db, attempt, now)
}

/**
 * An administrator's unlock: every lane and the brake of a name. Answers when the longest lock would have ended, or
 * null.
 */
export async function unlockName(
  db: Db,
  username: string,
  now: number,
): Promise<{ lockedUntil: number | null }> {
  const rows = await db
    .deleteFrom('login_attempts')
    .where('name_key', '=', nameKeyOf(username))
    .returning('locked_until')
    .execute()
  const ends = rows.map(row => row.locked_until).filter(end => end > now)
  return { lockedUntil: ends.length === 0 ? null : Math.max(...ends) }
}

export async function pruneFailures(db: Db, now: number, max = MAX_ROWS): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('last_at', '<', now - FORGOTTEN_MS)
    .where('locked_until', '<=', now)
    .execute()
  const { total } = await db
    .selectFrom('login_attempts')
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (Number(total) <= max) return
  const surplus = db
    .selectFrom('login_attempts')
    .select('key')
    .where('locked_until', '<=', now)
    .orderBy('last_at')
    .limit(Number(total) - max)
  await db.deleteFrom('login_attempts').where('key', 'in', surplus).execute()
}
