/**
 * Stores the findings of the rules: one row for each occurrence, which later events extend instead of adding another.
 */
import { DAY_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { TemplateName } from '../../workflow/news/notification-templates.contract'
import { raise, type Raised } from '../../workflow/notifications/notifications.service'
import type { AnomalyRule } from './anomalies.contract'
import type { AnomaliesTable } from './anomalies.table'
import type { Finding, Limits } from './finding'

/** A finding older than this is listed, but nobody is notified of it. */
const NEWS_MS = DAY_MS

export interface Subject {
  slotId: string
  serial: string
  tenantId: string
  tenantName: string
  locationId: string
  locationName: string
  currency: string
  /** Return in basis points; null where nobody has said it. */
  theoretical: number | null
}

type StoredFinding = Pick<
  AnomaliesTable,
  'id' | 'rule' | 'state' | 'first_at' | 'last_at' | 'count' | 'value' | 'version'
>

/** A slot's stored findings that may overlap new ones that end after `since`. */
export const storedFindings = (db: Db, slotId: string, since: number): Promise<StoredFinding[]> =>
  db
    .selectFrom('anomalies')
    .select(['id', 'rule', 'state', 'first_at', 'last_at', 'count', 'value', 'version'])
    .where('slot_id', '=', slotId)
    .where('last_at', '>=', since)
    .orderBy('first_at')
    .execute()

/** Up to when a person has looked at this rule's findings and cleared them. */
export const clearedThrough =
  (stored: readonly StoredFinding[]) =>
  (rule: AnomalyRule): number =>
    Math.max(
      -Infinity,
      ...stored.filter(one => one.rule === rule && one.state === 'cleared').map(one => one.last_at),
    )

const templateOf: Record<AnomalyRule, TemplateName> = {
  max_door_open: 'anomaly_machine',
  power_cycles_per_hour: 'anomaly_machine',
  sequence_gap_max: 'anomaly_machine',
  clock_drift: 'anomaly_machine',
  bill_rejects_per_hour: 'anomaly_bills',
  counterfeit_any: 'anomaly_bills',
  ticket_split_count: 'anomaly_bills',
  cash_in_from: 'anomaly_bills',
  max_handpay: 'anomaly_payouts',
  handpay_unreset: 'anomaly_payouts',
  jackpot_hits_per_day: 'anomaly_payouts',
  rtp_high: 'anomaly_play',
  meter_jump_factor: 'anomaly_play',
}

/** In a transaction. Returns the notifications to announce. */
export async function storeFindings(
  db: Db,
  subject: Subject,
  {
    findings,
    stored,
    limits,
  }: { findings: readonly Finding[]; stored: readonly StoredFinding[]; limits: Limits },
  now: number,
): Promise<Raised[]> {
  const raised: Raised[] = []
  for (const finding of findings) {
    const known = stored.find(
      one => one.rule === finding.rule && one.first_at <= finding.last && one.last_at >= finding.first,
    )
    if (known) await grow(db, known, finding, now)
    else if (await add(db, subject, finding, now)) {
      if (finding.last < now - NEWS_MS || !isNotified(limits)) continue
      const one = await raise(db, newsOf(subject, finding.rule), now)
      if (one) raised.push(one)
    }
  }
  return raised
}

const isNotified = (limits: Limits) => limits.flag('notify_managers') || limits.flag('notify_operators')

/** Cleared ones stay as they were judged. */
async function grow(
  db: Db,
  known: StoredFinding,
  { first, last, count, value }: Finding,
  now: number,
): Promise<void> {
  if (known.state === 'cleared') return
  const next = {
    first_at: Math.min(known.first_at, first),
    last_at: Math.max(known.last_at, last),
    count: Math.max(known.count, count),
    value: Math.max(known.value, value),
  }
  if (
    next.first_at === known.first_at &&
    next.last_at === known.last_at &&
    next.count === known.count &&
    next.value === known.value
  )
    return
  await db
    .updateTable('anomalies')
    .set(row => ({ ...next, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', known.id)
    .where('state', '<>', 'cleared')
    .execute()
}

/** Whatever begins at the same moment on the same slot by the same rule is the same. */
async function add(db: Db, subject: Subject, finding: Finding, now: number): Promise<boolean> {
  const row = await db
    .insertInto('anomalies')
    .values({
      id: newId(now),
      tenant_id: subject.tenantId,
      location_id: subject.locationId,
      slot_id: subject.slotId,
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      state: 'open',
      rule: finding.rule,
      first_at: finding.first,
      last_at: finding.last,
      count: finding.count,
      value: finding.value,
      threshold: Number.isFinite(finding.threshold) ? finding.threshold : 0,
      currency: subject.currency,
      acknowledged_by: null,
      acknowledged_at: null,
      cleared_by: null,
      cleared_at: null,
      cleared_reason: null,
    })
    .onConflict(on => on.columns(['slot_id', 'rule', 'first_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const newsOf = (subject: Subject, rule: AnomalyRule) => ({
  template: templateOf[rule],
  tenantId: subject.tenantId,
  resourceType: 'slot' as const,
  resourceId: subject.slotId,
  data: { serial: subject.serial, location: subject.locationName },
  details: {
    tenant_id: subject.tenantId,
    tenant_name: subject.tenantName,
    location_id: subject.locationId,
    location_name: subject.locationName,
    slot_id: subject.slotId,
    slot_name: subject.serial,
  },
})
