import type { RecordColumns } from '../../platform/db/tables'

/** What each table of the games registry has besides its form's fields; its rows are of all tenants. */
export interface RegistryEntry extends RecordColumns {
  /** The folded name, one of a kind: files and forms name entries by it. */
  name_key: string
}
