/**
 * Work on many rows, pinned row by row before it begins. Instants are epoch milliseconds, flags 0 or 1, JSON is text.
 */
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { JobColumns, JobItemColumns } from '../../platform/jobs/jobs.table'

interface BulkJobs extends JobColumns {
  /** The slots' answers, counted by the database as they come. Slots without an answer are `done` less all of these. */
  confirmed: Generated<number>
  in_game: Generated<number>
  refused: Generated<number>
  no_answer: Generated<number>
  to_be_told: Generated<number>
  replaced: Generated<number>
  /** Worked out by the database from state and counters. */
  outcome: GeneratedAlways<string>
  /**
   * The job that this one repeats, or itself: slots carry it on their commands, so that one inverse undoes them all.
   */
  root_id: string
  origin_id: string | null
  /** retry, inverse, automatic */
  origin_kind: string | null
  /** No longer read: `stopping` says it. */
  stop_requested: Generated<number>
  unlock_at: number | null
  unlock_zone: string | null
  /** waiting, cancelled, done */
  unlock_state: string | null
  unlock_task_id: string | null
}

export type BulkJobsTable = Selectable<BulkJobs>

export interface BulkItemsTable extends JobItemColumns {
  slot_id: string
  reason: string | null
  command_id: string | null
  /** The slot's status before its turn; null where nothing was ordered. */
  was: string | null
}

export interface BulkEditJobsTable extends JobColumns {
  /** `family/many` of the store. */
  list: string
  unchanged: number
  /** The job that this one takes back. */
  origin_id: string | null
}

export interface BulkEditItemsTable extends JobItemColumns {
  entity_id: string
  /** Why it failed or was left out: a problem's code, and the fields it is about as JSON. */
  code: string | null
  fields: string | null
  /**
   * JSON of the fields that its turn changed, as they were: what an inverse puts back. `{}` after archiving or
   * unarchiving.
   */
  was: string | null
  /** JSON of what this row alone is to become; null where all become the same. */
  wanted: string | null
  /** An undo's expected version, which the undone job left. A row with another one needs a closer check. */
  from_version: number | null
  /** The version that its turn left. */
  left_version: number | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    bulk_jobs: BulkJobs
    bulk_items: BulkItemsTable
    many_jobs: BulkEditJobsTable
    many_items: BulkEditItemsTable
  }
}
