import type { TenantRecord } from '../../platform/db/tables'

interface InLocation extends TenantRecord {
  location_id: string
  name: string
}

export interface DisplayChannelsTable extends InLocation {
  theme: 'calm' | 'bright' | 'dark'
  resolution: 'hd' | 'full_hd' | 'uhd' | 'portrait'
  language: 'en' | 'ro' | 'pt'
  /** JSON: ids of jackpot levels, in the order in which they were chosen. */
  levels: string
}

interface DisplaysTable extends InLocation {
  channel_id: string
  place: string | null
  /** SHA-256 of the 256 random bits in its address. */
  token_hash: string
  starts_with: string
  rotated_at: number | null
  revoked_at: number | null
  /** Written at most once in 15 seconds. */
  last_seen_at: number | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    display_channels: DisplayChannelsTable
    displays: DisplaysTable
  }
}
