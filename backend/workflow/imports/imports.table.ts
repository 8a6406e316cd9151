/** Imports and their rows. Instants are epoch milliseconds, flags 0 or 1, JSON is text. */
export interface ImportsTable {
  id: string
  /** The next three are the store's. */
  version: number
  search: string
  archived_at: number | null
  /** SYSTEM_TENANT for an import by the system's own people. */
  tenant_id: string
  entity: string
  mode: string
  file_name: string
  /** Never `stopped`, which follows from its task. */
  state: string
  encoding: string
  /** JSON: some cells in each way that its letters can be read; '[]' where there is one, or rows were mended. */
  readings: string
  delimiter: string
  bytes: number
  columns: string
  warnings: string
  rows: number
  counts: string
  will_create: number
  will_update: number
  needs_reason: number
  task_id: string | null
  /** Who ordered the last step, as the audit log names them, with their further permissions; who brought it. */
  actor: string
  /** Why rows that money depends on are changed. */
  reason: string | null
  created_by: string
  created_at: number
  updated_at: number
  committed_at: number | null
  undone_at: number | null
  /** When its rows were past their time. What is left is this record of it. */
  rows_removed_at: number | null
}

/** The file as it was read, until its rows have been checked. */
interface ImportPartsTable {
  import_id: string
  part: number
  /** JSON: [line, …cells][] */
  body: string
}

export interface ImportRowsTable {
  import_id: string
  line: number
  /** JSON: cells in the order of the import's columns. */
  cells: string
  /** What says which entity is meant, its tenant first; null when the cells do not say. */
  key: string | null
  /** What else only one row of a file may claim: the slot of a SMIB. */
  claim: string | null
  state: string
  action: string | null
  problems: string | null
  changes: string | null
  needs_reason: number
  entity_id: string | null
  /** Version that the commit left: another one means that somebody has changed it since. */
  entity_version: number | null
  /** JSON of the columns as they were, for the undo of an update. */
  before: string | null
  reason: string | null
  /** Folded cells, for contains-search. */
  search: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    imports: ImportsTable
    import_parts: ImportPartsTable
    import_rows: ImportRowsTable
  }
}
