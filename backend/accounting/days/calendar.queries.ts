/**
 * The meter calendar, from stored days: closed days say how many hours are known, open days how many slots reported.
 * Hours are stored for a location as a whole, so a user who sees only some of its slots gets for closed days what open
 * days show.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { listOf, readWide } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { gamingDayBoundsIn, gamingDayIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { CALENDAR_ROWS, type Calendar, type CalendarDay } from './calendar.contract'
import { placesByName, type Place } from '../../telemetry/gaming-days/place.service'
import { staysIn, type Stay } from './stays.queries'

/** Days of a location begin at most so far from midnight UTC, changes of its rule included. */
const APART_MS = 2 * DAY_MS
/** More repairs than anybody decides in a month; the calendar shows at most so many. */
const MOST_REPAIRS = 2_000

export async function readCalendar(
  db: Db,
  scope: Scope,
  { month, page }: { month: string; page: number },
  now: number,
  isWhole: boolean,
): Promise<Calendar> {
  const days = daysOf(month)
  const { places, total } = await placesByName(db, scope, {
    offset: page * CALENDAR_ROWS,
    limit: CALENDAR_ROWS,
  })
  const { days: found } = await daysOfPlaces(db, places, days, now, isWhole)
  return {
    month,
    days,
    locations: places.map(place => ({
      location: { _id: place.locationId, name: place.locationName },
      days: found.get(place.locationId) ?? [],
    })),
    location_total: total,
    as_of: now,
  }
}

/** What was read of locations and days. */
export interface PlacesDays {
  /** By location, one for each of the consecutive days; null for a day without slots and repairs. */
  days: ReadonlyMap<string, (CalendarDay | null)[]>
  /** By location; complete only for the days that are not stored. */
  stays: ReadonlyMap<string, readonly Stay[]>
  /** Slots with a reading on such a day. */
  reportingSlots(locationId: string, day: string): ReadonlySet<string>
}

export async function daysOfPlaces(
  db: Db,
  places: readonly Pick<Place, 'locationId' | 'rules'>[],
  days: readonly string[],
  now: number,
  isWhole: boolean,
): Promise<PlacesDays> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const ids = places.map(({ locationId }) => locationId)
  const span = { from: Date.parse(first) - APART_MS, to: Date.parse(last) + APART_MS }
  if (ids.length === 0) return { days: new Map(), stays: new Map(), reportingSlots: () => NOBODY }
  const closed = await closedDays(db, ids, first, last, isWhole)
  // A day that is open in one location is queried in all of them; stays are needed only while a day is open.
  const openDays = days.filter(day => ids.some(id => !closed.get(keyOf(id, day))?.counts))
  const [reporting, held, stays] = await Promise.all([
    slotsReportingByDay(db, ids, openDays, isWhole),
    openRepairs(db, ids, span),
    openDays.length === 0 ? new Map<string, Stay[]>() : staysIn(db, ids, span),
  ])
  const heldOn = new Map<string, number>()
  const rules = new Map(places.map(place => [place.locationId, place.rules]))
  for (const { location_id, crossing } of held) {
    // A reading at the boundary itself closes the day before.
    const key = keyOf(location_id, gamingDayIn(rules.get(location_id) ?? [], crossing - 1))
    heldOn.set(key, (heldOn.get(key) ?? 0) + 1)
  }
  const reportingSlots = (location: string, day: string) => reporting.get(keyOf(location, day)) ?? NOBODY
  const dayOf = ({ locationId, rules }: (typeof places)[number], day: string) =>
    dayIn(rules, day, now, {
      closed: closed.get(keyOf(locationId, day)),
      reporting: reportingSlots(locationId, day),
      held: heldOn.get(keyOf(locationId, day)) ?? 0,
      stays: stays.get(locationId) ?? [],
    })
  return {
    days: new Map(places.map(place => [place.locationId, days.map(day => dayOf(place, day))])),
    stays,
    reportingSlots,
  }
}

