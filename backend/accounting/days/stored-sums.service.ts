/**
 * What locations stand at day by day: of closed days as it is stored with them, so that only the others are added up
 * slot by slot. A closed day that has changed since is among the others until it is worked out anew.
 */
import { sql, type RawBuilder } from 'kysely'
import { readWide, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { daysOf, type AggregateQuery } from '../figures/aggregate.queries'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'

/** In place of a set that could not be written down: such a day is added up slot by slot. */
export const UNKNOWN_SET = -1

interface StoredSum extends Record<MovementMeter, number> {
  /** A day, or a month. */
  key: string
  currency: string
  /** The sum of all locations and days: a slot that stood in two locations on one day is counted twice. */
  slots: number
  hours_known: number
  hours_expected: number
}
/** Days of a month and location on which the same slots reported. */
export interface DaySet {
  locationId: string
  currency: string
  month: string
  /** A bit each. */
  days: number
  /** Of `slot_sets`; 0 where no slot did. */
  set: number
}
/** By month, a bit for each day, the first of the month the lowest. */
export type DayBits = ReadonlyMap<string, number>
export interface StoredSums {
  /** In money and counts; summed over locations and, by month, over days. */
  sums: StoredSum[]
  sets: DaySet[]
  /** Of a location, the days that are stored. */
  closed: ReadonlyMap<string, DayBits>
}

interface Row extends StoredSum {
  location_id: string | null
  slot_set: number
  days: number
}

const numbers = ['slots', 'hours_known', 'hours_expected', ...movementNames]
const added = sql.raw(
  `0 as slot_set, 0 as days, ${numbers.map(name => `sum(d."${name}") as "${name}"`).join(', ')}`,
)
const nothing = sql.raw(numbers.map(() => '0').join(', '))
/** In place of a set: the day of the location is marked as changed. */
const MARKED = UNKNOWN_SET

/**
 * One statement says what is stored, and by that what is not: a day that closes meanwhile is either in it or not, never
 * a part of it.
 */
export async function storedSums(
  db: Db,
  { tenantId }: Scope,
  { entity, ids, from, to }: AggregateQuery,
  by: 'day' | 'month',
): Promise<StoredSums> {
  const list = sql.join([...ids])
  const isTenant = entity === 'tenant'
  const owners = isTenant ? sql`(${list})` : sql`(select tenant_id from locations where id in (${list}))`
  const scope = tenantId === null ? sql`` : sql`and d.tenant_id = ${tenantId}`
  const own = sql`d.tenant_id in ${owners} ${scope}`
  const key = by === 'day' ? sql`d.day` : sql`substr(d.day, 1, 7)`
  const within = sql`d.day >= ${from} and d.day <= ${to}`
  const sumsOf = (table: string, which: RawBuilder<unknown>) =>
    sql`select ${key} as key, d.currency, null as location_id, ${added} from ${sql.table(table)} d where ${own} and ${which} group by 1, 2`
  const unmarked = sql`d.slot_set <> ${sql.lit(UNKNOWN_SET)}
    and not exists (select 1 from days_to_refresh r where r.location_id = d.location_id and r.day = d.day)`
  const rows = await readWide<Row>(
    db,
    sql`with marked as (select d.location_id, d.day from days_to_refresh d where ${within}
        and d.location_id in ${isTenant ? sql`(select id from locations where tenant_id in ${owners})` : sql`(${list})`})
      ${
        isTenant
          ? // A tenant's day is whole or, where one of its locations has changed, the sum of the others.
            sql`${sumsOf('tenant_day_sums', sql`${within} and d.day not in (select day from marked)`)}
              union all ${sumsOf('location_day_sums', sql`${within} and d.day in (select day from marked) and ${unmarked}`)}`
          : // Of one location each day is found by the key.
            sumsOf(
              'location_day_sums',
              sql`d.day in (${sql.join(daysOf(from, to))}) and d.location_id in (${list}) and ${unmarked}`,
            )
      }
      union all select d.month, d.currency, d.location_id, d.slot_set, d.days, ${nothing} from location_month_sets d
        where ${own} and d.month >= ${from.slice(0, 7)} and d.month <= ${to.slice(0, 7)} ${isTenant ? sql`` : sql`and d.location_id in (${list})`}
      union all select d.day, '', d.location_id, ${sql.lit(MARKED)}, 0, ${nothing} from marked d`,
  )
  const marks = new Map<string, number>()
  for (const { key: day, location_id, slot_set } of rows)
    if (slot_set === MARKED) {
      const place = `${location_id} ${day.slice(0, 7)}`
      marks.set(place, (marks.get(place) ?? 0) | bitOf(day))
    }
  const [sums, sets]: [StoredSum[], DaySet[]] = [[], []]
  const closed = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const { location_id: locationId, key: month, currency, slot_set: set } = row
    if (locationId === null) sums.push(row)
    else if (set !== MARKED) {
      const days = row.days & bitsWithin(month, from, to) & ~(marks.get(`${locationId} ${month}`) ?? 0)
      if (days === 0) continue
      sets.push({ locationId, currency, month, days, set })
      const months = closed.get(locationId) ?? new Map<string, number>()
      closed.set(locationId, months)
      months.set(month, (months.get(month) ?? 0) | days)
    }
  }
  return { sums, sets, closed }
}

