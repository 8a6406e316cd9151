/**
 * Judges one rule over all of its slots by one statement, which answers only those whose state becomes another.
 * An alarm is a row, and an index allows one open row for a rule and a slot: whoever judges twice finds it there.
 */
import { sql } from 'kysely'
import { insertMany, type Columns } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { SELDOM } from '../../platform/db/postgres-prepared'
import { isQuiet, quietHoursOf } from '../../workflow/news/quiet-hours.service'
import type { Raised } from '../../workflow/notifications/notifications.service'
import { isOfMoney } from './alarm-rules.contract'
import { raiseForAlarms, type Fired } from './alarm-news.service'
import { clearByRule } from './clear-alarms.service'
import type { AlarmsTable } from './alarms.table'
import { next, type AlarmState, type Limits } from './hysteresis'
import { limitsOf, slotsOf, unitOfRule, valueOf, type StoredRule } from './rule-values.queries'

/** In one transaction: whoever stores readings waits for it. */
const MOST_AT_ONCE = 1_000
/** Turns come some seconds early or late: what has lasted as long but for these has lasted. */
const EARLY_MS = 5_000

interface Change {
  slot_id: string
  serial: string
  location_id: string
  location_name: string
  value: number | null
  pending: number | null
  alarm: string | null
}

/** Returns the notifications to announce. Instants are epoch milliseconds. */
export async function judgeRule(db: Db, rule: StoredRule, now: number): Promise<Raised[]> {
  const slots = await slotsOf(db, rule, now)
  await leaveOthers(db, rule, slots, now)
  const limits = forEarlyTurns(limitsOf(rule))
  const changes = await changesOf(db, rule, { slots, limits, now })
  const began: Change[] = []
  const gone: Change[] = []
  const fired: (Change & { since: number })[] = []
  const cleared: Change[] = []
  for (const change of changes) {
    const before = stateOf(change)
    // Quiet hours are part of the statement: what it answers as begun may begin.
    const after = next(before, limits, { at: now, value: change.value, muted: change.value === null })
    if (before.is === 'open') cleared.push(change)
    else if (after.is === 'open') fired.push({ ...change, since: after.since })
    else if (after.is === 'pending') began.push(change)
    else gone.push(change)
  }
  await inPieces(db, rule, began, async (tx, some) =>
    insertMany(
      tx,
      'alarm_pending',
      { rule_id: 'text', slot_id: 'text', since: 'bigint' },
      some.map(({ slot_id }) => ({ rule_id: rule.id, slot_id, since: now })),
      sql`(rule_id, slot_id) do nothing`,
    ),
  )
  await inPieces(db, rule, gone, (tx, some) => forget(tx, rule, some))
  await inPieces(db, rule, cleared, (tx, some) => clear(tx, some, now))
  const raised: Raised[] = []
  await inPieces(db, rule, fired, async (tx, some, from) => {
    const stored = await fire(tx, rule, some, now)
    await forget(tx, rule, some)
    // What fires in this minute is summed up: its notifications go with the first of it.
    if (from === 0 && stored.length > 0)
      raised.push(...(await raiseForAlarms(tx, rule, fired.length > some.length ? fired : stored, now)))
  })
  return raised
}

const stateOf = ({ alarm, pending }: Change): AlarmState =>
  alarm !== null
    ? { is: 'open', since: 0, at: 0 }
    : pending !== null
      ? { is: 'pending', since: Number(pending) }
      : { is: 'quiet' }

const forEarlyTurns = (limits: Limits): Limits => ({
  ...limits,
  lastsMs: Math.max(0, limits.lastsMs - EARLY_MS),
})

/** Nothing more is written by a rule that was switched off or changed since it was read. */
async function inPieces<One>(
  db: Db,
  rule: StoredRule,
  all: readonly One[],
  work: (tx: Db, some: One[], from: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += MOST_AT_ONCE)
    await db.transaction().execute(async tx => {
      if ((await ruleInForce(tx, rule.id))?.version !== rule.version) return
      await work(tx, all.slice(from, from + MOST_AT_ONCE), from)
    })
}

/** Undefined when it is switched off or archived. */
export const ruleInForce = async (db: Db, id: string): Promise<StoredRule | undefined> =>
  (await db
    .selectFrom('alarm_rules')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .executeTakeFirst()) as StoredRule | undefined

async function changesOf(
  db: Db,
  rule: StoredRule,
  { slots, limits, now }: { slots: Awaited<ReturnType<typeof slotsOf>>; limits: Limits; now: number },
): Promise<Change[]> {
  const { join, value } = valueOf(rule, now)
  const { operator, limit, clears, lastsMs } = limits
  const whole = (number: number) => sql`cast(${number} as bigint)`
  const isMuted = await mutedIn(db, rule, now)
  const fires = sql`(x.value is not null and x.value ${sql.raw(operator === 'at_least' ? '>=' : '<=')} ${whole(limit)} and not x.is_muted)`
  const { rows } = await sql<Change>`
    select x.slot_id, x.serial, x.location_id, l.name as location_name, x.pending, x.alarm,
      case when x.is_muted and x.alarm is null then null else x.value end as value
    from (select t.id as slot_id, t.serial, t.location_id, ${value} as value, ${isMuted} as is_muted,
        p.since as pending, a.id as alarm
      from slots t ${join}
      left join alarm_pending p on p.rule_id = ${rule.id} and p.slot_id = t.id
      left join alarms a on a.rule_id = ${rule.id} and a.slot_id = t.id and a.state = 'open'
      where ${slots}) x
    join locations l on l.id = x.location_id
    where case when x.alarm is not null then x.value ${sql.raw(operator === 'at_least' ? '<' : '>')} ${whole(clears)}
      when x.pending is null then ${fires}
      else not ${fires} or x.pending <= ${whole(now - lastsMs)} end
    order by x.slot_id ${SELDOM}`.execute(db)
  return rows.map(row => ({ ...row, value: row.value === null ? null : Number(row.value) }))
}

