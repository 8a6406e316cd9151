/**
 * Alarms that nobody acknowledges go up the steps of their rule. An alarm stores by how many minutes it was escalated
 * last, in the transaction that stores the notifications, so a step is done once by whichever backend comes first.
 */
import { sql } from 'kysely'
import { MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Turn } from '../../platform/tasks/watch.service'
import { quantityData } from '../../workflow/news/quantity.service'
import { announce, raise, type Raised } from '../../workflow/notifications/notifications.service'
import type { AlarmStepsTable } from './alarm-steps.table'
import { ruleInForce } from './judge-rule.service'
import type { StoredRule } from './rule-values.queries'
import { recipientsOf, type Recipient, type Waiting } from './step-recipients.service'

/** In one transaction: whoever stores readings waits for it. */
const MOST_AT_ONCE = 1_000
/** Up to this many alarms are a notification each, of more one has their number. */
const MOST_SINGLE = 5

/** Returns how many steps were done. */
export async function escalateAlarms(deps: Deps, turn?: Turn): Promise<number> {
  const { db, clock, log } = deps
  const due: AlarmStepsTable[] = []
  // From tenant to tenant: each one's rows may be somewhere else.
  for (const { id } of await db.selectFrom('tenants').select('id').orderBy('id').execute())
    due.push(...(await dueOf(db, id, clock())))
  let count = 0
  for (const step of due) {
    if (turn?.signal.aborted || (turn && !(await turn.isOurs()))) break
    try {
      const raised = await doStep(db, step, clock())
      if (raised.length > 0) announce(deps, raised)
      count++
    } catch (error) {
      log.warn({ err: error, step_id: step.id }, 'alarms could not be escalated')
    }
  }
  return count
}

const dueOf = async (db: Db, tenantId: string, now: number): Promise<AlarmStepsTable[]> =>
  (
    await sql<AlarmStepsTable>`select s.* from alarm_steps s
      join alarm_rules r on r.id = s.rule_id and r.enabled = 1 and r.archived_at is null
      where r.tenant_id = ${tenantId} and exists (select 1 from alarms a where ${isDue(now)})
      order by s.rule_id, s.minutes`.execute(db)
  ).rows

/** Of `a` and its rule's step `s`. A step that was added later counts from then on, and goes back to none before it. */
const isDue = (now: number) => sql`a.rule_id = s.rule_id and a.state = 'open' and a.acknowledged_at is null
  and a.created_at <= ${now} - s.minutes * ${sql.lit(MINUTE_MS)} and s.created_at <= ${now} - s.minutes * ${sql.lit(MINUTE_MS)}
  and (a.escalated_after is null or a.escalated_after < s.minutes)`

async function doStep(db: Db, step: AlarmStepsTable, now: number): Promise<Raised[]> {
  const { rows: due } = await sql<Waiting>`
    select a.id, a.slot_id, t.serial, a.location_id, l.name as location_name from alarm_steps s
    join alarms a on ${isDue(now)} join slots t on t.id = a.slot_id join locations l on l.id = a.location_id
    where s.id = ${step.id} order by a.created_at, a.id`.execute(db)
  // Who may see what is found out before anything is written, since only the writing holds up others.
  const recipients = await recipientsOf(db, step, due, now)
  const raised: Raised[] = []
  for (let from = 0; from < due.length; from += MOST_AT_ONCE)
    await db.transaction().execute(async tx => {
      const rule = await inForce(tx, step)
      if (!rule) return
      const ids = await escalated(
        tx,
        step,
        due.slice(from, from + MOST_AT_ONCE).map(({ id }) => id),
      )
      // All of it is summed up: the notifications go with the first of it.
      if (from > 0 || ids.size === 0) return
      const isOurs = ({ id }: Waiting) => due.length > MOST_AT_ONCE || ids.has(id)
      for (const recipient of recipients)
        raised.push(
          ...(await notify(tx, { rule, minutes: Number(step.minutes) }, recipientOf(recipient, isOurs), now)),
        )
    })
  return raised
}

const recipientOf = ({ id, alarms }: Recipient, isOurs: (one: Waiting) => boolean): Recipient => ({
  id,
  alarms: alarms.filter(isOurs),
})

/** Undefined when the step or its rule was changed or taken away since it was read. */
async function inForce(db: Db, { id, version, rule_id }: AlarmStepsTable): Promise<StoredRule | undefined> {
  const step = await db
    .selectFrom('alarm_steps')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return step && (await ruleInForce(db, rule_id))
}

/** Those that nobody has acknowledged or escalated meanwhile. */
async function escalated(db: Db, { minutes }: AlarmStepsTable, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .updateTable('alarms')
    .set(row => ({ escalated_after: minutes, version: row('version', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .where('acknowledged_at', 'is', null)
    .where(sql<boolean>`(escalated_after is null or escalated_after < ${minutes})`)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** One person's or channel's own, by the bell, e-mail and browsers of a person as any other notification. */
async function notify(
  db: Db,
  { rule, minutes }: { rule: StoredRule; minutes: number },
  { id: userId, alarms }: Recipient,
  now: number,
): Promise<Raised[]> {
  const raised: (Raised | null)[] = []
  const isMany = alarms.length > MOST_SINGLE
  for (const one of isMany ? alarms.slice(0, 1) : alarms)
    raised.push(
      await raise(
        db,
        {
          template: isMany ? 'rule_alarm_steps' : 'rule_alarm_step',
          tenantId: rule.tenant_id,
          severity: rule.severity,
          resourceType: 'slot',
          resourceId: one.slot_id,
          details: {
            tenant_id: rule.tenant_id,
            location_id: one.location_id,
            location_name: one.location_name,
            slot_id: one.slot_id,
            slot_name: one.serial,
            alarm_rule_id: rule.id,
            about_kind: 'alarm-rule',
            about_id: rule.id,
          },
          data: {
            rule: rule.name,
            serial: one.serial,
            location: one.location_name,
            ...(isMany && { count: String(alarms.length) }),
            ...quantityData({ value: minutes, unit: 'min', currency: null }),
          },
          to: { userId, about: 'slot', id: one.slot_id },
          folds: false,
        },
        now,
      ),
    )
  return raised.flatMap(one => one ?? [])
}
