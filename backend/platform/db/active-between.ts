import { HOUR_MS } from '../contract/durations'
import { sql, type RawBuilder } from 'kysely'
import { numberOf } from './short-ids'

/**
 * Slots that reported counters in a period, by the hourly roll-ups: every UTC hour that the period touches counts as a
 * whole. A reading at a full hour belongs to the hour that it closes, as in all sums. Never by the last message, which
 * moves on: the same period finds the same slots later.
 */
export function reportedBetween(from: number | null, to: number | null): RawBuilder<boolean> {
  const first = from === null ? null : Math.floor(from / HOUR_MS) * HOUR_MS
  // Its newest hour alone tells of every slot, unless it went on working after the period.
  const since = first === null ? sql`t.reported_hour is not null` : sql`t.reported_hour >= ${first}`
  if (to === null) return sql<boolean>`${since}`
  return sql<boolean>`${since} and (t.reported_hour < ${to} or exists (select 1 from counter_hours h
    where h.slot_nr = ${numberOf(sql`t.id`)} ${first === null ? sql`` : sql`and h.hour_start >= ${first}`} and h.hour_start < ${to}))`
}
