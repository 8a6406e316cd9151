import type { ManualKind, ManualState } from './manual-readings.contract'

interface ManualReadingsTable {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  state: ManualState
  kind: ManualKind
  at: number
  /** To which its movement belongs. */
  gaming_day: string
  /** JSON: meter → credits or count. */
  meters: string
  cause: string
  entered_by: string
  moved_minor: number
  currency: string
  /** JSON: `EditEffect`. */
  effect: string
  /** The file that brought it in. */
  import_id: string | null
  taken_back_by: string | null
  taken_back_at: number | null
  taken_back_reason: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    manual_readings: ManualReadingsTable
  }
}
