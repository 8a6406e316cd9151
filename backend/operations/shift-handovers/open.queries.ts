/** What is open in a location when its shift is handed over: how much of each kind, and the oldest of it. */
import { sql, type RawBuilder } from 'kysely'
import { allows, type PermissionRule } from '../../platform/contract/permissions'
import { seenColumnsOf, isIn } from '../../platform/store/presence-limits'
import { collectorCheckpointsContract } from '../../accounting/collections/collector-checkpoints.contract'
import { workOrdersContract } from '../../estate/maintenance/work-orders.contract'
import { isDoorOpen } from '../../estate/slots/doors.service'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { handpaysContract } from '../../money/handpays/handpays.contract'
import { jackpotWinsContract } from '../../money/jackpots/jackpots.contract'
import { approvalKinds, readsKind } from '../../workflow/second-person/approval-kinds.contract'
import { lockedStates } from '../overview/overview.contract'
import type { OpenKind } from './shift-handovers.contract'
import type { Shift } from './shift'

interface Line {
  rule: PermissionRule
  /** The list that a record of it stands in. */
  list: string
  /** Columns as `columns` below names them. */
  select: RawBuilder<unknown>
  rows: (shift: Shift) => RawBuilder<unknown>
}

const none = sql`cast(null as text)`
const noMoney = sql`cast(null as bigint) as minor, ${none} as currency`
/** Of a slot that is open itself. */
const ofSlot = (since: string, noteOn: RawBuilder<unknown> = none) =>
  sql`t.id, t.serial as name, t.position, ${sql.ref(`t.${since}`)} as since, ${noteOn} as word, ${noMoney}`
const slotsHere = ({ location }: Shift, where: RawBuilder<unknown>) =>
  sql`from slots t where t.location_id = ${location.id} and t.archived_at is null and ${where}`
/** Of a record about a slot, `s`. */
const aboutSlot = (since: string, word: RawBuilder<unknown> = none, amount = noMoney) =>
  sql`t.id, s.serial as name, s.position, ${sql.ref(`t.${since}`)} as since, ${word} as word, ${amount}`
const withSlots = (table: string, { location }: Shift, where: RawBuilder<unknown>) =>
  sql`from ${sql.table(table)} t join slots s on s.id = t.slot_id where t.location_id = ${location.id} and ${where}`

export const openLines: Readonly<Record<OpenKind, Line>> = {
  handpays_open: {
    rule: handpaysContract.permissions.list,
    list: 'handpays',
    select: aboutSlot('since', sql`t.kind`, sql`t.amount_minor as minor, t.currency`),
    rows: shift => withSlots('handpays', shift, sql`t.archived_at is null`),
  },
  jackpots_unpaid: {
    rule: jackpotWinsContract.permissions.list,
    list: 'jackpot-history',
    select: aboutSlot('won_at', sql`t.state`, sql`t.amount_minor as minor, t.currency`),
    rows: shift =>
      withSlots('jackpot_wins', shift, sql`t.state in ('hit_pending', 'celebrating', 'payment_pending')`),
  },
  alarms: {
    rule: 'slot::list',
    list: 'alarms',
    select: sql`t.id, s.serial as name, s.position, t.at as since, ${none} as word, ${noMoney}`,
    rows: ({ location, to }) => sql`from slots s
      join notifications t on t.resource_id = s.id and t.resource_type = 'slot' and t.severity = 'alarm' and t.at <= ${to} and t.to_user_id is null
      where s.location_id = ${location.id} and s.archived_at is null and not exists (
        select 1 from notification_receipts r where r.notification_id = t.id and r.confirmed_at is not null)`,
  },
  doors: {
    rule: 'slot::list',
    list: 'slots',
    select: ofSlot('door_open_at'),
    rows: shift => slotsHere(shift, isDoorOpen('t', shift.to)),
  },
  offline: {
    rule: 'slot::list',
    list: 'slots',
    select: ofSlot('last_seen_at'),
    rows: shift => slotsHere(shift, isIn('offline', seenColumnsOf('slots'), shift.to)),
  },
  locked: {
    rule: 'slot::list',
    list: 'slots',
    select: ofSlot('lock_ordered_at', sql`t.lock_state`),
    rows: shift => slotsHere(shift, sql`t.lock_state in (${sql.join([...lockedStates])})`),
  },
  repairs_open: {
    rule: 'slot::get',
    list: 'repairs',
    select: aboutSlot('crossing'),
    rows: shift => withSlots('repairs', shift, sql`t.state in ('open', 'contested')`),
  },
  anomalies_open: {
    rule: 'slot::get',
    list: 'anomalies',
    select: aboutSlot('first_at', sql`t.rule`),
    rows: shift => withSlots('anomalies', shift, sql`t.state <> 'cleared'`),
  },
  work_orders_open: {
    rule: workOrdersContract.permissions.list,
    list: 'work-orders',
    select: sql`t.id, s.serial || ' · ' || t.title as name, s.position, t.created_at as since, t.state as word, ${noMoney}`,
    rows: shift =>
      withSlots('work_orders', shift, sql`t.state in ('open', 'in_progress') and t.archived_at is null`),
  },
  collections_off: {
    rule: collectorCheckpointsContract.permissions.list,
    list: 'collector-checkpoints',
    select: sql`t.id, t.number as name, s.position, t.collected_at as since, t.state as word, t.difference_minor as minor, t.currency`,
    rows: shift =>
      withSlots(
        'collector_checkpoints',
        shift,
        sql`t.state in ('short', 'over') and t.collected_at >= ${shift.from} and t.collected_at < ${shift.to}`,
      ),
  },
  not_collected: {
    rule: { all: [collectorCheckpointsContract.permissions.list, 'slot::list'] },
    list: 'slots',
    select: sql`t.id, t.serial as name, t.position, cast(null as bigint) as since, ${none} as word, ${noMoney}`,
    rows: notCollected,
  },
  approvals: {
    rule: { any: [...new Set(approvalKinds.map(kind => readsKind[kind]))] },
    list: 'approvals',
    select: sql`t.id, coalesce(s.serial, t.level_name, t.day, '') as name, s.position, t.created_at as since, t.kind as word, ${noMoney}`,
    rows: ({ location, actor, to }) =>
      sql`from approval_requests t left join slots s on s.id = t.slot_id where t.location_id = ${location.id}
        and t.answer is null and t.expires_at > ${to}
        and t.kind in (${sql.join(approvalKinds.filter(kind => allows(actor.permissions, readsKind[kind])))})`,
  },
}

/** Slots without a collection in the open gaming day, once a round has begun in it. */
function notCollected(shift: Shift): RawBuilder<unknown> {
  const { location, to } = shift
  const { time_zone: zone, gaming_day_start: start } = location
  const since = gamingDayBounds(gamingDayOf(to, zone, start), zone, start).from
  const collected = sql`select 1 from collector_checkpoints c where c.location_id = ${location.id} and c.collected_at >= ${since}`
  return slotsHere(shift, sql`exists (${collected}) and not exists (${collected} and c.slot_id = t.id)`)
}
