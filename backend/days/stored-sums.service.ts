/**
 * What locations stand at day by day: of closed days as it is stored with them, so that only the others are added up slot by slot. A closed day that has
 * changed since is among the others until it is worked out anew.
 */
import { sql } from 'kysely'
import { isPostgres, listOf, readWide, rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { daysOf, type AggregateQuery } from '../rawdata/aggregate.queries'
import { movementNames, type MovementMeter } from '../rawdata/meters.contract'

/** In place of a set that could not be written down: such a day is added up slot by slot. */
export const UNKNOWN_SET = -1

export interface DaySum extends Record<MovementMeter, number> {
  day: string
  currency: string
  /** Of each location by itself: one that moved between two of them that day is counted twice. */
  slots: number
  hours_known: number
  hours_expected: number
}
/** Days of a location on which the same slots told something. Days and months are shared by those that are alike, never changed. */
export interface DaySet {
  locationId: string
  currency: string
  /** Of `slot_sets`; 0 where no slot did. */
  set: number
  days: ReadonlySet<string>
  months: ReadonlySet<string>
}
export interface StoredSums {
  /** In money and counts; locations added up. */
  sums: DaySum[]
  sets: DaySet[]
  /** Of a location, the days that are stored. */
  closed: ReadonlyMap<string, ReadonlySet<string>>
}

type Row = DaySum & { location_id: string | null; days: string | null; other: string }

const numbers = ['slots', 'hours_known', 'hours_expected', ...movementNames]
const added = sql.raw(numbers.map(name => `sum(d."${name}") as "${name}"`).join(', '))
const nothing = sql.raw(
  numbers
    .slice(1)
    .map(() => '0')
    .join(', '),
)

/** One statement says what is stored, and by that what is not: a day that closes meanwhile is either in it or not, never a part of it. */
export async function storedSums(
  db: Db,
  { tenantId }: Scope,
  { entity, ids, from, to }: AggregateQuery,
): Promise<StoredSums> {
  const owners =
    entity === 'tenant'
      ? sql`in (${sql.join([...ids])})`
      : sql`in (select tenant_id from locations where id in (${sql.join([...ids])}))`
  // In their order, so that locations with the same days have the same text.
  const list = isPostgres(db) ? sql`string_agg(d.day, ',' order by d.day)` : listOf(db, sql`d.day`)
  // Of one location each day is found by the key; of a tenant's all lie beside each other.
  const days =
    entity === 'location'
      ? sql`d.day in (${sql.join(daysOf(from, to))}) and d.location_id in (${sql.join([...ids])})`
      : sql`d.day >= ${from} and d.day <= ${to}`
  const own = sql`from location_day_sums d where d.tenant_id ${owners} ${tenantId === null ? sql`` : sql`and d.tenant_id = ${tenantId}`}
    and ${days} and d.slot_set <> ${sql.lit(UNKNOWN_SET)}
    and (not exists (select 1 from days_to_refresh)
      or not exists (select 1 from days_to_refresh r where r.location_id = d.location_id and r.day = d.day))`
  const read = (currencies: 'one' | 'several') =>
    readWide<Row>(
      db,
      sql`select d.day, min(d.currency) as currency, max(d.currency) as other, null as location_id, null as days, ${added}
          ${own} group by d.day ${currencies === 'one' ? sql`` : sql`, d.currency`}
        union all select '', d.currency, '', d.location_id, ${list}, d.slot_set, ${nothing}
          ${own} group by d.location_id, d.currency, d.slot_set`,
    )
  // Days are in the order of the key, days by currency would have to be sorted with all that is added up: hardly any is in two.
  const first = await read('one')
  const rows = first.some(row => row.location_id === null && row.currency !== row.other)
    ? await read('several')
    : first
  const sums: DaySum[] = []
  const sets: DaySet[] = []
  const closed = new Map<string, ReadonlySet<string>>()
  // Locations of a tenant mostly have the same days: each list is taken apart once.
  const lists = new Map<string, Pick<DaySet, 'days' | 'months'>>()
  for (const row of rows) {
    const { location_id: locationId, days: text } = row
    if (locationId === null || text === null) {
      sums.push(row)
      continue
    }
    const list = lists.get(text) ?? daysIn(text)
    lists.set(text, list)
    sets.push({ locationId, currency: row.currency, set: row.slots, ...list })
    const known = closed.get(locationId)
    closed.set(locationId, known ? new Set([...known, ...list.days]) : list.days)
  }
  return { sums, sets, closed }
}

function daysIn(text: string): Pick<DaySet, 'days' | 'months'> {
  const days = new Set(text.split(','))
  return { days, months: new Set([...days].map(day => day.slice(0, 7))) }
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
  const alike = new Map<ReadonlySet<string> | undefined, Map<string, Omit<DaySpan, 'location_id'>[]>>()
  return places.flatMap(({ id, since }) => {
    if (since === null) return []
    const own = closed.get(id)
    const first = since > from ? since : from
    const known = alike.get(own) ?? new Map<string, Omit<DaySpan, 'location_id'>[]>()
    alike.set(own, known)
    const spans = known.get(first) ?? spansOf(all, first, own)
    known.set(first, spans)
    return spans.map(span => ({ location_id: id, ...span }))
  })
}

function spansOf(all: readonly string[], first: string, closed: ReadonlySet<string> | undefined) {
  const spans: Omit<DaySpan, 'location_id'>[] = []
  let last: Omit<DaySpan, 'location_id'> | undefined
  for (const day of all)
    if (day < first || closed?.has(day)) last = undefined
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
