/**
 * Jackpots and what feeds them. Instants are epoch milliseconds, `_minor` minor units, `_bp` basis points;
 * contributions ten-thousandths of a minor unit.
 */
import type { TenantRecord } from '../../platform/db/tables'
import type { PaymentMethod, WinState } from './jackpots.contract'
import type { WinReportCause, WinReportState } from './win-reports.contract'

interface JackpotsTable extends TenantRecord {
  name: string
  kind: 'progressive' | 'mystery'
  currency: string
  /** Null: the whole tenant's. */
  location_id: string | null
  note: string | null
}

export interface JackpotLevelsTable extends TenantRecord {
  jackpot_id: string
  name: string
  currency: string
  kind: 'progressive' | 'mystery'
  location_id: string | null
  /** `hit`: a win is not reset yet, and the level cannot be won. */
  state: 'running' | 'hit'
  position: number
  seed_minor: number
  limit_minor: number | null
  hit_from_minor: number | null
  hit_to_minor: number | null
  /**
   * Shares of coin-in: by the first the shown value grows, by the second what the next run begins with on top of its
   * seed.
   */
  visible_bp: number
  hidden_bp: number
  /** The present increments hold from this instant. */
  terms_from: number
  /** 1 for the first. */
  run: number
  hits: number
  /** This run began with this amount: its seed and the hidden reserve. */
  start_minor: number
  /** The part of all contributions that earlier runs have used up. */
  taken: number
  hidden_taken: number
  /** The point at which the run is won, and its commitment; null for levels that a game decides. */
  point_minor: number | null
  point_nonce: string | null
  point_hash: string | null
  last_hit_at: number | null
  /** While it is hit: what was won. */
  won_minor: number | null
  run_started_at: number
  /** A progressive level's number at the machines. Null: any. */
  machine_level: number | null
}

/** The history of a level's increments, by whole hours. */
interface JackpotTermsTable {
  level_id: string
  tenant_id: string
  from_hour: number
  to_hour: number | null
  visible_bp: number
  hidden_bp: number
}

interface JackpotSourcesTable extends TenantRecord {
  jackpot_id: string
  name: string
  /** Null: every location of the tenant; and every slot of the location. */
  location_id: string | null
  slot_id: string | null
  from_hour: number
  to_hour: number | null
}

/** The sum of a slot's contributions to a level. */
export interface JackpotSharesTable {
  level_id: string
  slot_id: string
  tenant_id: string
  visible: number
  hidden: number
  /** `visible` when the level was last looked at, and below its point. */
  seen: number
  /** Time of the reading of its newest contribution. */
  last_at: number
}

interface JackpotWinsTable extends TenantRecord {
  number: string
  jackpot_id: string
  level_id: string
  slot_id: string
  location_id: string
  currency: string
  state: WinState
  run: number
  won_at: number
  amount_minor: number
  point_minor: number | null
  point_nonce: string | null
  point_hash: string | null
  /** JSON: `WinEvidence`. */
  evidence: string
  /** Whether the slot was connected when it won. */
  slot_state: 'online' | 'offline'
  stopped_at: number | null
  paid_at: number | null
  paid_by: string | null
  payment_reason: string | null
  payment_method: PaymentMethod | null
  /** The last order to pay it to the slot's credit meter. */
  aft_command_id: string | null
  /** The same until the slot has said that it did not pay, so that nothing is paid twice. */
  aft_transaction_id: string | null
  reset_at: number | null
}

/** An event that may report a progressive win, as it arrived. */
interface JackpotReportsTable {
  id: string
  slot_id: string
  tenant_id: string
  location_id: string
  code: string
  state: 'new' | 'read' | 'used'
  at: number
  created_at: number
  level_nr: number | null
  amount_minor: number | null
  is_progressive: number | null
}

/** A slot's meters of progressive wins, in credits, and the values up to which they have been judged. */
export interface JackpotMetersTable {
  slot_id: string
  tenant_id: string
  location_id: string
  at: number
  machine_paid: number | null
  hand_paid: number | null
  seen_at: number | null
  seen_machine: number | null
  seen_hand: number | null
  /** Since when they have been higher than events explain. */
  moved_at: number | null
}

/** A slot's report of one progressive win. */
export interface WinReportsTable extends TenantRecord {
  slot_id: string
  location_id: string
  currency: string
  state: WinReportState
  /** JSON: `Report[]`. */
  evidence: string
  /** Why no level was won by it. */
  cause: WinReportCause | null
  level_id: string | null
  win_id: string | null
  level_nr: number | null
  amount_minor: number | null
  from_at: number
  to_at: number
  look_at: number
  decided_by: string | null
  decision_reason: string | null
  decided_at: number | null
}

/** A level at the close of a location's day. */
interface JackpotSnapshotsTable extends TenantRecord {
  location_id: string
  jackpot_id: string
  level_id: string
  currency: string
  gaming_day: string
  day_before: string
  state: 'running' | 'hit'
  revision: number
  ends_at: number
  run: number
  value_minor: number
  kept_minor: number
  /** Ever contributed by the day's end, and in the day by its report. */
  visible: number
  hidden: number
  added_visible: number
  added_hidden: number
  wins: number
  won_minor: number
  /** No other location feeds the level. */
  is_whole: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    jackpots: JackpotsTable
    jackpot_levels: JackpotLevelsTable
    jackpot_terms: JackpotTermsTable
    jackpot_sources: JackpotSourcesTable
    jackpot_shares: JackpotSharesTable
    jackpot_wins: JackpotWinsTable
    jackpot_reports: JackpotReportsTable
    jackpot_meters: JackpotMetersTable
    jackpot_tellings: WinReportsTable
    jackpot_snapshots: JackpotSnapshotsTable
  }
}
