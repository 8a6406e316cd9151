/** Orders of lists that are written into files in the background, and their state. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { listRequest } from '../../platform/contract/list'
import { periodEnd } from '../../platform/contract/period-end'
import { basisPoints, id, instant, reference, timeZone } from '../../platform/contract/primitives'

/** How long a finished file is stored. */
export const RETENTION_DAYS = 7
/** Rows that are read, stored and sent at a time. */
export const CHUNK_ROWS = 1_000

export const exportState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled', 'expired'])
export type ExportState = z.infer<typeof exportState>

/** `configuration/slots`: family and name of the list, as in its address. */
const listName = z.string().regex(/^[a-z][a-z0-9_-]{0,60}\/[a-z][a-z0-9_-]{0,60}$/)
const column = z.string().regex(/^[a-zA-Z_][\w-]{0,60}$/)

/** What narrows and sorts the list, its period said in each way in which a list takes one. */
const orderedRequest = listRequest
  .omit({ rowsPerPage: true, page: true, fields: true, meta: true })
  .extend({
    dateStart: periodEnd.optional(),
    dateEnd: periodEnd
      .optional()
      .meta({ description: 'Exclusive; of a day alone that whole day is included' }),
    startDate: periodEnd.optional(),
    endDate: periodEnd.optional(),
    timeRange: z.string().max(40).optional().meta({ description: 'A relative period, instead of dates' }),
    timeZone: timeZone.optional().meta({
      description: 'Zone of `timeRange` and of dates without a time; default `time_zone` of the order',
    }),
  })
  .strict()

const row = z.object({
  _id: id,
  version: z.number().int(),
  tenant: reference.nullable(),
  list: listName,
  /** The console's name of the page, which knows the columns' labels. */
  page: z.string(),
  /** The page's own address parameters. */
  address: z.string(),
  columns: z.array(column),
  /**
   * The page's own names of the columns that are made of them, where they do not follow; null for a file of an earlier
   * release too.
   */
  shown: z.array(column).nullable(),
  /**
   * Of a finished file: by column, the currencies that its amounts are in; by `keysName` of a column the keys of its
   * values, as meter ids.
   */
  units: z.record(z.string(), z.array(z.string())).nullable(),
  /** Pinned when it was ordered: the file reads the same for everyone. */
  language: z.string(),
  time_zone: z.string(),
  state: exportState,
  progress: basisPoints,
  progress_note: z.string().nullable(),
  task: id,
  error: z.string().nullable(),
  created_by: z.string(),
  own: z.boolean(),
  /** When ordered the list had about this many; `rows` is what the file holds. */
  expected_rows: z.number().int(),
  rows: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  chunks: z.number().int(),
  /** The moment at which it was settled which rows the list has. */
  as_of: instant.nullable(),
  finished_at: instant.nullable(),
  expires_at: instant.nullable(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})

export const exportsContract = defineContract({
  family: 'dataexport',
  one: 'export',
  many: 'list',
  row,
  input: z.object({
    list: listName,
    page: z.string().regex(/^[a-z][a-z0-9-]{0,60}$/),
    address: z.string().max(4_000).default(''),
    request: orderedRequest,
    columns: z.array(column).min(1).max(100),
    shown: z.array(column).min(1).max(100).optional(),
    language: z.enum(['en', 'ro', 'pt']),
    time_zone: timeZone,
  }),
  filters: z.object({ page: z.string(), state: exportState }),
  sort: ['created_at', 'rows', 'bytes', 'finished_at', 'expires_at', 'created_by'],
  permissions: { list: 'slot::get', read: 'slot::get', create: 'data_export::create' },
  actions: {},
})

/** How many rows a file would have, and how many one takes; `capped`: at least so many, which is more than that. */
export const expectedInput = exportsContract.input
  .pick({ list: true, request: true })
  .extend({ time_zone: timeZone.optional() })
export const expectedAnswer = z.object({
  total: z.number().int(),
  capped: z.boolean().optional(),
  limit: z.number().int(),
})
export const EXPECTED_PATH = '/api/dataexport/v1/expected'

export type DataExport = z.output<typeof row>

/** One piece of the file: values by position, in the order of `columns`. */
export const exportChunk = z.object({ rows: z.array(z.array(z.unknown())) })
