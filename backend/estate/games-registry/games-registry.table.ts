/** Manufacturers, machine types, games, game mixes, game profiles, protocols, game settings: one row for all tenants. */
interface Entry {
  id: string
  version: number
  name: string
  /** The folded name, one of a kind: files and forms name entries by it. */
  name_key: string
  note: string | null
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}
interface Made extends Entry {
  manufacturer_id: string | null
}

interface GameProfilesTable extends Entry {
  game_id: string
  paytable_id: string | null
  theoretical_rtp: number
  min_bet: number | null
  max_bet: number | null
  lines: number | null
  denominations: string | null
  volatility: number | null
  progressive: number
  software_version: string | null
  software_signature: string | null
  approval_no: string | null
}

interface GameSettingsTable extends Entry {
  game_id: string | null
  profile_id: string | null
  denomination_minor: number | null
  denomination_currency: string | null
  max_bet: number | null
  credit_limit_minor: number | null
  credit_limit_currency: string | null
  handpay_limit_minor: number | null
  handpay_limit_currency: string | null
  gamble: number
  autoplay: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    manufacturers: Entry & { full_name: string | null; country: string | null }
    machine_types: Made & { operating_class: string | null; positions: number | null }
    games: Made & { kind: string }
    game_mixes: Made & { game_count: number }
    game_mix_games: { mix_id: string; game_id: string }
    game_profiles: GameProfilesTable
    protocols: Entry & { protocol_family: string }
    game_settings: GameSettingsTable
  }
}

export {}
