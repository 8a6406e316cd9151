/**
 * The meter calendar, from stored days: closed ones say how many hours are known, open ones how many slots told anything. Hours are kept for a location
 * as a whole: who may see a part of its slots is told of closed days what is told of open ones.
 */
import { sql } from 'kysely'
import { listOf, readWide, rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { gamingDayBoundsIn, gamingDayIn, type DayRule } from '../rawdata/gaming-day.service'
import { CALENDAR_ROWS, type Calendar, type CalendarDay } from './calendar.contract'
import { placesByName, type Place } from './place.service'
import { staysIn, type Stay } from './stays.queries'

const DAY_MS = 86_400_000
/** Days of a location begin at most so far from midnight UTC, changes of its rule included. */
const APART_MS = 2 * DAY_MS
/** More than anybody decides in a month; days with more say at least so many. */
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
  /** By location, one for each of the days, which follow each other; null for one of which there is nothing to say. */
  days: ReadonlyMap<string, (CalendarDay | null)[]>
  /** By location; of the days that are not stored, and whole for those alone. */
  stays: ReadonlyMap<string, readonly Stay[]>
  /** Slots with a reading on such a day. */
  toldOn(locationId: string, day: string): ReadonlySet<string>
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
  if (ids.length === 0) return { days: new Map(), stays: new Map(), toldOn: () => NOBODY }
  const { closed, held, told } = await keptOf(db, ids, days, span, isWhole)
  // A day that is open in one of the locations is looked at in all of them; who stood where is of no interest once all are closed.
  const asked = days.filter(day => ids.some(id => !closed.get(keyOf(id, day))?.counts))
  const stays = asked.length === 0 ? new Map<string, Stay[]>() : await staysIn(db, ids, span)
  const heldOn = new Map<string, number>()
  const rules = new Map(places.map(place => [place.locationId, place.rules]))
  for (const { location_id, n } of held) {
    // A reading at the boundary itself closes the day before.
    const key = keyOf(location_id, gamingDayIn(rules.get(location_id) ?? [], Number(n) - 1))
    heldOn.set(key, (heldOn.get(key) ?? 0) + 1)
  }
  const toldOn = (location: string, day: string) => told.get(keyOf(location, day)) ?? NOBODY
  const dayOf = ({ locationId, rules }: (typeof places)[number], day: string) =>
    dayIn(rules, day, now, {
      closed: closed.get(keyOf(locationId, day)),
      told: toldOn(locationId, day),
      held: heldOn.get(keyOf(locationId, day)) ?? 0,
      stays: stays.get(locationId) ?? [],
    })
  return {
    days: new Map(places.map(place => [place.locationId, days.map(day => dayOf(place, day))])),
    stays,
    toldOn,
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
  told: ReadonlySet<string>
  held: number
  stays: readonly Stay[]
}

function dayIn(
  rules: readonly DayRule[],
  day: string,
  now: number,
  { closed, told, held, stays }: Known,
): CalendarDay | null {
  const { from, to } = gamingDayBoundsIn(rules, day)
  const counts = closed?.counts ?? countsOf(stays, from, to, told)
  const isNothing = counts.slots === 0 && held === 0
  if (from === to || isNothing || (!closed && from >= now)) return null
  return { ...counts, state: closed?.state ?? 'open', running: !closed && to > now, held }
}

const NOBODY: ReadonlySet<string> = new Set()

/** One that told something although it was entered later has its history with it: it makes no other one less silent. */
function countsOf(stays: readonly Stay[], from: number, to: number, told: ReadonlySet<string>) {
  const silent = new Set<string>()
  for (const { slot_id, since, until } of stays)
    if (since < to && until > from && !told.has(slot_id)) silent.add(slot_id)
  return { slots: told.size + silent.size, silent: silent.size, hours: null }
}

/** What is kept of locations and days, of three kinds: days that are closed, repairs that nobody has decided, and slots that told something. */
interface KeptRow {
  kind: 'closed' | 'held' | 'told'
  location_id: string
  day: string
  /** The day's state, or the slots. */
  text: string | null
  /** The instant of a repair, or how many slots. */
  n: number | null
  silent: number | null
  known: number | null
  expected: number | null
}
interface Kept {
  closed: ReadonlyMap<string, Closed>
  held: readonly Pick<KeptRow, 'location_id' | 'n'>[]
  /** Of days that are not closed; where a reader sees a part of the location, of all days. */
  told: ReadonlyMap<string, ReadonlySet<string>>
}

/** By one statement: its way to the database costs more than what it finds. */
async function keptOf(
  db: Db,
  ids: readonly string[],
  days: readonly string[],
  { from, to }: { from: number; to: number },
  isWhole: boolean,
): Promise<Kept> {
  const list = sql.join(ids)
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const places = rowsAsTable(
    db,
    { location_id: 'text' },
    ids.map(location_id => ({ location_id })),
  )
  const dates = rowsAsTable(
    db,
    { day: 'text' },
    days.map(day => ({ day })),
  )
  // Only of days that are not kept: whose own counts are told needs no slots. Not asked by `exists`, nor joined: PostgreSQL would read all days there are.
  const open = isWhole
    ? sql`where (select 1 from location_days l where l.location_id = p.location_id and l.day = a.day limit 1) is null`
    : sql``
  // A day in two currencies has two rows, each with the counts of its own slots.
  const rows = await readWide<KeptRow>(
    db,
    sql`select 'closed' as kind, location_id, day, state as text, sum(slots) as n, sum(silent) as silent, sum(hours_known) as known,
        sum(hours_expected) as expected
      from location_days where location_id in (${list}) and day >= ${first} and day <= ${last} and state <> 'open'
      group by location_id, day, state
      union all select * from (select 'held', location_id, '', null, crossing, 0, 0, 0 from repairs
        where location_id in (${list}) and state <> 'decided' and crossing >= ${from} and crossing <= ${to} limit ${MOST_REPAIRS}) as r
      union all select 'told', p.location_id, a.day, (select ${listOf(db, sql`d.slot_id`)} from counter_days d
          where d.location_id = p.location_id and d.gaming_day = a.day and d.readings > 0), 0, 0, 0, 0
        from (select b.location_id from ${places}) as p cross join (select b.day from ${dates}) as a ${open}`,
  )
  const kept = {
    closed: new Map<string, Closed>(),
    held: [] as KeptRow[],
    told: new Map<string, Set<string>>(),
  }
  for (const row of rows) {
    const { kind, location_id, day, text } = row
    if (kind === 'held') kept.held.push(row)
    else if (kind === 'told') kept.told.set(keyOf(location_id, day), new Set(text?.split(',')))
    else kept.closed.set(keyOf(location_id, day), closedFrom(row, isWhole))
  }
  return kept
}

const closedFrom = ({ text, n, silent, known, expected }: KeptRow, isWhole: boolean): Closed => ({
  state: text as CalendarDay['state'],
  counts: isWhole
    ? {
        slots: Number(n),
        silent: Number(silent),
        hours: { known: Number(known), expected: Number(expected) },
      }
    : null,
})
