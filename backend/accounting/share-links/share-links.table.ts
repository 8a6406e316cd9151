export interface ShareLinksTable {
  id: string
  tenant_id: string
  location_id: string
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  name: string
  kind: string
  /** The id of the one revision. */
  target: string
  document: string
  period: string
  revision: number
  /** SHA-256 of the link's 256 random bits. */
  token_hash: string
  starts_with: string
  created_by: string
  expires_at: number
  revoked_at: number | null
  opened: number
  last_opened_at: number | null
  last_opened_address: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    share_links: ShareLinksTable
  }
}
