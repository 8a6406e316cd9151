/**
 * Histories: each row holds from (not at) its instant to the next row's. Written by the database when the record
 * changes.
 */

/**
 * `assumed`: nobody knows of anything before; `log`: filled from the audit log; `written`: when the record changed;
 * `set_back`: by a person, for a time before that.
 */
type Origin = 'assumed' | 'log' | 'written' | 'set_back'

export interface SlotHistoryTable {
  tenant_id: string
  slot_id: string
  /** Epoch milliseconds; 0 for what held from the beginning. */
  valid_from: number
  origin: Origin
  location_id: string
  currency: string
  denomination_minor: number
  theoretical_rtp: number | null
  game_mix: string | null
  /** Of its own: null for the usual one (`backend/telemetry/readings/limits.ts`). Milliseconds; credits. */
  fastest_game_ms: number | null
  highest_bet: number | null
  top_award: number | null
  highest_note: number | null
}

export interface SmibHistoryTable {
  tenant_id: string
  smib_id: string
  valid_from: number
  origin: Origin
  /** Null: on no slot. */
  slot_id: string | null
}

interface LocationRulesTable {
  tenant_id: string
  location_id: string
  /** The first gaming date, YYYY-MM-DD, that begins by this rule. */
  from_date: string
  origin: Origin
  time_zone: string
  gaming_day_start: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    slot_history: SlotHistoryTable
    smib_history: SmibHistoryTable
    location_rules: LocationRulesTable
  }
}
