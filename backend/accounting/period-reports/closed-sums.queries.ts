/**
 * Sums of locations by day or month: closed days as they are stored, the others from the sums of their slots. Each slot
 * counts once in a row.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Hours } from '../days/expected-hours.service'
import {
  daysIn,
  hasDay,
  openSpans,
  slotsOfSets,
  storedSums,
  type DayBits,
  type DaySet,
  type DaySpan,
  type StoredSums,
} from '../days/stored-sums.service'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { inMoney, placed, type AggregateQuery, type Stored, hasFigures } from '../figures/aggregate.queries'
import type { Scope } from '../../platform/request/actor'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import type { Place } from './location-hours.queries'

/** Priced. */
export interface GroupSums extends Stored {
  group_key: string
  group_name: string | null
}
export interface ClosedSums {
  rows: GroupSums[]
  /** Days that anything is known of. */
  known: ReadonlySet<string>
  /** Of the closed days, or of those of each month. */
  hours: ReadonlyMap<string, Hours>
  /** The days that are not. */
  open: DaySpan[]
}

type Sums = Readonly<Record<MovementMeter, number>>
interface Grouping {
  by: 'day' | 'month'
  places: readonly Place[]
}

export async function closedAndOpen(
  db: Db,
  scope: Scope,
  query: AggregateQuery,
  { by, places }: Grouping,
): Promise<ClosedSums> {
  const stored = await storedSums(db, scope, query, by)
  const open = openSpans(places, query, stored.closed)
  const days = open.length === 0 ? [] : await openDays(db, scope, open)
  const groups = new Map<string, GroupSums>()
  const add = (group_key: string, currency: string, machines: number, sums: Sums) => {
    const id = groupId(group_key, currency)
    const group = groups.get(id)
    if (!group) groups.set(id, groupOf(group_key, currency, machines, sums))
    else {
      for (const name of movementNames) group[name] += sums[name]
      group.machines += machines
    }
  }
  const hours = new Map<string, Hours>()
  for (const row of stored.sums) {
    const { key, slots, hours_known, hours_expected } = row
    // A day in two currencies has its hours on one row only.
    const soFar = hours.get(key)
    hours.set(key, {
      known: hours_known + (soFar?.known ?? 0),
      expected: hours_expected + (soFar?.expected ?? 0),
    })
    if (slots > 0) add(key, row.currency, slots, row)
  }
  const reportedDays = daysOfMonths(stored.sets.filter(({ set }) => set !== 0))
  const known = new Set([...reportedDays].flatMap(([month, bits]) => daysIn(month, bits)))
  for (const row of days) {
    known.add(row.group_key)
    add(by === 'day' ? row.group_key : row.group_key.slice(0, 7), row.currency, row.machines, row)
  }
  const counts =
    by === 'month'
      ? await slotsByMonth(db, scope, query, stored, open)
      : query.entity === 'tenant'
        ? await slotsOfTenantDays(db, scope, query, stored, days, groups)
        : new Map<string, number>()
  for (const [id, slots] of counts) {
    const group = groups.get(id)
    if (group) group.machines = slots
  }
  return { rows: [...groups.values()].sort(byKey), known, hours, open }
}

/** The days of any of these sets. */
function daysOfMonths(sets: readonly DaySet[]): DayBits {
  const all = new Map<string, number>()
  for (const { month, days } of sets) all.set(month, (all.get(month) ?? 0) | days)
  return all
}

/** A year by day has hundreds of them. */
function groupOf(group_key: string, currency: string, machines: number, sums: Sums): GroupSums {
  const group = { group_key, group_name: null, currency, machines, denomination_minor: 1 } as GroupSums
  for (const name of movementNames) group[name] = sums[name]
  return group
}

const groupId = (key: string, currency: string): string => `${key} ${currency}`
const byKey = (a: GroupSums, b: GroupSums): number =>
  groupId(a.group_key, a.currency) < groupId(b.group_key, b.currency) ? -1 : 1

/** By day and currency, of these days and locations: a slot with two prices is one. */
async function openDays(db: Db, scope: Scope, open: readonly DaySpan[]): Promise<GroupSums[]> {
  const { rows } = await sql<GroupSums>`
    select gaming_day as group_key, null as group_name, currency, 1 as denomination_minor, count(distinct slot_id) as machines, ${inMoney}
    ${ofSpans(db, scope, open)} group by gaming_day, currency`.execute(db)
  return rows.map(row => ({ ...row, machines: Number(row.machines) }))
}

