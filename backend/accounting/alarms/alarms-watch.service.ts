/** One backend at a time judges the tenants' own rules, each minute. */
import { sql } from 'kysely'
import { MINUTE_MS } from '../../platform/contract/durations'
import type { Deps } from '../../platform/deps'
import { startWatch, type Turn } from '../../platform/tasks/watch.service'
import { announce } from '../../workflow/notifications/notifications.service'
import { clearByRule, judgeRule } from './judge-rule.service'
import type { StoredRule } from './rule-values.queries'

export const startAlarmsWatch = (deps: Deps) => {
  const judged = new Map<string, number>()
  return startWatch(deps, {
    name: 'alarms-watch',
    everyMs: MINUTE_MS,
    leaseMs: 5 * MINUTE_MS,
    failed: 'alarm rules could not be judged',
    look: turn => lookAtRules(deps, judged, turn),
  })
}

/**
 * A window of a day or a week is a sum of so many more rows, and moves little within a minute: it is judged every five
 * minutes, or every half hour.
 */
const pauseOf = ({ window_hours: hours }: StoredRule): number =>
  hours === null || hours <= 6 ? 0 : hours <= 48 ? 5 * MINUTE_MS : 30 * MINUTE_MS

/** `judged`: when each rule was last judged by this program. Returns how many rules were. */
export async function lookAtRules(
  deps: Deps,
  judged: Map<string, number> = new Map(),
  turn?: Turn,
): Promise<number> {
  const { db, log, clock } = deps
  await clearOfOthers(deps)
  const rules = await db
    .selectFrom('alarm_rules')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  let count = 0
  for (const rule of rules as StoredRule[]) {
    if (turn?.signal.aborted || (turn && !(await turn.isOurs()))) break
    const now = clock()
    const key = `${rule.id} ${rule.version}`
    if (now - (judged.get(key) ?? -Infinity) < pauseOf(rule)) continue
    // A rule that fails does not hold up the others; the next minute tries it again.
    try {
      announce(deps, await judgeRule(db, rule, now))
      judged.set(key, now)
      count++
    } catch (error) {
      log.warn({ err: error, rule_id: rule.id }, 'an alarm rule could not be judged')
    }
  }
  return count
}

/** What rules that were switched off or archived have found is over. */
async function clearOfOthers({ db, clock }: Deps): Promise<void> {
  const off = sql`(select r.id from alarm_rules r where r.enabled = 0 or r.archived_at is not null)`
  await clearByRule(db, clock(), sql<boolean>`rule_id in ${off}`)
  await db
    .deleteFrom('alarm_pending')
    .where(sql<boolean>`rule_id in ${off}`)
    .execute()
}
