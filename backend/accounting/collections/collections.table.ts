import type { TenantRecord } from '../../platform/db/tables'

/** Cash taken out of slots. Amounts are minor units of `currency`, instants epoch milliseconds. */
export interface CollectorCheckpointsTable extends TenantRecord {
  location_id: string
  slot_id: string
  /** The slot's serial and `seq`. */
  number: string
  /** 1 for the slot's first collection. */
  seq: number
  /** When the cash was taken out; `created_at` is when that was written down. */
  collected_at: number
  collected_by: string
  /** The reading that the previous collection ended with, in credits and in money; null at the first. */
  opening_at: number | null
  opening_credits: number | null
  opening_minor: number | null
  /** The newest reading at or before `collected_at`. */
  closing_at: number | null
  closing_credits: number | null
  closing_minor: number | null
  closing_checkpoint_id: string | null
  denomination_minor: number | null
  currency: string
  /** By the meters; null where they cannot tell. */
  expected_minor: number | null
  /** JSON: [note in minor units, how many][]. */
  counted: string
  counted_minor: number
  /** Counted less expected. */
  difference_minor: number | null
  tolerance_minor: number
  state: 'matches' | 'short' | 'over' | 'unknown'
  unknown_because: 'first' | 'no_reading' | 'meters_fell' | 'repriced' | 'in_doubt' | null
  reason: string | null
  bag: string | null
  notes: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    collector_checkpoints: CollectorCheckpointsTable
  }
}
