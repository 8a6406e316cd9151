/** The network itself: tenants, locations, slots, SMIBs. Instants are epoch milliseconds, flags 0 or 1, money minor units. */
import type { Generated, GeneratedAlways } from 'kysely'

interface RecordColumns {
  id: string
  version: number
  /** Folded text for contains-search. */
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

interface TenantsTable extends RecordColumns {
  name: string
  login_host: string
  legal_name: string | null
  fiscal_code: string | null
  trade_register_no: string | null
  share_capital: string | null
  licence_no: string | null
  address: string | null
  contact_email: string | null
  phone: string | null
  currency: string
  time_zone: string
  deducts_handpaid_jackpots: number
  /** Strangers may ask for an account at its sign-in host. */
  allows_registration: number
}

interface LocationsTable extends RecordColumns {
  tenant_id: string
  code: string
  /** Locations that are alike have one key within their tenant; null for those that were alike before this rule. */
  code_key: Generated<string | null>
  name: string
  county: string | null
  city: string
  address: string | null
  /** Decimal degrees, as text: nothing is calculated with them. */
  lat: string | null
  lon: string | null
  time_zone: string
  gaming_day_start: string
  /** The gaming date from which zone and day start hold; before it, see `location_rules`. */
  rules_from: Generated<string>
  licence_no: string | null
  work_point_no: string | null
  contact: string | null
  phone: string | null
}

export interface SlotsTable extends RecordColumns {
  /** When what holds for it changed last (`slot_history`); 0 for what never changed. */
  held_since: Generated<number>
  tenant_id: string
  location_id: string
  serial: string
  asset_no: string | null
  /** As `code_key` of locations. */
  serial_key: Generated<string | null>
  asset_key: Generated<string | null>
  manufacturer: string
  machine_type: string | null
  game_mix: string | null
  protocol: string
  /** Registry entries of the four names above; null for a name that has none. */
  manufacturer_id: string | null
  machine_type_id: string | null
  game_mix_id: string | null
  protocol_id: string | null
  sas_address: number | null
  denomination_minor: number
  currency: string
  credits: number | null
  theoretical_rtp: number | null
  /** Limits of its own, each null for the usual one: milliseconds, then credits. */
  fastest_game_ms: Generated<number | null>
  highest_bet: Generated<number | null>
  top_award: Generated<number | null>
  highest_note: Generated<number | null>
  position: string | null
  type_approval: string | null
  authorisation_no: string | null
  cvt_no: string | null
  cvt_valid_to: string | null
  status: string
  lock_reason: string | null
  /** Whether the slot itself has done what the status orders; control maintains it, without a new version. */
  lock_delivery: string | null
  /**
   * The newest lock or unlock: when and by whom it was ordered, and its slot's answer code. Control maintains it, as
   * `lock_delivery`.
   */
  lock_ordered_at: number | null
  lock_ordered_by: string | null
  lock_answer_code: string | null
  /** Worked out by the database from the two above: what people and filters are shown. */
  lock_state: GeneratedAlways<string>
  /** Written by ingestion, without a new version. */
  last_seen_at: number | null
  /** The newest reading's own time. */
  last_reading_at: number | null
  /** The newest UTC hour that it has counters of, as the hourly roll-ups name it. */
  reported_hour: number | null
  /** Since when a door is open, of several the one that was opened first; ingestion maintains it from `slot_doors`. */
  door_open_at: number | null
  demo: number
}

interface SmibsTable extends RecordColumns {
  /** When what holds for it changed last (`smib_history`); 0 for what never changed. */
  held_since: Generated<number>
  tenant_id: string
  location_id: string
  slot_id: string | null
  mac: string
  /** The maker's own number on the SMIB. */
  serial: string | null
  firmware: string | null
  network: string | null
  /** The host and port that it delivers its messages to. */
  broker: string | null
  /** 0: none of its own. */
  poll_ms: number
  test_mode: number
  log_mode: number
  /** The next three are written by ingestion, without a new version. */
  last_seen_at: number | null
  /** The newest reading's own time. */
  last_reading_at: number | null
  online_since: number | null
  last_message_seq: number | null
  /** By how much its clock ran ahead at its last contact, milliseconds; 0 within the tolerance. */
  clock_offset: Generated<number>
  test_mode_since: number | null
  log_mode_since: number | null
  /** argon2id; the password itself is stored nowhere. */
  password_hash: string | null
  password_set_at: number | null
}

declare module '../platform/db/tables' {
  interface Tables {
    tenants: TenantsTable
    locations: LocationsTable
    slots: SlotsTable
    smibs: SmibsTable
  }
}
