/** Jackpots and what feeds them. Instants are epoch milliseconds, `_minor` minor units, `_bp` basis points; contributions ten-thousandths of a minor unit. */
interface Kept {
  id: string
  tenant_id: string
  search: string
  version: number
  archived_at: number | null
  created_at: number
  updated_at: number
}

export interface JackpotsTable extends Kept {
  name: string
  kind: 'progressive' | 'mystery'
  currency: string
  /** Null: the whole tenant's. */
  location_id: string | null
  note: string | null
}

export interface JackpotLevelsTable extends Kept {
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
  /** Of coin in: what the shown value grows by, and what the next run begins with beside its seed. */
  visible_bp: number
  hidden_bp: number
  /** From when on the present increments hold. */
  terms_from: number
  /** 1 for the first. */
  run: number
  hits: number
  /** What this run began with: its seed and what was kept hidden. */
  start_minor: number
  /** Of all contributions, those that earlier runs have used up. */
  taken: number
  hidden_taken: number
  /** Where the run is won, and its commitment; null for what a game decides. */
  point_minor: number | null
  point_nonce: string | null
  point_hash: string | null
  last_hit_at: number | null
}

/** What a level's increments were when: whole hours. */
export interface JackpotTermsTable {
  level_id: string
  tenant_id: string
  from_hour: number
  to_hour: number | null
  visible_bp: number
  hidden_bp: number
}

export interface JackpotSourcesTable extends Kept {
  jackpot_id: string
  name: string
  /** Null: every location of the tenant; and every slot of the location. */
  location_id: string | null
  slot_id: string | null
  from_hour: number
  to_hour: number | null
}

/** What a slot has contributed to a level, ever. */
export interface JackpotSharesTable {
  level_id: string
  slot_id: string
  tenant_id: string
  visible: number
  hidden: number
  /** `visible` when the level was last looked at, and below its point. */
  seen: number
  /** Of its newest contribution: when the reading was taken. */
  last_at: number
}

export interface JackpotWinsTable extends Kept {
  number: string
  jackpot_id: string
  level_id: string
  slot_id: string
  location_id: string
  currency: string
  state: 'celebrating' | 'payment_pending' | 'paid' | 'reset'
  run: number
  won_at: number
  amount_minor: number
  point_minor: number | null
  point_nonce: string | null
  point_hash: string | null
  /** JSON: `WinEvidence`. */
  evidence: string
  /** Whether the slot was heard when it won. */
  slot_state: 'online' | 'offline'
  stopped_at: number | null
  paid_at: number | null
  paid_by: string | null
  payment_reason: string | null
  reset_at: number | null
}

export interface JackpotsTables {
  jackpots: JackpotsTable
  jackpot_levels: JackpotLevelsTable
  jackpot_terms: JackpotTermsTable
  jackpot_sources: JackpotSourcesTable
  jackpot_shares: JackpotSharesTable
  jackpot_wins: JackpotWinsTable
}
