/** The list request and answer that every list endpoint shares (specification section 7, ruling 22). */
import { z } from 'zod'
import { instant } from './primitives'

/** Largest page: the specification's "full list". */
export const MAX_ROWS_PER_PAGE = 65_000

/** A list of at most this many rows is downloaded at once; a longer one is written by a task. */
export const DIRECT_ROWS = 10_000

/** Totals of raw data are counted up to here; one more means "10,000+". */
export const RAW_TOTAL_CAP = 10_000

/**
 * Most values that one exact filter may name. A list of more than these is not chosen by hand: a group or a search says
 * it better.
 */
export const MAX_FILTER_VALUES = 500

/** Most rows that a command may name one by one; for more there is `matching`. */
export const MAX_IDS = 5_000

/** Most words of a search: each is looked for in every row. */
export const MAX_WORDS = 16

/** `2026-11-20T06:00:00Z`, or with an offset; seconds may be left out. */
export const isoInstant = z.union([
  z.iso.datetime({ offset: true }).max(40),
  z.iso.datetime({ offset: true, precision: -1 }).max(40),
])

const exactScalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])
/** One value, or several of which any may match. */
const exactValue = z.union([exactScalar, z.array(exactScalar).max(MAX_FILTER_VALUES)])
export type ExactValue = z.infer<typeof exactValue>

export const listRequest = z.object({
  /** 1 to 65,000 */
  rowsPerPage: z.number().int().min(1).max(MAX_ROWS_PER_PAGE).default(10),
  /** 0 is the first page on the wire. */
  page: z.number().int().min(0).max(10_000_000).default(0),
  /** `id` means `_id`. Only a contract's `sort` keys are accepted. */
  sortBy: z.array(z.string().max(64)).max(3).default([]),
  sortDirection: z
    .array(z.enum(['ASC', 'DESC']))
    .max(3)
    .default([]),
  /** Folded contains-search: case and diacritics do not matter. */
  query: z.string().max(200).default(''),
  exactFields: z.array(z.string().max(64)).max(32).default([]),
  exactValues: z.array(exactValue).max(32).default([]),
  /** Only these fields of each row; all when left out. */
  fields: z.array(z.string().max(64)).max(64).optional(),
  /** Streams only: inclusive start and exclusive end, epoch milliseconds. */
  dateStart: instant.optional(),
  dateEnd: instant.optional(),
  /**
   * Lists whose contract has a `period` only: what was at work between inclusive start and exclusive end, by whole
   * hours. Either may be left out.
   */
  startDate: isoInstant.optional(),
  endDate: isoInstant.optional(),
  /** Lists that leave some rows out only: these as well. */
  show_all: z.boolean().optional(),
  /** Lists whose contract `countsUpTo` only. */
  countUpTo: z.number().int().min(1).max(MAX_ROWS_PER_PAGE).optional().meta({
    description:
      'What a search finds need be counted up to here only: where counting ended, `capped` says that `total` is the least; without it all are counted',
  }),
  /** Lists of raw data only: rows after or before this cursor of an earlier answer, instead of a page. */
  after: z.string().max(200).optional(),
  before: z.string().max(200).optional(),
  /** Lists of raw data only: what the answer is about. */
  meta: z.boolean().optional(),
})
export type ListRequest = z.infer<typeof listRequest>

/** What narrows a list, its period in instants. */
export type Matching = Pick<ListRequest, 'query' | 'exactFields' | 'exactValues' | 'startDate' | 'endDate'>

/** What `data` of a list answer holds. `capped` totals mean "at least". */
export interface ListAnswer<Row> {
  rows: Row[]
  total: number
  capped?: boolean
  /** When the rows were read, epoch milliseconds. */
  as_of: number
  /** Of raw data: for the pages before and after this one, whatever arrives meanwhile. Null where there is none. */
  cursors?: { before: string | null; after: string | null }
  /** Of raw data: rows of the period that are in archives by now, and in which location; null: in several. */
  archived?: { files: number; from: number; to: number; location: string | null }
}
