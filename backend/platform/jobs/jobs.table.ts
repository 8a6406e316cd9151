/** What every job and every row of one has, whatever kind it is. Instants are epoch milliseconds, JSON is text. */
export interface JobColumns {
  id: string
  version: number
  search: string
  /** The store's: jobs are not archived. */
  archived_at: number | null
  /** The tenant whose rows they all are; SYSTEM_TENANT when they are several tenants'. */
  tenant_id: string
  action: string
  /** `JobState` */
  state: string
  /** JSON: the request. */
  input: string
  reason: string | null
  /** Rows chosen, and those of them that were to change when it was pinned. */
  total: number
  planned: number
  done: number
  skipped: number
  failed: number
  stopped: number
  /** Rows of one transaction, and how long the next one waits after it. */
  wave_size: number
  wave_pause_ms: number
  next_wave_at: number | null
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

export interface JobItemColumns {
  job_id: string
  /** Its turn. */
  seq: number
  /** waiting until its turn; then done, skipped, failed, what else the kind counts, or stopped before it. */
  state: string
  changed_at: number | null
}
