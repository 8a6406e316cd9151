/** Lists as somebody narrowed them, under a name. */
export interface SavedViewsTable {
  id: string
  version: number
  tenant_id: string
  owner_id: string
  /** The list's name, as in `page-columns`: slots, smibs. */
  page: string
  name: string
  /** The list's address after the "?": what the console wrote is what it reads. */
  search: string
  /** 1: everybody of the tenant sees it. */
  shared: number
  created_at: number
  updated_at: number
}

/**
 * The view that a list opens with for one user. It may be gone since: its name stays, so that its absence can be
 * explained.
 */
interface DefaultViewsTable {
  user_id: string
  page: string
  view_id: string
  view_name: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    saved_views: SavedViewsTable
    default_views: DefaultViewsTable
  }
}
