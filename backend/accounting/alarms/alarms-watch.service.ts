/** One backend at a time judges the tenants' own rules, each minute. */
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Deps } from '../../platform/deps'
import { startWatch, type Turn } from '../../platform/tasks/watch.service'
import { announce } from '../../workflow/notifications/notifications.service'
import { clearOfRulesOff, deleteOld } from './clear-alarms.service'
import { escalateAlarms } from './escalate-alarms.service'
import { judgeRule, ruleInForce } from './judge-rule.service'
import type { StoredRule } from './rule-values.queries'

/** When this program last judged a rule, and which version of it. */
type Judged = Map<string, { version: number; at: number }>

export const startAlarmsWatch = (deps: Deps) => {
  const judged: Judged = new Map()
  return startWatch(deps, {
    name: 'alarms-watch',
    everyMs: MINUTE_MS,
    leaseMs: 5 * MINUTE_MS,
    failed: 'alarm rules could not be judged',
    look: async turn => {
      // First, since rules may take minutes.
      await escalateAlarms(deps, turn)
      await lookAtRules(deps, judged, turn)
    },
  })
}

/**
 * A window of a day or a week has so many more rows, and moves little within a minute: it is judged every five minutes,
 * or every half hour.
 */
function pauseOf({ window_hours, window_minutes }: Windows): number {
  const window = Number(window_hours ?? 0) * HOUR_MS + Number(window_minutes ?? 0) * MINUTE_MS
  return window <= 6 * HOUR_MS ? 0 : window <= 48 * HOUR_MS ? 5 * MINUTE_MS : 30 * MINUTE_MS
}
type Windows = Pick<StoredRule, 'window_hours' | 'window_minutes'>

/** Returns how many rules were judged. */
export async function lookAtRules(deps: Deps, judged: Judged = new Map(), turn?: Turn): Promise<number> {
  const { db, log, clock } = deps
  await clearOfRulesOff(db, clock())
  await deleteOld(db, clock())
  const rules = await db
    .selectFrom('alarm_rules')
    .select('id')
    .where('archived_at', 'is', null)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  let count = 0
  for (const { id } of rules) {
    if (turn?.signal.aborted || (turn && !(await turn.isOurs()))) break
    // A rule that fails does not hold up the others; the next minute tries it again.
    try {
      // A turn may take minutes, in which people change rules and switch them off.
      const rule = await ruleInForce(db, id)
      if (!rule) continue
      const now = clock()
      const last = judged.get(id)
      if (last?.version === rule.version && now - last.at < pauseOf(rule)) continue
      announce(deps, await judgeRule(db, rule, now))
      judged.set(id, { version: rule.version, at: now })
      count++
    } catch (error) {
      log.warn({ err: error, rule_id: id }, 'an alarm rule could not be judged')
    }
  }
  return count
}