const keyOf = (location: string, day: string) => `${location} ${day}`

const daysOf = (month: string): string[] => {
  const [year = 0, nr = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, nr, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

interface Closed {
  state: CalendarDay['state']
  /** Null for readers of a part of the location. */
  counts: Pick<CalendarDay, 'slots' | 'silent' | 'hours'> | null
}
interface Known {
  closed: Closed | undefined
  /** Slots with a reading. */
  reporting: ReadonlySet<string>
  held: number
  stays: readonly Stay[]
}

function dayIn(
  rules: readonly DayRule[],
  day: string,
  now: number,
  { closed, reporting, held, stays }: Known,
): CalendarDay | null {
  const { from, to } = gamingDayBoundsIn(rules, day)
  const counts = closed?.counts ?? countsOf(stays, from, to, reporting)
  const isNothing = counts.slots === 0 && held === 0
  if (from === to || isNothing || (!closed && from >= now)) return null
  return { ...counts, state: closed?.state ?? 'open', running: !closed && to > now, held }
}

const NOBODY: ReadonlySet<string> = new Set()

/** A slot that reported before it was registered counts as reporting and does not make another slot less silent. */
function countsOf(stays: readonly Stay[], from: number, to: number, reporting: ReadonlySet<string>) {
  const silent = new Set<string>()
  for (const { slot_id, since, until } of stays)
    if (since < to && until > from && !reporting.has(slot_id)) silent.add(slot_id)
  return { slots: reporting.size + silent.size, silent: silent.size, hours: null }
}

interface ClosedRow {
  location_id: string
  day: string
  state: CalendarDay['state']
  slots: number
  silent: number
  known: number
  expected: number
}

async function closedDays(
  db: Db,
  ids: readonly string[],
  from: string,
  to: string,
  isWhole: boolean,
): Promise<Map<string, Closed>> {
  // A day in two currencies has two rows, each with the counts of its own slots.
  const rows = await readWide<ClosedRow>(
    db,
    sql`select location_id, day, state, sum(slots) as slots, sum(silent) as silent, sum(hours_known) as known, sum(hours_expected) as expected
      from location_days where location_id in (${sql.join(ids)}) and day >= ${from} and day <= ${to} and state <> 'open'
      group by location_id, day, state`,
  )
  return new Map(
    rows.map(row => [
      keyOf(row.location_id, row.day),
      {
        state: row.state,
        counts: isWhole
          ? {
              slots: Number(row.slots),
              silent: Number(row.silent),
              hours: { known: Number(row.known), expected: Number(row.expected) },
            }
          : null,
      },
    ]),
  )
}

/** Slots that reported, by day; closed days are left out where the user sees the counts stored with them. */
async function slotsReportingByDay(
  db: Db,
  ids: readonly string[],
  days: readonly string[],
  isWhole: boolean,
): Promise<Map<string, Set<string>>> {
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ location_id: string; gaming_day: string; slots: string }>`
    select location_id, gaming_day, ${listOf(db, sql`slot_id`)} as slots from counter_days d
    where location_id in (${sql.join(ids)}) and gaming_day in (${sql.join([...days])}) and readings > 0
      ${isWhole ? sql`and not exists (select 1 from location_days l where l.location_id = d.location_id and l.day = d.gaming_day)` : sql``}
    group by location_id, gaming_day`.execute(db)
  return new Map(rows.map(row => [keyOf(row.location_id, row.gaming_day), new Set(row.slots.split(','))]))
}

const openRepairs = async (db: Db, ids: readonly string[], { from, to }: { from: number; to: number }) =>
  db
    .selectFrom('repairs')
    .select(['location_id', 'crossing'])
    .where('location_id', 'in', ids)
    .where('state', '<>', 'decided')
    .where('crossing', '>=', from)
    .where('crossing', '<=', to)
    .limit(MOST_REPAIRS)
    .execute()
