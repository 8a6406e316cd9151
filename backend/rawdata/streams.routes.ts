import type { z } from 'zod'
import { listRequest, RAW_TOTAL_CAP, type ListRequest } from '../contract/list'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import type { Scope } from '../http/actor'
import { exactFilters } from '../http/exact-filters'
import { mainNames, type MainMeter } from './meters'
import type { CounterReadingsTable, EventsTable, MessagesTable } from './rawdata.table'
import { breaksAt, namesOf } from './stream-names'
import { counterFilters, counterRow, eventFilters, eventRow, FILTERED_BACK_MS, messageFilters, messageRow, streamAnswer } from './streams.contract'
import type { CounterRow, EventRow, MessageRow } from './streams.contract'
import { readStream, type Places, type StreamQuery } from './streams.queries'

export function registerStreams(api: Api): void {
  const common = { method: 'POST', family: 'rawdata', permission: 'slot::get', body: listRequest } as const

  api.endpoint({ ...common, path: '/api/rawdata/v1/events', summary: 'Machine and board events, newest first', response: streamAnswer(eventRow) },
    ({ db, scope, body, now }) => list(db, scope, body, now, { table: 'events', filters: eventFilters, columns: { type: 'category' }, present: events }))
  api.endpoint({ ...common, path: '/api/rawdata/v1/messages', summary: 'Messages of boards, newest first, with gaps and restarts of their numbering', response: streamAnswer(messageRow) },
    ({ db, scope, body, now }) => list(db, scope, body, now, { table: 'messages', filters: messageFilters, columns: { type: 'kind' }, present: messages }))
  api.endpoint({ ...common, path: '/api/rawdata/v1/counters', summary: 'Counter readings, newest first', response: streamAnswer(counterRow) },
    ({ db, scope, body, now }) => list(db, scope, body, now, { table: 'counter_readings', filters: counterFilters, columns: {}, present: counters }))
}

interface Stream<Stored, Row> {
  table: StreamQuery['table']
  filters: z.ZodObject
  /** Filter names that are not their column's. */
  columns: Record<string, string>
  present: (db: Db, rows: Stored[]) => Promise<Row[]>
}

async function list<Stored extends EventsTable | MessagesTable | CounterReadingsTable, Row extends object>(
  db: Db, scope: Scope, request: ListRequest, now: number, { table, filters, columns, present }: Stream<Stored, Row>,
) {
  const { rowsPerPage, page, sortBy, sortDirection, dateStart, dateEnd } = request
  const offset = page * rowsPerPage
  // Deeper than this, a period is the way: `dateEnd` of what was seen last.
  if (offset >= RAW_TOTAL_CAP) invalid('page', 'too_big', { max: Math.floor((RAW_TOTAL_CAP - 1) / rowsPerPage) })
  if (sortBy.some(key => !['server_time', 'id', '_id'].includes(key))) invalid('sortBy', 'unknown_field')
  if (request.query !== '') invalid('query', 'unknown_field')
  const { tenant, location, slot, smib, ...rest } = exactFilters(request, filters) as Places & Record<string, (string | number)[]>
  const also = Object.fromEntries(Object.entries(rest).map(([name, values]) => [columns[name] ?? name, values]))
  const from = dateStart ?? (Object.keys(also).length > 0 ? (dateEnd ?? now) - FILTERED_BACK_MS : null)
  const { rows, total, capped } = await readStream(db, scope, {
    table, places: { ...(tenant && { tenant }), ...(location && { location }), ...(slot && { slot }), ...(smib && { smib }) }, also, from, to: dateEnd ?? null,
    limit: Math.min(rowsPerPage, RAW_TOTAL_CAP), offset, direction: sortDirection[0] === 'ASC' ? 'asc' : 'desc',
  })
  const shown = await present(db, rows as unknown as Stored[])
  return { rows: request.fields ? shown.map(row => picked(row, request.fields ?? [])) : shown, total, ...(capped && { capped }), as_of: now, period: { from, to: dateEnd ?? null } }
}

function invalid(field: string, code: string, params?: Record<string, number>): never {
  throw new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })
}

const picked = (row: object, fields: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => name === '_id' || fields.includes(name)))

async function events(db: Db, rows: EventsTable[]): Promise<EventRow[]> {
  const [name, breakAt] = [await namesOf(db, rows), await breaksAt(db, rows)]
  return rows.map(row => ({
    _id: row.id, ...name(row), received_at: row.received_at, message_seq_nr: row.message_seq_nr, event_seq_nr: row.event_seq_nr, code: row.code, category: row.category,
    severity: row.severity as EventRow['severity'], data: row.data ? JSON.parse(row.data) as Record<string, unknown> : null, ...breakAt(row),
  }))
}

async function messages(db: Db, rows: MessagesTable[]): Promise<MessageRow[]> {
  const [name, breakAt] = [await namesOf(db, rows), await breaksAt(db, rows)]
  return rows.map(row => ({
    ...name(row), received_at: row.received_at, message_seq_nr: row.message_seq_nr, event_seq_nr: row.event_seq_nr, kind: row.kind,
    event_count: row.event_count, counter_count: row.counter_count, ...breakAt(row),
  }))
}

async function counters(db: Db, rows: CounterReadingsTable[]): Promise<CounterRow[]> {
  const name = await namesOf(db, rows)
  return rows.map(row => ({
    ...name(row), message_seq_nr: row.message_seq_nr, game_nr: row.game_nr, gaming_day: row.gaming_day,
    denomination: { minor: row.denomination_minor, currency: row.currency as CounterRow['denomination']['currency'] },
    meters: Object.fromEntries(mainNames.map(meter => [meter, row[meter]])) as Record<MainMeter, number | null>,
    more: row.more ? JSON.parse(row.more) as Record<string, number> : {}, repairs: row.repairs ? JSON.parse(row.repairs) as CounterRow['repairs'] : {},
  }))
}
