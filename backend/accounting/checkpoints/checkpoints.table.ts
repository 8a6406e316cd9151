export interface CheckpointsTable {
  id: string
  slot_id: string
  smib_id: string
  location_id: string
  tenant_id: string
  /** day: a gaming day's end. hand: somebody made it. collection: cash was taken out then. */
  kind: 'day' | 'hand' | 'collection'
  /** The day that ends then, or is open. */
  gaming_day: string
  reason: string | null
  /** Name of who made it by hand. */
  made_by: string | null
  /** The moment that it is of; `received_at` is when it was made. */
  server_time: number
  server_nano: number
  received_at: number
  /** The newest reading at or before the moment. */
  reading_time: number
  run: number
  message_seq_nr: number
  denomination_minor: number
  currency: string
  /** JSON: meter → [value, time of the reading it is from]. */
  meters: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    checkpoints: CheckpointsTable
    /** The last gaming day of each location that has its checkpoints. */
    checkpoint_days: { location_id: string; gaming_day: string }
  }
}
