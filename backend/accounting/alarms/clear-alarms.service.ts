/** How alarms end by their rule, and when those that are over are deleted. */
import { sql } from 'kysely'
import { DAY_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'

/** After it has cleared an alarm can be looked up for so long. */
const CLEARED_FOR_MS = 400 * DAY_MS
/** In one turn: whoever stores readings waits for it. */
const MOST_DELETED = 5_000

/** The state stands in the text, by which the index of open alarms is found. */
const isOpen = sql<boolean>`state = 'open'`

export const clearByRule = (db: Db, now: number, where: ReturnType<typeof sql<boolean>>) =>
  db
    .updateTable('alarms')
    .set(row => ({
      state: 'cleared',
      cleared_at: now,
      cleared_by: 'rule',
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where(isOpen)
    .where(where)
    .execute()

/** What rules that were switched off or archived have found is over. */
export async function clearOfRulesOff(db: Db, now: number): Promise<void> {
  const off = sql`(select r.id from alarm_rules r where r.enabled = 0 or r.archived_at is not null)`
  await clearByRule(db, now, sql<boolean>`rule_id in ${off}`)
  await db
    .deleteFrom('alarm_pending')
    .where(sql<boolean>`rule_id in ${off}`)
    .execute()
}

/** The oldest first; what is left over is deleted in the next turn. */
export const deleteOld = (db: Db, now: number) =>
  sql`delete from alarms where id in (select a.id from alarms a where a.state = 'cleared'
    and a.cleared_at < ${now - CLEARED_FOR_MS} order by a.cleared_at limit ${sql.lit(MOST_DELETED)})`.execute(
    db,
  )
