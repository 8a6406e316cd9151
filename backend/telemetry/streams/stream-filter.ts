/** The filter of a stream's request. */
import { type RawBuilder } from 'kysely'
import type { StreamFlag } from '../../platform/contract/stream'
import type { Direction, StreamTable, PageCursor } from './stream-order'

export interface Places {
  tenant?: string[]
  location?: string[]
  slot?: string[]
  smib?: string[]
}

export interface StreamSearch {
  /** On a row of the table. */
  condition: RawBuilder<unknown>
  /** Where all its rows are, when that is in few slots. */
  within: Places | null
}

/** What is looked for, in which order. */
export interface StreamFilter {
  table: StreamTable
  places: Places
  /** Exact conditions other than the places: column → any of these. */
  also: Record<string, (string | number)[]>
  /** What no column says alone. */
  conditions: RawBuilder<unknown>[]
  /** Only rows with one of these flags; `conditions` says how that is known. */
  flags?: readonly StreamFlag[]
  search: StreamSearch | null
  withArchived: boolean
  from: number | null
  to: number | null
  direction: Direction
  /** SMIB by SMIB, and only then by time. */
  bySmib: boolean
}

export interface StreamQuery extends StreamFilter {
  limit: number
  offset: number
  /** Instead of an offset: rows next to a position, at no cost for how deep it is. */
  cursor: PageCursor | null
}
