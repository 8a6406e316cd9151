/**
 * Background work that outlives the process that began it. Instants are epoch milliseconds, flags 0 or 1, JSON is text.
 */
export interface TasksTable {
  id: string
  /** The next three are the store's: tasks are neither edited nor archived. */
  version: number
  search: string
  archived_at: number | null
  /** SYSTEM_TENANT for the system's own. */
  tenant_id: string
  kind: string
  /** A key of the console's texts. */
  title: string
  input: string
  state: string
  /** Basis points: 0 to 10,000. */
  progress: number
  /** Readable in every language: figures or a date. */
  progress_note: string | null
  /** Starts since the last saved checkpoint: work that gets on never runs out of attempts. */
  attempts: number
  max_attempts: number
  run_after: number
  /** One claim of one runner; new at each claim, so a late writer of an older claim is recognised. */
  lease_owner: string | null
  lease_until: number | null
  cancel_requested: number
  checkpoint: string | null
  result: string | null
  error: string | null
  created_by: string
  created_at: number
  updated_at: number
  started_at: number | null
  finished_at: number | null
}

/** What only one of several backends may do at a time. */
interface LeasesTable {
  name: string
  owner: string
  until: number
}

declare module '../db/tables' {
  interface Tables {
    tasks: TasksTable
    leases: LeasesTable
  }
}
