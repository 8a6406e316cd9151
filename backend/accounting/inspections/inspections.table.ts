import type { TenantRecord } from '../../platform/db/tables'

/** Instants are epoch milliseconds. */
interface InspectionsTable extends TenantRecord {
  /** Null: all of the tenant's that the reader may see. */
  location_id: string | null
  looked_by: string
  /** The network address that the request came from. */
  address: string | null
  /** A page has fewer rows than a file. */
  shape: 'page' | 'file'
  slots: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    inspections: InspectionsTable
  }
}
