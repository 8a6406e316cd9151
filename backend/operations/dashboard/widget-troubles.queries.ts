/**
 * Widgets of what stands as it should not: silent slots, open doors, locks that are not confirmed, events of the open
 * day.
 */
import { sql, type RawBuilder } from 'kysely'
import { underWayStates } from '../overview/overview.contract'
import { listNotifications } from '../../workflow/notifications/notifications.queries'
import { isDoorOpen } from '../../estate/slots/doors.service'
import { silentSlotsIn } from '../../estate/slots/silent-slots.queries'
import { eventKind } from '../../telemetry/readings/sas-events'
import { MOST_LINES, severities, type DataOf } from './dashboard.contract'
import type { WidgetPlace } from './dashboard.service'
import { countSlots, openDaysAt, spanOf, placedIn, type Reading } from './widget-reading'

type Place = WidgetPlace | null

export async function slotsNow(reading: Reading, place: Place): Promise<DataOf<'slots'>> {
  const { db, now, scope } = reading
  const tenant = scope.tenantId ?? place?.tenant_id ?? null
  const [total, never, { rows: silent }] = await Promise.all([
    countSlots(reading, place),
    countSlots(reading, place, { state: ['never'] }),
    silentSlotsIn(
      sql`${tenant === null ? sql`1 = 1` : sql`l.tenant_id = ${tenant}`} ${place ? sql`and l.id = ${place.id}` : sql``}`,
      now,
    ).execute(db),
  ])
  const offline = silent.reduce((sum, { n }) => sum + Number(n), 0)
  const most = silent
    .map(({ location_id, n }) => ({ location_id, n: Number(n) }))
    .sort((a, b) => b.n - a.n || (a.location_id < b.location_id ? -1 : 1))
    .slice(0, MOST_LINES)
  const ids = most.map(row => row.location_id)
  const sizes = ids.length > 0 ? await sizesOf(reading, ids) : new Map<string, { name: string; n: number }>()
  return {
    kind: 'slots',
    total,
    online: Math.max(total - offline - never, 0),
    offline,
    never,
    rows: most.flatMap(({ location_id, n }) => {
      const of = sizes.get(location_id)
      return of ? [{ location: { _id: location_id, name: of.name }, total: of.n, offline: n }] : []
    }),
  }
}

async function sizesOf({ db }: Reading, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; n: number }>`
    select l.id, l.name, (select count(*) from slots t where t.location_id = l.id and t.archived_at is null) as n
    from locations l where l.id in (${sql.join([...ids])})`.execute(db)
  return new Map(rows.map(row => [row.id, { name: row.name, n: Number(row.n) }]))
}

interface Line {
  id: string
  serial: string
  location_id: string
  location: string
  since: number | null
  lock_state: string
}

/** Those that have stood so longest. */
async function oldest(
  reading: Reading,
  place: Place,
  since: 'door_open_at' | 'lock_ordered_at',
  where: RawBuilder<unknown>,
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.id, t.serial, t.location_id, l.name as location, ${sql.ref(`t.${since}`)} as since, t.lock_state
    from slots t join locations l on l.id = t.location_id
    where ${where} and t.archived_at is null and ${placedIn(reading, place, 't')}
    order by ${sql.ref(`t.${since}`)}, t.id limit ${MOST_LINES}`.execute(reading.db)
  return rows
}

const lineOf = ({ id, serial, location_id, location, since }: Line) => ({
  slot: { _id: id, name: serial },
  location: { _id: location_id, name: location },
  since: since === null ? null : Number(since),
})

export async function openDoors(reading: Reading, place: Place): Promise<DataOf<'doors'>> {
  const [count, rows, alarms] = await Promise.all([
    countSlots(reading, place, { door: ['open'] }),
    oldest(reading, place, 'door_open_at', isDoorOpen('t', reading.now)),
    place
      ? null
      : listNotifications(
          reading.db,
          reading.actor,
          { severity: ['alarm'], confirmed: [false] },
          { limit: 0, offset: 0, now: reading.now },
        ),
  ])
  return {
    kind: 'doors',
    count,
    rows: rows.map(lineOf),
    alarms: alarms && { count: alarms.total, capped: alarms.capped },
  }
}

export async function unconfirmedLocks(reading: Reading, place: Place): Promise<DataOf<'commands'>> {
  const [count, rows] = await Promise.all([
    countSlots(reading, place, { lock_state: underWayStates }),
    oldest(reading, place, 'lock_ordered_at', sql`t.lock_state in (${sql.join([...underWayStates])})`),
  ])
  return {
    kind: 'commands',
    count,
    rows: rows.map(row => ({ ...lineOf(row), state: row.lock_state as (typeof underWayStates)[number] })),
  }
}

/** Reads each location's open gaming day from the counts that are stored next to the events. */
export async function eventsToday(reading: Reading, place: Place): Promise<DataOf<'events'>> {
  const days = openDaysAt(reading, place)
  const { rows } =
    days.length === 0
      ? { rows: [] }
      : await sql<{ code: string; n: number }>`
          select e.code, sum(e.count) as n from event_days e
          where ${placedIn(reading, place, 'e')} and (${sql.join(sameDays(days), sql` or `)})
          group by e.code`.execute(reading.db)
  const counts = { alarm: 0, warning: 0, info: 0 }
  const found = rows.map(({ code, n }) => ({ code, severity: eventKind(code).severity, count: Number(n) }))
  for (const { severity, count } of found) counts[severity] += count
  const rank = ({ severity }: (typeof found)[number]) => severities.indexOf(severity)
  return {
    kind: 'events',
    counts,
    rows: found
      .filter(({ count }) => count > 0)
      .sort((a, b) => rank(a) - rank(b) || b.count - a.count || (a.code < b.code ? -1 : 1))
      .slice(0, MOST_LINES),
    span: spanOf(days),
  }
}

/** One condition where the same day is open everywhere; otherwise one for each beginning of the day. */
function sameDays(days: ReturnType<typeof openDaysAt>): RawBuilder<unknown>[] {
  const [first] = days
  if (first && days.every(({ day }) => day === first.day)) return [sql`e.gaming_day = ${first.day}`]
  return days.map(
    ({ day, time_zone, gaming_day_start }) => sql`(e.gaming_day = ${day} and e.location_id in (
      select l.id from locations l where l.time_zone = ${time_zone} and l.gaming_day_start = ${gaming_day_start}))`,
  )
}
