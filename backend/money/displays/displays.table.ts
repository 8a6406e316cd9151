interface RecordColumns {
  id: string
  tenant_id: string
  location_id: string
  search: string
  version: number
  archived_at: number | null
  created_at: number
  updated_at: number
  name: string
}

export interface DisplayChannelsTable extends RecordColumns {
  theme: 'calm' | 'bright' | 'dark'
  resolution: 'hd' | 'full_hd' | 'uhd' | 'portrait'
  language: 'en' | 'ro' | 'pt'
  /** JSON: ids of jackpot levels, in the order in which they were chosen. */
  levels: string
}

interface DisplaysTable extends RecordColumns {
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
