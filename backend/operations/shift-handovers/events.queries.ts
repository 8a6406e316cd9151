/** How often what matters happened in a location's shift. */
import { DAY_MS } from '../../platform/contract/durations'
import { sql, type RawBuilder } from 'kysely'
import type { PermissionRule } from '../../platform/contract/permissions'
import type { EventKind } from './shift-handovers.contract'
import { within, type Shift } from './shift'

/** A lock waits for its slot for days at most: an order that is older was not confirmed in this shift. */
const ORDERED_WITHIN_MS = 31 * DAY_MS

const seesDoor: PermissionRule = { any: ['pe_scan::list_player_scans', 'pe_scan::create'] }

export const eventLines: Readonly<
  Record<EventKind, { rule: PermissionRule; rows: (shift: Shift) => RawBuilder<unknown> }>
> = {
  locks: { rule: 'slot::list', rows: shift => ordersDone(shift, 'lock') },
  unlocks: { rule: 'slot::list', rows: shift => ordersDone(shift, 'unlock') },
  repairs: { rule: 'slot::get', rows: shift => sql`from repairs t where ${within(shift, 'created_at')}` },
  anomalies: { rule: 'slot::get', rows: shift => sql`from anomalies t where ${within(shift, 'created_at')}` },
  alarms_confirmed: {
    rule: 'slot::list',
    rows: ({ location, from, to }) => sql`from (select n.id from slots s
      join notifications n on n.resource_id = s.id and n.resource_type = 'slot' and n.severity = 'alarm' and n.to_user_id is null
      join notification_receipts r on r.notification_id = n.id
      where s.location_id = ${location.id} and r.confirmed_at >= ${from} and r.confirmed_at < ${to}
      group by n.id) confirmed`,
  },
  door_allowed: { rule: seesDoor, rows: shift => scans(shift, 'allow') },
  door_denied: { rule: seesDoor, rows: shift => scans(shift, 'deny') },
  door_referred: { rule: seesDoor, rows: shift => scans(shift, 'manager') },
}

const scans = (shift: Shift, answer: 'allow' | 'deny' | 'manager') =>
  sql`from player_scans t where ${within(shift, 'created_at')} and t.answer = ${answer}`

/** Confirmed by the slot: an order alone has locked nothing. */
const ordersDone = ({ location, from, to }: Shift, kind: 'lock' | 'unlock') =>
  sql`from slots s join machine_commands t on t.slot_id = s.id and t.created_at >= ${from - ORDERED_WITHIN_MS}
    where s.location_id = ${location.id} and t.location_id = ${location.id} and t.kind = ${kind} and t.state = 'done'
      and t.answered_at >= ${from} and t.answered_at < ${to}`
