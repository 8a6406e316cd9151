import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Contract } from '../../platform/contract/contract'
import { MAX_ROWS_PER_PAGE, RAW_TOTAL_CAP } from '../../platform/contract/list'
import type { PermissionRule } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import type { ListSource } from '../../platform/store/list-source'
import type { Api } from '../../platform/http/api'
import { breathe } from '../../platform/process/breathe'
import { listEndpoint, type ListContext } from '../../platform/http/crud'
import type { ArchivedStream } from '../../platform/contract/archived-span'
import { archivedIn } from './archive-spans.service'
import { mainNames, meterCodes } from '../readings/meters.contract'
import {
  pageCursorOf,
  counterStream,
  eventStream,
  filterOf,
  invalid,
  messageStream,
  type StreamRequest,
} from './stream-request'
import { madeCodes } from '../readings/sas-events'
import { counters, events, messages } from './stream-rows'
import { streamSource } from './stream-source'
import {
  countersContract,
  customEventsContract,
  eventsContract,
  messagesContract,
  streamAnswer,
} from './streams.contract'
import { readBySmib } from './rows-by-smib.queries'
import { readStream, type StreamRow } from './streams.queries'
import type { StreamFilter } from './stream-filter'

export function registerStreams(api: Api): void {
  stream(api, {
    ...eventStream,
    path: '/api/rawdata/v1/events',
    summary: 'Events of slots and SMIBs, newest first',
    contract: eventsContract,
    present: events,
  })
  stream(api, {
    ...eventStream,
    always: sql`(events.category = 'unknown' or events.code in (${sql.join(madeCodes)}))`,
    path: '/api/rawdata/v1/events-custom',
    summary:
      'Events in addition to those of SAS: of SMIBs, of this system, and with codes that SAS does not list',
    contract: customEventsContract,
    present: events,
  })
  stream(api, {
    ...messageStream,
    path: '/api/rawdata/v1/messages',
    summary: 'Messages of SMIBs, newest first, with gaps and restarts of their numbering',
    contract: messagesContract,
    present: messages,
  })
  stream(api, {
    ...counterStream,
    path: '/api/rawdata/v1/counters',
    summary: 'Counter readings, newest first',
    contract: countersContract,
    present: counters,
    ...countersEnvelope,
    meta: { counters: mainNames.map(name => ({ name, code: meterCodes[name] })) },
  })
}

/**
 * The specification's names for a list of counters: sent to whoever has not chosen fields, so that no page of the
 * console carries its rows twice.
 */
export const countersEnvelope = {
  shape: {
    counters: z.array(z.record(z.string(), z.unknown())).max(MAX_ROWS_PER_PAGE).optional(),
    total_counters: z.number().int(),
  },
  envelope: async ({ body: { fields } }: ListContext, rows: object[], total: number) => ({
    ...(!fields && { counters: rows as Record<string, unknown>[] }),
    total_counters: total,
  }),
}

export interface Stream<Stored> extends StreamRequest {
  path: string
  summary: string
  /** Of a stream whose file can be written in the background. */
  contract: ListSource['contract'] & Pick<Contract, 'family' | 'many'>
  permission?: PermissionRule
  present: (db: Db, rows: Stored[], now: number) => Promise<object[]>
  /** Refuses what the permission alone does not. */
  demand?: (context: ListContext) => void
  /** Members of the answer in addition to those of every stream, and their values. */
  shape?: z.ZodRawShape
  envelope?: (context: ListContext, rows: object[], total: number, filter: StreamFilter) => Promise<object>
  /** What `meta` says of this one in addition to period and order. */
  meta?: object
}

/** Rows that are made for the wire at once: others wait for the event loop no longer than for these. */
const PRESENTED_AT_ONCE = 250

const archivedTables: Partial<Record<StreamRequest['table'], ArchivedStream>> = {
  events: 'events',
  messages: 'messages',
  counter_readings: 'readings',
  slot_data: 'slotdata',
  smib_logs: 'logs',
}

export function stream<Stored extends StreamRow>(
  api: Api,
  {
    path,
    summary,
    contract,
    permission = 'slot::get',
    present,
    demand,
    shape = {},
    envelope,
    meta,
    ...definition
  }: Stream<Stored>,
): void {
  const archivedStream = archivedTables[definition.table]
  api.sources.set(`${contract.family}/${contract.many}`, streamSource(contract, definition, present))
  const { period, cursors, meta: answerMeta, archived } = streamAnswer(definition.takes.row).shape
  listEndpoint(api, {
    family: contract.family,
    path,
    summary,
    permission,
    takes: definition.takes,
    also: { period, cursors, meta: answerMeta, archived, ...shape },
    read: async context => {
      const { db, scope, body, now } = context
      demand?.(context)
      const { rowsPerPage, page } = body
      const offset = page * rowsPerPage
      // Deeper than this, cursors lead: `after` of the page before.
      if (offset >= RAW_TOTAL_CAP)
        invalid('page', 'too_big', { max: Math.floor((RAW_TOTAL_CAP - 1) / rowsPerPage) })
      const filter = await filterOf(db, scope, body, definition, now)
      demandPeriod(filter)
      const cursor = pageCursorOf(definition.table, body)
      const [{ rows, total, capped, cursors }, span] = await Promise.all([
        (filter.bySmib ? readBySmib : readStream)<StreamRow>(db, scope, {
          ...filter,
          limit: Math.min(rowsPerPage, RAW_TOTAL_CAP),
          offset,
          cursor,
        }),
        archivedStream && archivedIn(db, scope, archivedStream, filter),
      ])
      const { from, to, direction, withArchived } = filter
      const presented: object[] = []
      for (let start = 0; start < rows.length; start += PRESENTED_AT_ONCE) {
        const piece = rows.slice(start, start + PRESENTED_AT_ONCE) as unknown as Stored[]
        for (const row of await present(db, piece, now)) presented.push(row)
        await breathe()
      }
      return {
        rows: presented,
        total,
        ...(capped && { capped }),
        as_of: now,
        cursors,
        period: { from, to },
        ...(span && { archived: span }),
        ...(await envelope?.(context, presented, total, filter)),
        ...(body.meta && {
          meta: {
            period: { from, to },
            order: {
              by: filter.bySmib ? 'smib_id' : 'server_time',
              direction: direction === 'asc' ? 'ASC' : 'DESC',
            },
            without_archived: !withArchived,
            ...meta,
          },
        }),
      }
    },
  })
}

/** Longer than a year of days: a page of it says nothing, and its file is written in pieces of a year. */
const MAX_PERIOD_DAYS = 400

function demandPeriod({ from, to }: Pick<StreamFilter, 'from' | 'to'>): void {
  if (from !== null && to !== null && to - from > MAX_PERIOD_DAYS * DAY_MS)
    invalid('dateEnd', 'period_too_long', { days: MAX_PERIOD_DAYS })
}
