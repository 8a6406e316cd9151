import { listRequest, RAW_TOTAL_CAP, type ListRequest } from '../contract/list'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import type { Scope } from '../http/actor'
import type { CounterReadingsTable, EventsTable, MessagesTable } from './rawdata.table'
import { eventStream, filterOf, invalid, type StreamAsked } from './stream-asked'
import { counters, events, messages } from './stream-rows'
import { counterFilters, counterRow, eventRow, messageFilters, messageRow, streamAnswer } from './streams.contract'
import { readStream } from './streams.queries'

export function registerStreams(api: Api): void {
  const common = { method: 'POST', family: 'rawdata', permission: 'slot::get', body: listRequest } as const

  api.endpoint({ ...common, path: '/api/rawdata/v1/events', summary: 'Machine and board events, newest first', response: streamAnswer(eventRow) },
    ({ db, scope, body, now }) => list(db, scope, body, now, { ...eventStream, present: events }))
  api.endpoint({ ...common, path: '/api/rawdata/v1/messages', summary: 'Messages of boards, newest first, with gaps and restarts of their numbering', response: streamAnswer(messageRow) },
    ({ db, scope, body, now }) => list(db, scope, body, now, { table: 'messages', filters: messageFilters, columns: { type: 'kind' }, present: messages }))
  api.endpoint({ ...common, path: '/api/rawdata/v1/counters', summary: 'Counter readings, newest first', response: streamAnswer(counterRow) },
    ({ db, scope, body, now }) => list(db, scope, body, now, { table: 'counter_readings', filters: counterFilters, columns: {}, present: counters }))
}

interface Stream<Stored, Row> extends StreamAsked {
  present: (db: Db, rows: Stored[]) => Promise<Row[]>
}

async function list<Stored extends EventsTable | MessagesTable | CounterReadingsTable, Row extends object>(
  db: Db, scope: Scope, request: ListRequest, now: number, { present, ...stream }: Stream<Stored, Row>,
) {
  const { rowsPerPage, page } = request
  const offset = page * rowsPerPage
  // Deeper than this, a period is the way: `dateEnd` of what was seen last.
  if (offset >= RAW_TOTAL_CAP) invalid('page', 'too_big', { max: Math.floor((RAW_TOTAL_CAP - 1) / rowsPerPage) })
  const filter = filterOf(request, stream, now)
  const { rows, total, capped } = await readStream(db, scope, { ...filter, limit: Math.min(rowsPerPage, RAW_TOTAL_CAP), offset })
  const shown = await present(db, rows as unknown as Stored[])
  return { rows: request.fields ? shown.map(row => picked(row, request.fields ?? [])) : shown, total, ...(capped && { capped }), as_of: now, period: { from: filter.from, to: filter.to } }
}

const picked = (row: object, fields: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => name === '_id' || fields.includes(name)))
