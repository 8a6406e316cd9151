/**
 * The network itself: tenants, locations, slots, SMIBs. Instants are epoch milliseconds, flags 0 or 1, money minor
 * units. The columns of each form's texts, numbers and flags are those of its contract.
 */
import type { Generated, GeneratedAlways } from 'kysely'
import type { FormColumns } from '../platform/contract/contract'
import type { RecordColumns } from '../platform/db/tables'
import type { locationsContract } from './locations/locations.contract'
import type { slotsContract } from './slots/slots.contract'
import type { smibsContract } from './smibs/smibs.contract'

/** Values of the tenant's own fields, as they are read and as they are found: JSON by their keys, null for none. */
interface CustomColumn {
  custom: Generated<string | null>
  custom_folded: Generated<string | null>
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

interface LocationsTable
  extends RecordColumns, CustomColumn, Omit<FormColumns<typeof locationsContract>, 'rules_from'> {
  tenant_id: string
  /** Locations that are alike have one key within their tenant; null for those that were alike before this rule. */
  code_key: Generated<string | null>
  /** The gaming date from which zone and day start hold; before it, see `location_rules`. */
  rules_from: Generated<string>
}

export interface SlotsTable extends RecordColumns, CustomColumn, FormColumns<typeof slotsContract> {
  /** When what holds for it changed last (`slot_history`); 0 for what never changed. */
  held_since: Generated<number>
  tenant_id: string
  location_id: string
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
  denomination_minor: number
  currency: string
  credits: number | null
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

interface SmibsTable extends RecordColumns, CustomColumn, Omit<FormColumns<typeof smibsContract>, 'poll_ms'> {
  /** When what holds for it changed last (`smib_history`); 0 for what never changed. */
  held_since: Generated<number>
  tenant_id: string
  location_id: string
  slot_id: string | null
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
