/** Stored slot data, log lines and missing ranges as they are on the wire. */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { LATE_MS } from '../../platform/contract/stream'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { editsAmong } from './edited-rows'
import type { GapRow, LogRow, SlotDataRow } from './records.contract'
import type { SequenceGapsView, SlotDataTable, SmibLogsTable } from '../readings/records.table'
import { breaksAt, namesOf } from './stream-names'

export async function slotData(db: Db, rows: SlotDataTable[]): Promise<SlotDataRow[]> {
  const [name, breakAt, found] = await Promise.all([
    namesOf(db, rows),
    breaksAt(db, rows),
    editsAmong(
      db,
      'slotdata',
      rows.map(({ slot_id, sent_at }) => ({ slot_id, at: sent_at })),
    ),
  ])
  const keyOf = (...parts: (string | number)[]) => parts.join(' ')
  const edits = new Map(
    found.map(one => [keyOf(one.smib_id, one.run, one.message_seq_nr, one.message_at), one.id]),
  )
  return rows.map(row => {
    const place = name(row)
    const data = JSON.parse(row.data) as SlotDataRow['data']
    const textOf = (member: string) =>
      data[member] === undefined || data[member] === null ? null : String(data[member])
    const { games } = data
    return {
      ...place,
      message_seq_nr: row.message_seq_nr,
      receivedDate: row.server_time,
      sent_at: row.sent_at,
      interfaceID: place.smib_id,
      data,
      edit: edits.get(keyOf(row.smib_id, row.run, row.message_seq_nr, row.sent_at)) ?? null,
      serial: textOf('serial'),
      game_id: textOf('game_id'),
      sas_version: textOf('sas_version'),
      games: typeof games === 'number' && Number.isSafeInteger(games) ? games : null,
      ...breakAt(row),
      late: row.server_time - row.sent_at > LATE_MS,
    }
  })
}

export async function logs(db: Db, rows: SmibLogsTable[]): Promise<LogRow[]> {
  const [name, breakAt] = await Promise.all([namesOf(db, rows), breaksAt(db, rows)])
  return rows.map(row => ({
    ...name(row),
    received_at: row.received_at,
    message_seq_nr: row.message_seq_nr,
    level: row.level as LogRow['level'],
    source: row.source,
    text: row.text,
    ...breakAt(row),
    late: row.received_at - row.server_time > LATE_MS,
  }))
}

export async function gaps(db: Db, rows: SequenceGapsView[]): Promise<GapRow[]> {
  const [name, fillings] = await Promise.all([namesOf(db, rows), fillingsOf(db, rows)])
  return rows.map(row => {
    const { from, to } = reachOf(row)
    const found = fillings.get(row.id)
    return {
      ...name(row),
      _id: row.id,
      message_seq_nr: row.message_seq_nr,
      received_at: row.received_at,
      missing_from: from + 1,
      missing_to: to - 1,
      missing: to - from - 1,
      state: row.closed_at === null ? 'open' : 'filled',
      filled_at: row.closed_at,
      filled: found?.count ?? 0,
      filled_from: found?.first ?? null,
      filled_to: found?.last ?? null,
    }
  })
}

/** An open gap is what is still missing; a filled one, all that was. */
const reachOf = ({ closed_at, from_seq, message_seq_nr, first_seq, last_seq }: SequenceGapsView) =>
  closed_at === null
    ? { from: from_seq, to: message_seq_nr }
    : { from: first_seq ?? from_seq, to: last_seq ?? message_seq_nr }

/**
 * A message that fills a gap is older than the one after it; nothing is looked for further back than SMIBs remember.
 */
const REMEMBERED_MS = 31 * DAY_MS

/**
 * Which of the missing numbers are there by now. An open range is only what is still missing: messages that came have
 * shortened it.
 */
async function fillingsOf(db: Db, rows: readonly SequenceGapsView[]) {
  const wanted = rows
    .filter(row => row.closed_at !== null)
    .map(row => ({
      id: row.id,
      smib: row.smib_id,
      run: row.run,
      first: reachOf(row).from,
      last: reachOf(row).to,
      // A later one of them may have been the end of what was still missing when an earlier one came.
      at: Math.max(row.server_time, row.closed_at ?? 0),
      since: row.server_time - REMEMBERED_MS,
    }))
  if (wanted.length === 0) return new Map<string, never>()
  const { rows: found } = await sql<{ id: string; count: number; first: number; last: number }>`
    select b.id, count(*) as count, min(m.message_seq_nr) as first, max(m.message_seq_nr) as last
    from ${rowsAsTable(
      db,
      {
        id: 'text',
        smib: 'text',
        run: 'bigint',
        first: 'bigint',
        last: 'bigint',
        at: 'bigint',
        since: 'bigint',
      },
      wanted,
    )} join messages m on m.smib_nr = ${numberOf(sql`b.smib`)} and m.server_time >= b.since and m.server_time <= b.at and m.run = b.run
      and m.message_seq_nr > b.first and m.message_seq_nr < b.last group by b.id`.execute(db)
  return new Map(
    found.map(row => [
      row.id,
      { count: Number(row.count), first: Number(row.first), last: Number(row.last) },
    ]),
  )
}