const ofSpans = (db: Db, { tenantId }: Scope, open: readonly DaySpan[]): RawBuilder<unknown> =>
  sql`from ${rowsAsTable(db, { location_id: 'text', since: 'text', until: 'text' }, open)}
    cross join counter_days d where d.location_id = b.location_id and d.gaming_day >= b.since and d.gaming_day <= b.until
    and game_nr = 0 and ${hasFigures} ${tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`}`

/** A slot counts once in a month, on however many days and in however many locations it reported. */
async function slotsByMonth(
  db: Db,
  scope: Scope,
  query: AggregateQuery,
  stored: StoredSums,
  open: readonly DaySpan[],
): Promise<Map<string, number>> {
  const lists = await slotsOfSets(db, await ownersOf(db, query), stored.sets)
  const setsOf = new Map<string, Set<number>>()
  for (const { month, currency, set } of stored.sets) {
    const id = groupId(month, currency)
    const own = setsOf.get(id)
    if (own) own.add(set)
    else setsOf.set(id, new Set([set]))
  }
  const opened = new Map<string, string[]>()
  if (open.length > 0) {
    const { rows } = await sql<{ month: string; currency: string; nr: number }>`
      select month, currency, ${numberOf(sql.ref('slot_id'))} as nr from (
        select distinct substr(gaming_day, 1, 7) as month, currency, slot_id ${ofSpans(db, scope, open)}) as o`.execute(
      db,
    )
    for (const { month, currency, nr } of rows) {
      const id = groupId(month, currency)
      const own = opened.get(id)
      if (own) own.push(String(nr))
      else opened.set(id, [String(nr)])
    }
  }
  // Most months have the same sets of slots, so each combination is united once.
  const together = new Map<string, ReadonlySet<string>>()
  const counts = new Map<string, number>()
  for (const id of new Set([...setsOf.keys(), ...opened.keys()])) {
    const sets = [...(setsOf.get(id) ?? [])]
    const name = sets.sort((a, b) => a - b).join(' ')
    const all = together.get(name) ?? new Set(sets.flatMap(set => lists.get(set) ?? []))
    together.set(name, all)
    const others = new Set(opened.get(id)?.filter(nr => !all.has(nr)))
    counts.set(id, all.size + others.size)
  }
  return counts
}

/** A slot that stood in two locations on one day is one slot. */
async function slotsOfTenantDays(
  db: Db,
  scope: Scope,
  query: AggregateQuery,
  { sets }: StoredSums,
  open: readonly GroupSums[],
  groups: ReadonlyMap<string, GroupSums>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const mixed = new Set(open.map(row => row.group_key))
  for (const [id, twice] of await countedTwice(db, query, sets, mixed))
    counts.set(id, (groups.get(id)?.machines ?? 0) - twice)
  // Days that are closed in only some of the locations are counted from the slots' sums.
  const stored = daysOfMonths(sets)
  const together = [...mixed].filter(day => hasDay(stored, day))
  if (together.length > 0) {
    const { rows } = await sql<{ day: string; currency: string; slots: number }>`
      select gaming_day as day, currency, count(distinct slot_id) as slots from counter_days
      where ${placed(scope, query)} and gaming_day in (${sql.join(together)}) and game_nr = 0 and ${hasFigures}
      group by gaming_day, currency`.execute(db)
    for (const { day, currency, slots } of rows) counts.set(groupId(day, currency), Number(slots))
  }
  return counts
}

/** By day and currency, how many slots more are in the sum of locations than there were. */
async function countedTwice(
  db: Db,
  query: AggregateQuery,
  sets: readonly DaySet[],
  /** Days that are left out. */
  others: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const lists = await slotsOfSets(db, query.ids, sets)
  const places = new Map<string, Set<string>>()
  const seen = new Set<string>()
  for (const { locationId, set } of sets) {
    // The same in each of its months.
    const own = `${locationId} ${set}`
    if (seen.has(own)) continue
    seen.add(own)
    for (const slot of lists.get(set) ?? []) {
      const known = places.get(slot)
      if (known) known.add(locationId)
      else places.set(slot, new Set([locationId]))
    }
  }
  const twice = new Map<string, number>()
  // Only those that moved can be counted twice: few, so that no day's list is gone through slot by slot.
  const moved = new Set([...places].filter(([, all]) => all.size > 1).map(([slot]) => slot))
  if (moved.size === 0) return twice
  const movedOf = new Map([...lists].map(([set, slots]) => [set, slots.filter(slot => moved.has(slot))]))
  const counted = new Set<string>()
  for (const { month, days, currency, set } of sets) {
    const slots = movedOf.get(set) ?? []
    if (slots.length === 0) continue
    for (const day of daysIn(month, days)) {
      if (others.has(day)) continue
      const id = groupId(day, currency)
      for (const slot of slots) {
        if (counted.has(`${id} ${slot}`)) twice.set(id, (twice.get(id) ?? 0) + 1)
        counted.add(`${id} ${slot}`)
      }
    }
  }
  return twice
}

async function ownersOf(db: Db, { entity, ids }: AggregateQuery): Promise<readonly string[]> {
  if (entity === 'tenant') return ids
  const rows = await db
    .selectFrom('locations')
    .select('tenant_id')
    .distinct()
    .where('id', 'in', ids)
    .execute()
  return rows.map(row => row.tenant_id)
}
