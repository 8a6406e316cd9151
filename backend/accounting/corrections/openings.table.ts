/** A view of `manual_readings`: openings that count. */
interface OpeningsView {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  version: number
  archived_at: number | null
  created_at: number
  updated_at: number
  serial: string
  at: number
  gaming_day: string
  /** JSON: meter → credits or count. */
  meters: string
  time_zone: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    openings: OpeningsView
  }
}

export {}
