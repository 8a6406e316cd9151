/** Two transactions that write the same rows: PostgreSQL ends one of two that wait for each other in a circle. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { isPostgres } from '../../backend/platform/db/bulk'
import type { Db } from '../../backend/platform/db/database'

const PATIENCE_MS = 30_000

/** `first` in a transaction, then `other` until it waits for that, then `second`. The embedded one has one writer. */
export async function inCircle<Answer>(
  db: Db,
  first: (tx: Db) => Promise<unknown>,
  other: () => Promise<Answer>,
  second: (tx: Db) => Promise<unknown>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined
  await db.transaction().execute(async tx => {
    if (isPostgres(db)) await endsInCircles(tx)
    await first(tx)
    if (isPostgres(db)) {
      answer = other()
      // Looked at below, after the first one.
      answer.catch(() => {})
      await expect.poll(() => waiting(db), { timeout: PATIENCE_MS }).toBe(1)
    }
    await second(tx)
  })
  return answer ?? other()
}

/**
 * Whoever looks for a circle first is the one that is ended. This one looks long before the other: what is under test
 * may run again when it was ended, and nobody would see it.
 */
const endsInCircles = (tx: Db) =>
  // PostgreSQL lets nobody else change it.
  sql`select set_config('deadlock_timeout', '50ms', true) from pg_roles where rolname = current_user and rolsuper`.execute(
    tx,
  )

async function waiting(db: Db) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n
}

export const touched = (table: 'slots' | 'smibs', id: string) => (db: Db) =>
  sql`update ${sql.table(table)} set version = version where id = ${id}`.execute(db)
