/** Slots with events that a rule is about: marked in the transaction that stores the events, judged by the watch. */
import type { CompiledQuery } from 'kysely'
import { insertion } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { watchedCodes } from './event-rules'

export { watchedCodes }
const watched = new Set(watchedCodes)

const intoMarks = insertion(
  'anomaly_marks',
  { slot_id: 'text', location_id: 'text', from_at: 'bigint', due_at: 'bigint' },
  `(slot_id, location_id) do update set
    from_at = case when excluded.from_at < anomaly_marks.from_at then excluded.from_at else anomaly_marks.from_at end,
    due_at = case when excluded.due_at < anomaly_marks.due_at then excluded.due_at else anomaly_marks.due_at end`,
)

interface MarkedEvent {
  slotId: string | null
  locationId: string
  code: string
  at: number
}

export function* markEvents(db: Db, events: readonly MarkedEvent[], now: number): Iterable<CompiledQuery> {
  const marks = new Map<string, [slot: string, location: string, from: number, due: number]>()
  for (const { slotId, locationId, code, at } of events) {
    if (slotId === null || !watched.has(code)) continue
    const key = `${slotId} ${locationId}`
    const known = marks.get(key)
    marks.set(key, [slotId, locationId, Math.min(known?.[2] ?? at, at), now])
  }
  // Sorted, so that two writers of several slots do not wait for each other.
  if (marks.size > 0)
    yield* intoMarks(
      db,
      [...marks.values()].sort(([a], [b]) => (a < b ? -1 : 1)),
    )
}

/** Something lasts: it is looked at again when it has lasted too long. */
export async function markAgain(
  db: Db,
  { slotId, locationId, from, due }: { slotId: string; locationId: string; from: number; due: number },
): Promise<void> {
  for (const statement of intoMarks(db, [[slotId, locationId, from, due]])) await db.executeQuery(statement)
}

/** The figures of a day were stored, or stored anew: its hours are looked at once more. */
export async function lookAgainFrom(db: Db, locationId: string, from: number): Promise<void> {
  await db
    .updateTable('anomaly_heads')
    .set({ through: from })
    .where('location_id', '=', locationId)
    .where('through', '>', from)
    .execute()
}
