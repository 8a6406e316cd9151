/** Instants are epoch milliseconds. */
interface InspectionsTable {
  id: string
  version: number
  tenant_id: string
  /** Null: all of the tenant's that the reader may see. */
  location_id: string | null
  looked_by: string
  /** The network address that the request came from. */
  address: string | null
  /** A page has fewer rows than a file. */
  shape: 'page' | 'file'
  slots: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    inspections: InspectionsTable
  }
}

export {}
