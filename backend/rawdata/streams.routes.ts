import { RAW_TOTAL_CAP } from '../contract/list'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import { listEndpoint, type ListContext } from '../http/crud'
import { mainNames, meterCodes } from './meters'
import type { CounterReadingsTable, EventsTable, MessagesTable } from './rawdata.table'
import {
  besideOf,
  counterStream,
  eventStream,
  filterOf,
  invalid,
  messageStream,
  type StreamAsked,
} from './stream-asked'
import { counters, events, messages } from './stream-rows'
import { streamSource } from './stream-source'
import { eventsContract, messagesContract, streamAnswer } from './streams.contract'
import { readStream } from './streams.queries'

export function registerStreams(api: Api): void {
  stream(api, {
    ...eventStream,
    path: '/api/rawdata/v1/events',
    summary: 'Machine and board events, newest first',
    contract: eventsContract,
    present: events,
  })
  stream(api, {
    ...messageStream,
    path: '/api/rawdata/v1/messages',
    summary: 'Messages of boards, newest first, with gaps and restarts of their numbering',
    contract: messagesContract,
    present: messages,
  })
  stream(api, {
    ...counterStream,
    path: '/api/rawdata/v1/counters',
    summary: 'Counter readings, newest first',
    present: counters,
    meta: { counters: mainNames.map(name => ({ name, code: meterCodes[name] })) },
  })
}

interface Stream<Stored> extends StreamAsked {
  path: string
  summary: string
  /** Of a stream whose file can be written in the background. */
  contract?: typeof eventsContract | typeof messagesContract
  present: (db: Db, rows: Stored[]) => Promise<object[]>
  /** What `meta` tells of this one beside period and order. */
  meta?: object
}

function stream<Stored extends EventsTable | MessagesTable | CounterReadingsTable>(
  api: Api,
  { path, summary, contract, present, meta, ...asked }: Stream<Stored>,
): void {
  if (contract) api.sources.set(`${contract.family}/${contract.many}`, streamSource(contract, asked, present))
  const { period, cursors, meta: told } = streamAnswer(asked.takes.row).shape
  listEndpoint(api, {
    family: 'rawdata',
    path,
    summary,
    permission: 'slot::get',
    takes: asked.takes,
    also: { period, cursors, meta: told },
    read: async ({ db, scope, body, now }: ListContext) => {
      const { rowsPerPage, page } = body
      const offset = page * rowsPerPage
      // Deeper than this, cursors lead: `after` of the page before.
      if (offset >= RAW_TOTAL_CAP)
        invalid('page', 'too_big', { max: Math.floor((RAW_TOTAL_CAP - 1) / rowsPerPage) })
      const filter = await filterOf(db, scope, body, asked, now)
      const { rows, total, capped, cursors } = await readStream(db, scope, {
        ...filter,
        limit: Math.min(rowsPerPage, RAW_TOTAL_CAP),
        offset,
        beside: besideOf(asked.table, body),
      })
      const { from, to, direction, withArchived } = filter
      return {
        rows: await present(db, rows as unknown as Stored[]),
        total,
        ...(capped && { capped }),
        as_of: now,
        cursors,
        period: { from, to },
        ...(body.meta && {
          meta: {
            period: { from, to },
            order: { by: 'server_time', direction: direction === 'asc' ? 'ASC' : 'DESC' },
            without_archived: !withArchived,
            ...meta,
          },
        }),
      }
    },
  })
}
