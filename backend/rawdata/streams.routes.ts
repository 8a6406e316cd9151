import { RAW_TOTAL_CAP } from '../contract/list'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import { listEndpoint, type ListContext } from '../http/crud'
import { mainNames, meterCodes } from './meters'
import type { CounterReadingsTable, EventsTable, MessagesTable } from './rawdata.table'
import {
  counterStream,
  eventStream,
  filterOf,
  invalid,
  messageStream,
  type StreamAsked,
} from './stream-asked'
import { counters, events, messages } from './stream-rows'
import { streamAnswer } from './streams.contract'
import { readStream } from './streams.queries'

export function registerStreams(api: Api): void {
  stream(api, {
    ...eventStream,
    path: '/api/rawdata/v1/events',
    summary: 'Machine and board events, newest first',
    present: events,
  })
  stream(api, {
    ...messageStream,
    path: '/api/rawdata/v1/messages',
    summary: 'Messages of boards, newest first, with gaps and restarts of their numbering',
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
  present: (db: Db, rows: Stored[]) => Promise<object[]>
  /** What `meta` tells of this one beside period and order. */
  meta?: object
}

function stream<Stored extends EventsTable | MessagesTable | CounterReadingsTable>(
  api: Api,
  { path, summary, present, meta, ...asked }: Stream<Stored>,
): void {
  const { period, meta: told } = streamAnswer(asked.takes.row).shape
  listEndpoint(api, {
    family: 'rawdata',
    path,
    summary,
    permission: 'slot::get',
    takes: asked.takes,
    also: { period, meta: told },
    read: async ({ db, scope, body, now }: ListContext) => {
      const { rowsPerPage, page } = body
      const offset = page * rowsPerPage
      // Deeper than this, a period is the way: `dateEnd` of what was seen last.
      if (offset >= RAW_TOTAL_CAP)
        invalid('page', 'too_big', { max: Math.floor((RAW_TOTAL_CAP - 1) / rowsPerPage) })
      const filter = await filterOf(db, scope, body, asked, now)
      const { rows, total, capped } = await readStream(db, scope, {
        ...filter,
        limit: Math.min(rowsPerPage, RAW_TOTAL_CAP),
        offset,
      })
      const { from, to, direction, withArchived } = filter
      return {
        rows: await present(db, rows as unknown as Stored[]),
        total,
        ...(capped && { capped }),
        as_of: now,
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
