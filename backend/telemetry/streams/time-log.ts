/**
 * The time log: spans between the event that began something and the one that ended it. They are read from the events,
 * so a late event mends them and nothing has to be stored in addition.
 */
import { sql } from 'kysely'
import { LATE_MS } from '../../platform/contract/stream'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { EventsTable } from '../readings/events.table'
import type { TimelogRow } from './records.contract'
import { breaksAt, namesOf } from './stream-names'

type Kind = TimelogRow['kind']

/** What begins with the first code and ends with the second (domain notes, section 3). */
const spans: readonly (readonly [kind: Kind, begins: string, ends: string])[] = [
  ['offline', 'smib_offline', 'smib_online'],
  ['power', '18', '17'],
  ['door', '11', '12'],
  ['door', '13', '14'],
  ['door', '15', '16'],
  ['door', '19', '1A'],
  ['door', '1D', '1E'],
  ['cashbox', '1B', '1C'],
  ['handpay', '51', '52'],
  ['attendant', '82', '83'],
  ['attendant', '84', '85'],
]
/** Codes that begin something, with those that end it. */
export const lasting: readonly (readonly [begins: string, ends: string])[] = spans.map(([, begins, ends]) => [
  begins,
  ends,
])
const byCode = new Map(spans.map(([kind, begins, ends]) => [begins, { kind, ends }]))

export const beginnings: readonly string[] = spans.map(([, begins]) => begins)
export const beginningsOf = (kinds: readonly string[]): string[] =>
  spans.filter(([kind]) => kinds.includes(kind)).map(([, begins]) => begins)

export async function timelog(db: Db, rows: EventsTable[], now: number): Promise<TimelogRow[]> {
  const [name, breakAt, endOf] = await Promise.all([namesOf(db, rows), breaksAt(db, rows), endsOf(db, rows)])
  return rows.map(row => {
    const end = endOf(row)
    return {
      _id: row.id,
      ...name(row),
      received_at: row.received_at,
      message_seq_nr: row.message_seq_nr,
      event_seq_nr: row.event_seq_nr,
      kind: byCode.get(row.code)?.kind ?? 'attendant',
      code: row.code,
      start_time: row.server_time,
      end_time: end ?? null,
      duration: Math.max(0, (end ?? now) - row.server_time),
      state: end === undefined ? 'open' : 'ended',
      ...breakAt(row),
      late: row.received_at - row.server_time > LATE_MS,
    }
  })
}

/**
 * Of the slot, or of the SMIB where there is none: the first event of the ending code at or after the beginning, in one
 * statement for a page.
 */
async function endsOf(
  db: Db,
  rows: readonly EventsTable[],
): Promise<(row: EventsTable) => number | undefined> {
  const found = new Map<string, number>()
  for (const column of ['slot_id', 'smib_id'] as const) {
    const wanted = rows.flatMap(row => {
      const place = column === 'slot_id' ? row.slot_id : row.slot_id === null ? row.smib_id : null
      const ends = byCode.get(row.code)?.ends
      return place && ends ? [{ id: row.id, place, code: ends, at: row.server_time }] : []
    })
    if (wanted.length === 0) continue
    const { rows: ends } = await sql<{ id: string; at: number | null }>`
      select b.id, (select e.server_time from events as e where e.${sql.raw(column)} = b.place and e.code = b.code
        and e.server_time >= b.at order by e.server_time limit 1) as at
      from ${rowsAsTable(db, { id: 'text', place: 'text', code: 'text', at: 'bigint' }, wanted)}`.execute(db)
    for (const one of ends) if (one.at !== null) found.set(one.id, Number(one.at))
  }
  return row => found.get(row.id)
}