const ALL = 2 ** 31 - 1
const bitOf = (day: string): number => 1 << (Number(day.slice(8)) - 1)
const upTo = (day: string): number => 2 ** Number(day.slice(8)) - 1

const bitsWithin = (month: string, from: string, to: string): number =>
  (from.startsWith(month) ? ALL & ~(bitOf(from) - 1) : ALL) & (to.startsWith(month) ? upTo(to) : ALL)

export const hasDay = (bits: DayBits | undefined, day: string): boolean =>
  ((bits?.get(day.slice(0, 7)) ?? 0) & bitOf(day)) !== 0

export function daysIn(month: string, bits: number): string[] {
  const days: string[] = []
  for (let nr = 1; nr <= 31; nr++)
    if ((bits >> (nr - 1)) & 1) days.push(`${month}-${String(nr).padStart(2, '0')}`)
  return days
}

/** Days of a location that follow each other. */
export interface DaySpan {
  location_id: string
  since: string
  until: string
}

/** What is not stored. `places`: nothing is known of a location before its first day with a reading. */
export function openSpans(
  places: readonly { id: string; since: string | null }[],
  { from, to }: { from: string; to: string },
  closed: StoredSums['closed'],
): DaySpan[] {
  const all = daysOf(from, to)
  // Locations of a tenant mostly have the same days.
  const alike = new Map<string, Omit<DaySpan, 'location_id'>[]>()
  return places.flatMap(({ id, since }) => {
    if (since === null) return []
    const own = closed.get(id)
    const first = since > from ? since : from
    const kind = `${first} ${own ? [...own].join(' ') : ''}`
    const spans = alike.get(kind) ?? spansOf(all, first, own)
    alike.set(kind, spans)
    return spans.map(span => ({ location_id: id, ...span }))
  })
}

function spansOf(all: readonly string[], first: string, closed: DayBits | undefined) {
  const spans: Omit<DaySpan, 'location_id'>[] = []
  let last: Omit<DaySpan, 'location_id'> | undefined
  for (const day of all)
    if (day < first || hasDay(closed, day)) last = undefined
    else if (last) last.until = day
    else spans.push((last = { since: day, until: day }))
  return spans
}

/** Numbers of slots, as texts, by set. */
export async function slotsOfSets(
  db: Db,
  tenantIds: readonly string[],
  sets: readonly DaySet[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const digests = [...new Set(sets.map(({ set }) => set))].filter(set => set !== 0)
  if (digests.length === 0) return new Map()
  const { rows } = await sql<{ digest: number; slots: string }>`
    select s.digest, s.slots from ${rowsAsTable(
      db,
      { digest: 'bigint' },
      digests.map(digest => ({ digest })),
    )} cross join slot_sets s where s.tenant_id in (${sql.join([...tenantIds])}) and s.digest = b.digest`.execute(
    db,
  )
  return new Map(rows.map(({ digest, slots }) => [Number(digest), slots.split(',')]))
}