/** Quiet hours are those of the location. */
async function mutedIn(db: Db, rule: StoredRule, now: number) {
  const never = sql<boolean>`(1 = 0)`
  const hours = quietHoursOf(rule)
  if (!hours) return never
  const zones = await db
    .selectFrom('locations')
    .select('time_zone')
    .distinct()
    .where('tenant_id', '=', rule.tenant_id)
    .execute()
  const quiet = zones.map(one => one.time_zone).filter(zone => isQuiet(hours, now, zone))
  return quiet.length === 0
    ? never
    : sql<boolean>`(t.location_id in (select z.id from locations z where z.tenant_id = ${rule.tenant_id} and z.time_zone in (${sql.join(quiet)})))`
}

const columns = {
  id: 'text',
  tenant_id: 'text',
  search: 'text',
  version: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
  archived_at: 'bigint',
  rule_id: 'text',
  location_id: 'text',
  slot_id: 'text',
  state: 'text',
  severity: 'text',
  watched: 'text',
  since: 'bigint',
  value: 'bigint',
  threshold: 'bigint',
  unit: 'text',
  currency: 'text',
  cleared_at: 'bigint',
  cleared_by: 'text',
  acknowledged_by: 'text',
  acknowledged_at: 'bigint',
  acknowledged_note: 'text',
  escalated_after: 'bigint',
} as const satisfies Columns<AlarmsTable>

/** Those that were not open already, whoever opened them. */
async function fire(
  db: Db,
  rule: StoredRule,
  some: readonly (Change & { since: number })[],
  now: number,
): Promise<Fired[]> {
  const { limit } = limitsOf(rule)
  const rows = some.map(({ slot_id, location_id, value, since }): AlarmsTable => ({
    id: newId(now),
    tenant_id: rule.tenant_id,
    search: '',
    version: 1,
    created_at: now,
    updated_at: now,
    archived_at: null,
    rule_id: rule.id,
    location_id,
    slot_id,
    state: 'open',
    severity: rule.severity,
    watched: rule.watched,
    since,
    value: value ?? 0,
    threshold: limit,
    unit: unitOfRule(rule),
    currency: isOfMoney(rule) ? rule.currency : null,
    cleared_at: null,
    cleared_by: null,
    acknowledged_by: null,
    acknowledged_at: null,
    acknowledged_note: null,
    escalated_after: null,
  }))
  await insertMany(db, 'alarms', columns, rows, sql`do nothing`)
  const stored = await db
    .selectFrom('alarms')
    .select('slot_id')
    .where('rule_id', '=', rule.id)
    .where('state', '=', 'open')
    .where('created_at', '=', now)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const ours = new Set(stored.map(({ slot_id }) => slot_id))
  return some.filter(({ slot_id }) => ours.has(slot_id))
}

async function forget(db: Db, rule: StoredRule, some: readonly Change[]): Promise<void> {
  const pending = some.flatMap(({ pending: since, slot_id }) => (since === null ? [] : [slot_id]))
  if (pending.length > 0)
    await db
      .deleteFrom('alarm_pending')
      .where('rule_id', '=', rule.id)
      .where('slot_id', 'in', pending)
      .execute()
}

const clear = (db: Db, some: readonly Change[], now: number) =>
  db
    .updateTable('alarms')
    .set(row => ({
      state: 'cleared',
      cleared_at: now,
      cleared_by: 'value',
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where(
      'id',
      'in',
      some.flatMap(({ alarm }) => alarm ?? []),
    )
    .where('state', '=', 'open')
    .execute()

/**
 * Slots that the rule is no longer about: archived, or out of its group. One that has moved begins anew where it stands
 * now: people there have not been notified.
 */
async function leaveOthers(
  db: Db,
  rule: StoredRule,
  slots: Awaited<ReturnType<typeof slotsOf>>,
  now: number,
): Promise<void> {
  const isOther = (table: string, place = sql``) =>
    sql<boolean>`not exists (select 1 from slots t where t.id = ${sql.ref(`${table}.slot_id`)} ${place} and ${slots}) ${SELDOM}`
  await db
    .deleteFrom('alarm_pending')
    .where('rule_id', '=', rule.id)
    .where(isOther('alarm_pending'))
    .execute()
  const place = sql`and t.location_id = alarms.location_id`
  await clearByRule(db, now, sql<boolean>`rule_id = ${rule.id} and ${isOther('alarms', place)}`)
}
