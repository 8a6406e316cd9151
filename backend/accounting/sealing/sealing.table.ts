/** The last run that seals days of a location's month. */
interface SealRunsTable {
  location_id: string
  /** `2026-11`. */
  month: string
  tenant_id: string
  /** Its progress and its result stand in the task. */
  task_id: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    seal_runs: SealRunsTable
  }
}

export {}
