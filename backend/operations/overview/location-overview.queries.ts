/** One location: its slots by position with what is wrong, what it takes, and how complete its days are. */
import { sql } from 'kysely'
import { daysOfPlaces } from '../../accounting/days/calendar.queries'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { LockState } from '../../estate/orders/control.contract'
import type { Db } from '../../platform/db/database'
import { seenColumnsOf, limitColumns, presenceOf } from '../../platform/store/presence-limits'
import { openDoorIn } from '../../estate/slots/doors.service'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import {
  lockedStates,
  MOST_POSITIONS,
  underWayStates,
  type MapSlot,
  type LocationOverview,
} from './overview.contract'
import type { Reading } from './troubles.queries'
import { daysBefore, takingsOf } from './takings.queries'

const DAYS = 30

export async function locationOverviewOf(reading: Reading, id: string): Promise<LocationOverview> {
  const { db, scope, actor, now } = reading
  const place = await db
    .selectFrom('locations')
    .select(['id', 'time_zone', 'gaming_day_start'])
    .where('id', '=', id)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!place) throw new Problem(404, 'not_found', { message: 'No such location' })
  const withFigures = allows(actor.permissions, 'slot::get')
  const [slots, taken, completeness, alarms] = await Promise.all([
    slotsAt(db, id, now),
    withFigures ? takingsOf(db, [place], now) : null,
    withFigures ? completenessOf(reading, id) : null,
    alarmsAt(reading, id),
  ])
  const since = (rows: readonly MapSlot[], name: 'last_seen_at' | 'lock_ordered_at' | 'door_open_at') => {
    const times = rows.flatMap(row => row[name] ?? [])
    return times.length > 0 ? Math.min(...times) : null
  }
  const isOneOf = (states: readonly string[]) => slots.filter(slot => states.includes(slot.lock_state))
  const offline = slots.filter(slot => slot.state === 'offline')
  const doors = slots.filter(slot => slot.door_open_at !== null)
  const locked = isOneOf(lockedStates)
  return {
    as_of: now,
    counts: {
      total: slots.length,
      offline: offline.length,
      locked: locked.length,
      doors: doors.length,
      under_way: isOneOf(underWayStates).length,
    },
    online: slots.filter(slot => slot.state === 'online').length,
    since: {
      offline: since(offline, 'last_seen_at'),
      locked: since(locked, 'lock_ordered_at'),
      doors: since(doors, 'door_open_at'),
    },
    alarms,
    takings: taken && (taken.get(id) ?? []),
    slots: slots.slice(0, MOST_POSITIONS),
    completeness,
  }
}

type Stored = Omit<MapSlot, '_id' | 'state' | 'denomination'> & {
  id: string
  denomination_minor: number
  currency: 'RON' | 'EUR'
}

async function slotsAt(db: Db, location: string, now: number): Promise<MapSlot[]> {
  const { rows } = await sql<Stored>`
    select t.id, t.serial, t.position, t.lock_state, t.door_open_at, t.lock_ordered_at, t.last_seen_at, t.credits, t.denomination_minor, t.currency,
      ${limitColumns(seenColumnsOf('slots'), now)}
    from slots t where t.location_id = ${location} and t.archived_at is null order by t.position nulls last, t.serial`.execute(
    db,
  )
  return rows.map(({ id, denomination_minor, currency, ...row }) => ({
    _id: id,
    serial: row.serial,
    position: row.position,
    state: presenceOf(row as never, now),
    lock_state: row.lock_state as LockState,
    door_open_at: openDoorIn(row.door_open_at, now),
    lock_ordered_at: row.lock_ordered_at,
    last_seen_at: row.last_seen_at,
    credits: row.credits,
    denomination: { minor: denomination_minor, currency },
  }))
}

const MOST_ALARMS = 1_000

/** Counts notifications of this location's slots that the reader has not confirmed; the newest thousand. */
async function alarmsAt({ db, actor }: Reading, location: string): Promise<LocationOverview['alarms']> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
      select 1 from slots s join notifications n on n.resource_id = s.id and n.resource_type = 'slot' and n.to_user_id is null
        left join notification_receipts r on r.notification_id = n.id and r.user_id = ${actor.id}
      where s.location_id = ${location} and s.archived_at is null and n.severity = 'alarm' and r.confirmed_at is null limit ${MOST_ALARMS + 1}) as found`.execute(
    db,
  )
  const found = Number(rows[0]?.n ?? 0)
  return { count: Math.min(found, MOST_ALARMS), capped: found > MOST_ALARMS }
}

/** The last gaming days as the meter calendar has them, so that both say the same of a day. */
async function completenessOf(
  { db, actor, now }: Reading,
  locationId: string,
): Promise<LocationOverview['completeness']> {
  const rules = (await dayRules(db, [locationId])).get(locationId) ?? []
  const today = gamingDayIn(rules, now)
  const days = Array.from({ length: DAYS }, (_, index) => daysBefore(today, DAYS - 1 - index))
  const { days: found } = await daysOfPlaces(
    db,
    [{ locationId, rules }],
    days,
    now,
    actor.rules === undefined,
  )
  const known = found.get(locationId) ?? []
  return days.map((day, at) => ({ day, known: known[at] ?? null }))
}
