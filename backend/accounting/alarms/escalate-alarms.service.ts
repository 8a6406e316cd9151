/**
 * Alarms that nobody acknowledges go up the steps of their rule. Which steps an alarm has been through is stored in the
 * transaction that stores the notifications, so a step is done once by whichever backend comes first.
 */
import { sql } from 'kysely'
import { MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Turn } from '../../platform/tasks/watch.service'
import { ownWords } from '../../workflow/news/own-words.service'
import { quantityData } from '../../workflow/news/quantity.service'
import type { StepTemplate } from '../../workflow/news/step-templates.contract'
import { announce, raise, type Raised } from '../../workflow/notifications/notifications.service'
import type { AlarmStepsTable } from './alarm-steps.table'
import { mutedIn, ruleInForce } from './judge-rule.service'
import type { StoredRule } from './rule-values.queries'
import { recipientsOf, type Recipient, type Waiting } from './step-recipients.service'

/** In one transaction: whoever stores readings waits for it. */
const MOST_AT_ONCE = 1_000
/** Up to this many alarms are a notification each, of more one has their number. */
const MOST_SINGLE = 5

/** Steps whose alarms reached nobody at this program's last try: the log has each once. */
export type Unreached = Set<string>

/** Returns how many steps were done. */
export async function escalateAlarms(
  deps: Deps,
  turn?: Turn,
  unreached: Unreached = new Set(),
): Promise<number> {
  const { db, clock, log } = deps
  const due: AlarmStepsTable[] = []
  // From tenant to tenant: each one's rows may be somewhere else.
  for (const { id } of await db.selectFrom('tenants').select('id').orderBy('id').execute())
    due.push(...(await dueOf(db, id, clock())))
  const isDueNow = new Set(due.map(({ id }) => id))
  for (const id of unreached) if (!isDueNow.has(id)) unreached.delete(id)
  let count = 0
  for (const step of due) {
    if (turn?.signal.aborted || (turn && !(await turn.isOurs()))) break
    try {
      const { raised, inVain } = await doStep(db, step, clock())
      if (inVain === 0) unreached.delete(step.id)
      else if (!unreached.has(step.id)) {
        unreached.add(step.id)
        log.warn({ step_id: step.id, alarms: inVain }, 'alarms could be escalated to nobody')
      }
      if (raised.length > 0) {
        announce(deps, raised)
        count++
      }
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

/**
 * Of `a` and its rule's step `s`. A step counts from when it was added; for an alarm that is older than the step it is
 * not made up for once a later one was done. A step whose minutes are edited is the same step.
 */
const isDue = (now: number) => sql`a.rule_id = s.rule_id and a.state = 'open' and a.acknowledged_at is null
  and a.created_at <= ${now} - s.minutes * ${sql.lit(MINUTE_MS)} and s.created_at <= ${now} - s.minutes * ${sql.lit(MINUTE_MS)}
  and (a.escalated_after is null or a.escalated_after < s.minutes or s.created_at <= a.created_at)
  and not exists (select 1 from alarm_steps_done d where d.alarm_id = a.id and d.step_id = s.id)`

interface Done {
  raised: Raised[]
  /** Alarms that nobody could be notified of: they stay due. */
  inVain: number
}

async function doStep(db: Db, step: AlarmStepsTable, now: number): Promise<Done> {
  const rule = await inForce(db, step)
  if (!rule) return { raised: [], inVain: 0 }
  // The rule's quiet hours hold its steps, as they hold what would fire.
  const { rows: due } = await sql<Waiting>`
    select a.id, a.slot_id, t.serial, a.location_id, l.name as location_name from alarm_steps s
    join alarms a on ${isDue(now)} join slots t on t.id = a.slot_id join locations l on l.id = a.location_id
    where s.id = ${step.id} and not ${await mutedIn(db, rule, now, 'a.location_id')}
    order by a.created_at, a.id`.execute(db)
  if (due.length === 0) return { raised: [], inVain: 0 }
  // Who may see what is found out before anything is written, since only the writing holds up others.
  const recipients = await recipientsOf(db, step, due, now)
  const reached = new Set(recipients.flatMap(({ alarms }) => alarms.map(({ id }) => id)))
  const own = due.filter(({ id }) => reached.has(id))
  const raised: Raised[] = []
  for (let from = 0; from < own.length; from += MOST_AT_ONCE)
    raised.push(
      ...(await doPiece(db, step, { recipients, due: own, from, isFirst: raised.length === 0 }, now)),
    )
  return { raised, inVain: due.length - own.length }
}

/** One transaction. What all pieces hold is summed up, so the notifications go with the first that changed anything. */
async function doPiece(
  db: Db,
  step: AlarmStepsTable,
  {
    recipients,
    due,
    from,
    isFirst,
  }: { recipients: Recipient[]; due: Waiting[]; from: number; isFirst: boolean },
  now: number,
): Promise<Raised[]> {
  const raised: Raised[] = []
  await db.transaction().execute(async tx => {
    const rule = await inForce(tx, step)
    if (!rule) return
    const piece = due.slice(from, from + MOST_AT_ONCE)
    const ids = await escalated(
      tx,
      step,
      piece.map(({ id }) => id),
      now,
    )
    if (!isFirst || ids.size === 0) return
    for (const { id } of due.slice(from + MOST_AT_ONCE)) ids.add(id)
    const words = {
      rule_alarm_step: await ownWords(tx, rule.tenant_id, 'rule_alarm_step'),
      rule_alarm_steps: await ownWords(tx, rule.tenant_id, 'rule_alarm_steps'),
    }
    const about = { rule, words, minutes: Number(step.minutes) }
    for (const { id, alarms } of recipients)
      raised.push(...(await notify(tx, about, { id, alarms: alarms.filter(one => ids.has(one.id)) }, now)))
  })
  return raised
}

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

/** Those that nobody has acknowledged meanwhile, and that no other backend has taken through this step. */
async function escalated(
  db: Db,
  { id: stepId, tenant_id, minutes }: AlarmStepsTable,
  ids: string[],
  now: number,
): Promise<Set<string>> {
  const first = await db
    .insertInto('alarm_steps_done')
    .columns(['alarm_id', 'step_id', 'tenant_id', 'done_at'])
    .expression(query =>
      query
        .selectFrom('alarms')
        .select(({ val }) => ['id', val(stepId).as('step_id'), 'tenant_id', val(now).as('done_at')])
        .where('id', 'in', ids)
        .where('tenant_id', '=', tenant_id)
        .where('state', '=', 'open')
        .where('acknowledged_at', 'is', null),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('alarm_id')
    .execute()
  if (first.length === 0) return new Set()
  const rows = await db
    .updateTable('alarms')
    .set(row => ({
      escalated_after: sql<number>`case when escalated_after > ${minutes} then escalated_after else ${minutes} end`,
      version: row('version', '+', 1),
    }))
    .where(
      'id',
      'in',
      first.map(row => row.alarm_id),
    )
    .where('state', '=', 'open')
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Goes to one person or one channel alone, and is delivered like all notifications of theirs. */
async function notify(
  db: Db,
  { rule, words, minutes }: { rule: StoredRule; words: Record<StepTemplate, string | null>; minutes: number },
  { id: userId, alarms }: Recipient,
  now: number,
): Promise<Raised[]> {
  const raised: (Raised | null)[] = []
  const isMany = alarms.length > MOST_SINGLE
  const template = isMany ? 'rule_alarm_steps' : 'rule_alarm_step'
  for (const one of isMany ? alarms.slice(0, 1) : alarms)
    raised.push(
      await raise(
        db,
        {
          template,
          words: words[template],
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
