/** Reads what held when. Every row holds from just after its instant to the next row's. */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { gamingDayIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { dayAndHour, type Place } from './place'
import { limitsOf, usualLimits } from './limits'
import { NO_CHANGES, type Between, type LimitsFrom, type PlaceChange } from './check-reading'
import type { SlotHistoryTable, SmibHistoryTable } from '../../estate/slot-history/histories.table'

/** The row in force at an instant's end (`endOf`): the newest that began before it. `rows` in order. */
export const inForce = <Row extends { valid_from: number }>(
  rows: readonly Row[],
  end: number,
): Row | undefined => rows.findLast(row => row.valid_from < end) ?? rows[0]

const ids = (all: readonly string[]) => [...new Set(all)].map(id => ({ id }))

export type SlotRow = SlotHistoryTable & { serial: string }

/** Of each slot, in order of time. */
export async function slotHistories(db: Db, slotIds: readonly string[]): Promise<Map<string, SlotRow[]>> {
  if (slotIds.length === 0) return new Map()
  const { rows } =
    await sql<SlotRow>`select h.*, s.serial from ${rowsAsTable(db, { id: 'text' }, ids(slotIds))}
    join slots s on s.id = b.id join slot_history h on h.slot_id = b.id order by h.valid_from`.execute(db)
  return groupBy(rows, row => row.slot_id)
}

/** Of each SMIB, in order of time. */
export async function smibHistories(
  db: Db,
  smibIds: readonly string[],
): Promise<Map<string, SmibHistoryTable[]>> {
  if (smibIds.length === 0) return new Map()
  const { rows } =
    await sql<SmibHistoryTable>`select h.* from ${rowsAsTable(db, { id: 'text' }, ids(smibIds))}
    join smib_history h on h.smib_id = b.id order by h.valid_from`.execute(db)
  return groupBy(rows, row => row.smib_id)
}

/** Of each location, in order of date. */
export async function dayRules(db: Db, locationIds: readonly string[]): Promise<Map<string, DayRule[]>> {
  if (locationIds.length === 0) return new Map()
  const { rows } = await sql<
    DayRule & { location: string }
  >`select r.location_id as location, r.from_date as "from",
      r.time_zone as "timeZone", r.gaming_day_start as "dayStart"
    from ${rowsAsTable(db, { id: 'text' }, ids(locationIds))} join location_rules r on r.location_id = b.id order by r.from_date`.execute(
    db,
  )
  return groupBy(rows, row => row.location)
}

/** The gaming day of an instant in a location, by the rule of its date. */
export const dayIn = async (db: Db, locationId: string, at: number): Promise<string> =>
  gamingDayIn((await dayRules(db, [locationId])).get(locationId) ?? [], at)

/** What held for one slot, and the day rules of where it stood. */
export interface SlotHistory {
  /** In order of time. */
  rows: readonly SlotHistoryTable[]
  /** By location. */
  rules: ReadonlyMap<string, readonly DayRule[]>
}

export async function slotHistoryOf(db: Db, slotId: string): Promise<SlotHistory> {
  const rows = (await slotHistories(db, [slotId])).get(slotId) ?? []
  return {
    rows,
    rules: await dayRules(
      db,
      rows.map(row => row.location_id),
    ),
  }
}

/** What its history says of how a slot's movement is judged. */
export type ContextBetween = Omit<Between, 'memory'>
export const NO_CONTEXT: ContextBetween = { changes: NO_CHANGES }

/** By slot; none for those that have nothing special. */
export async function contextBetween(
  db: Db,
  slotIds: readonly string[],
): Promise<Map<string, ContextBetween>> {
  const histories = await slotHistories(db, slotIds)
  const moved = [...histories.values()].filter(rows => rows.length > 1)
  const rules = await dayRules(
    db,
    moved.flatMap(rows => rows.map(row => row.location_id)),
  )
  return new Map(
    [...histories].flatMap(([slotId, rows]) => {
      const changes = rows.length > 1 ? changesIn({ rows, rules }) : NO_CHANGES
      const limits = limitsIn(rows)
      return changes.length > 0 || limits ? [[slotId, { changes, limits }]] : []
    }),
  )
}

/** Undefined for a slot that always had the usual ones. */
export function limitsIn(rows: readonly SlotHistoryTable[]): LimitsFrom[] | undefined {
  const all = rows.map(row => ({ at: row.valid_from, limits: limitsOf(row) }))
  return all.some(({ limits }) => limits !== usualLimits) ? all : undefined
}

/**
 * Changes of place or price that movement may lie across. What was filled from the audit log is none: its readings were
 * booked before there were histories, each where it was read.
 */
export const changesIn = ({ rows, rules }: SlotHistory): PlaceChange[] =>
  rows.flatMap((row, at): PlaceChange[] => {
    const before = rows[at - 1]
    if (!before || row.origin === 'log') return []
    const price = row.currency !== before.currency || row.denomination_minor !== before.denomination_minor
    if (!price && row.location_id === before.location_id) return []
    return [{ at: row.valid_from, price, place: placeIn(before, rules, row.valid_from) }]
  })

const placeIn = (
  row: SlotHistoryTable,
  rules: ReadonlyMap<string, readonly DayRule[]>,
  at: number,
): Place => ({
  slotId: row.slot_id,
  locationId: row.location_id,
  tenantId: row.tenant_id,
  at,
  denomination: row.denomination_minor,
  currency: row.currency,
  ...dayAndHour(rules.get(row.location_id) ?? [], at),
})

/** Where what a slot showed at an instant's end is booked; undefined for a slot without a history. */
export function placeAt({ rows, rules }: SlotHistory, at: number): Place | undefined {
  const row = inForce(rows, at)
  return row && placeIn(row, rules, at)
}

/** Where what a slot showed at an instant is booked. */
export const placeOfSlot = async (db: Db, slotId: string, at: number): Promise<Place | undefined> =>
  placeAt(await slotHistoryOf(db, slotId), at)
