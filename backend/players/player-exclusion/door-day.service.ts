/** The door's answers of a day, read when the day's report is stored. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { DoorFigures } from './door-day.contract'
import { SCAN_RETENTION_MS } from './scan-retention'

interface DoorDay {
  locationId: string
  /** Epoch milliseconds. */
  from: number
  to: number
}

/**
 * Undefined where scans of that day may be gone already: a report that is made anew later says nothing, and not that
 * nobody came.
 */
export async function doorOfDay(
  db: Db,
  { locationId, from, to }: DoorDay,
  now: number,
): Promise<DoorFigures | undefined> {
  if (from < now - SCAN_RETENTION_MS) return undefined
  const rows = await db
    .selectFrom('player_scans')
    .select(['answer', sql<number | string>`count(*)`.as('times')])
    .where('location_id', '=', locationId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('answer')
    .execute()
  const times = (answer: string) => Number(rows.find(row => row.answer === answer)?.times ?? 0)
  return {
    asked: rows.reduce((sum, row) => sum + Number(row.times), 0),
    denied: times('deny'),
    manager: times('manager'),
  }
}

/** Sums a month; undefined where a day knows nothing of its door. */
export function doorMonth(days: readonly (DoorFigures | undefined)[]): DoorFigures | undefined {
  const known = days.filter(day => day !== undefined)
  if (known.length === 0 || known.length < days.length) return undefined
  const sum = (of: (one: DoorFigures) => number) => known.reduce((all, one) => all + of(one), 0)
  return { asked: sum(one => one.asked), denied: sum(one => one.denied), manager: sum(one => one.manager) }
}
