/** Which rows of a stream a person has corrected: where a figure is shown, so is who stands behind it. */
import type { Db } from '../../platform/db/database'

interface Row {
  slot_id: string | null
  at: number
}

/** One look for all the rows of a page or of a piece of a file; corrections are few. */
export function editsAmong(db: Db, bucket: 'events' | 'slotdata', rows: readonly Row[]) {
  const slots = [...new Set(rows.flatMap(row => row.slot_id ?? []))]
  if (slots.length === 0) return Promise.resolve([])
  const times = rows.map(row => row.at)
  return db
    .selectFrom('message_edits')
    .select(['id', 'item', 'smib_id', 'message_at', 'message_seq_nr', 'run'])
    .where('slot_id', 'in', slots)
    .where('at', '>=', Math.min(...times))
    .where('at', '<=', Math.max(...times))
    .where('bucket', '=', bucket)
    .where('state', '=', 'holds')
    .orderBy('id')
    .execute()
}
