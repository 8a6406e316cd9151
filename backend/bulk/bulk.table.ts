/** Work on many rows, pinned row by row before it begins. Instants are epoch milliseconds, flags 0 or 1, JSON is text. */
import type { Generated, GeneratedAlways, Selectable } from 'kysely'

interface JobTable {
  id: string
  version: number
  search: string
  /** The store's: jobs are not archived. */
  archived_at: number | null
  /** The tenant whose rows they all are; SYSTEM_TENANT when they are several tenants'. */
  tenant_id: string
  action: string
  /** previewed, queued, running, stopping, stopped, done, failed */
  state: string
  /** JSON: what was asked for. */
  input: string
  reason: string | null
  /** Rows chosen, and those of them that were to change when it was pinned. */
  total: number
  planned: number
  done: number
  skipped: number
  failed: number
  stopped: number
  task_id: string | null
  created_by: string
  created_by_name: string
  /** Who confirmed it, in whose name it works. */
  actor_kind: string | null
  actor_id: string | null
  actor_name: string | null
  actor_tenant_id: string | null
  created_at: number
  updated_at: number
  confirmed_at: number | null
  started_at: number | null
  finished_at: number | null
}

interface BulkJobs extends JobTable {
  /** What its machines made of it, counted by the database as their answers come. What is merely ordered is `done` less all of these. */
  confirmed: Generated<number>
  in_game: Generated<number>
  refused: Generated<number>
  no_answer: Generated<number>
  to_be_told: Generated<number>
  replaced: Generated<number>
  /** Worked out by the database from state and counters. */
  outcome: GeneratedAlways<string>
  /** The job that this one repeats, or itself: machines carry it on their commands, so that one inverse undoes them all. */
  root_id: string
  origin_id: string | null
  /** retry, inverse, automatic */
  origin_kind: string | null
  wave_size: number
  wave_pause_ms: number
  next_wave_at: number | null
  stop_requested: number
  unlock_at: number | null
  unlock_zone: string | null
  /** waiting, cancelled, done */
  unlock_state: string | null
  unlock_task_id: string | null
}

export type BulkJobsTable = Selectable<BulkJobs>

export interface BulkItemsTable {
  job_id: string
  seq: number
  slot_id: string
  /** waiting, done, skipped, failed, stopped */
  state: string
  reason: string | null
  command_id: string | null
  changed_at: number | null
}

export interface ManyJobsTable extends JobTable {
  /** `family/many` of the store. */
  list: string
  unchanged: number
  /** The job that this one takes back. */
  origin_id: string | null
}

export interface ManyItemsTable {
  job_id: string
  seq: number
  entity_id: string
  /** waiting, done, unchanged, failed, skipped, stopped */
  state: string
  /** Why it failed or was left out: a problem's code, and the fields it is about as JSON. */
  code: string | null
  fields: string | null
  changed_at: number | null
  /** JSON of the fields that its turn changed, as they were: what an inverse puts back. `{}` after archiving or unarchiving. */
  was: string | null
  /** JSON of what this row alone is to become; null where all become the same. */
  wanted: string | null
  /** Of an inverse: the version that the job it takes back left. Any other one has to be looked into. */
  from_version: number | null
  /** The version that its turn left. */
  left_version: number | null
}

export interface BulkTables {
  bulk_jobs: BulkJobs
  bulk_items: BulkItemsTable
  many_jobs: ManyJobsTable
  many_items: ManyItemsTable
}
