/** Files made from lists. Instants are epoch milliseconds, JSON is text. */
export interface DataExportsTable {
  id: string
  /** Who may see it: the tenant of whoever ordered it, which is also the scope that it was read in. */
  tenant_id: string
  version: number
  search: string
  list: string
  page: string
  address: string
  /** The list request, as JSON. */
  request: string
  columns: string
  /** As JSON: what the page calls the columns that it makes of them; null where they follow. */
  shown: string | null
  /** Column → currencies of its amounts, as JSON; null while it is written, and for files of an earlier release. */
  units: string | null
  language: string
  time_zone: string
  task_id: string
  created_by_id: string
  created_by: string
  created_at: number
  updated_at: number
  expected_rows: number
  rows: number | null
  bytes: number | null
  chunks: number
  as_of: number | null
  finished_at: number | null
  expires_at: number | null
}

/** In the database, so that every backend can hand out what any of them wrote. */
export interface DataExportChunksTable {
  export_id: string
  nr: number
  /** What is still to be read, as JSON; null once `rows` is there. */
  ids: string | null
  /** Values by position, as JSON. */
  rows: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    data_exports: DataExportsTable
    data_export_chunks: DataExportChunksTable
  }
}
