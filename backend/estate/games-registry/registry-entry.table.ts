/** What each table of the games registry has besides its form's fields; its rows are of all tenants. */
export interface RegistryEntry {
  id: string
  version: number
  /** The folded name, one of a kind: files and forms name entries by it. */
  name_key: string
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}
