import type { TenantRecord } from '../../platform/db/tables'

export interface ShareLinksTable extends TenantRecord {
  /** '' where it shows what belongs to no single one. */
  location_id: string
  name: string
  kind: string
  /** The id of the one revision: of a seal, else of a snapshot. */
  target: string
  document: string
  period: string
  revision: number
  /** SHA-256 of the link's 256 random bits. */
  token_hash: string
  starts_with: string
  created_by: string
  /** '' in one of an earlier release. */
  created_by_id: string
  expires_at: number
  revoked_at: number | null
  opened: number
  last_opened_at: number | null
  last_opened_address: string | null
}

/** What a link shows where nothing else stores it as it was. */
interface ShareSnapshotsTable {
  id: string
  tenant_id: string
  /** JSON, by the link's kind. Never changed. */
  content: string
  created_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    share_links: ShareLinksTable
    share_snapshots: ShareSnapshotsTable
  }
}
