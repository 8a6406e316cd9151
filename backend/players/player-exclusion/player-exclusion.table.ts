import type { TenantRecord } from '../../platform/db/tables'

/**
 * People who must not play, the national list, and what the door answered. No document number is in any of these
 * tables.
 */
interface Term extends TenantRecord {
  player_id: string
  location_id: string | null
  reason: string | null
  valid_from: number
  /** The last day, as it was agreed. */
  until_date: string | null
  /** Its end; null: no end. */
  valid_to: number | null
  cancelled_at: number | null
  cancelled_by: string | null
  cancel_reason: string | null
}

/** A hash and how often it was keyed: `identity.ts`. */
interface Keyed {
  hash: string
  generation: number
}

export interface PlayersTable extends TenantRecord {
  /** Initials. */
  name: string
  /** Name, birth date and number of a document that is no CNP, sealed: `identity.ts`. */
  details: string | null
  document_type: string
  /** Masked. */
  document: string
  nationality: string | null
  note: string | null
}

export interface PlayerDocumentsTable extends Keyed {
  tenant_id: string
  player_id: string
  document_type: string
  /** Masked. */
  document: string
}

export interface SelfExclusionsTable extends Term {
  source: string
  document_no: string | null
  registered_at: number
  /** Not ended before. */
  min_until: number
}

export interface OnjnExclusionsTable extends TenantRecord, Keyed {
  /** A few characters of a keyed hash, by which two people can refer to the same entry. */
  mark: string
  added_on: string | null
  valid_from: number
  removed_at: number | null
}

interface PlayerScansTable extends TenantRecord {
  location_id: string
  player_id: string | null
  document_type: string | null
  document: string | null
  answer: string
  cause: string
  /** The words that stood on the door's screen. */
  shown: string
  /** How old the national list was. */
  list_as_of: number | null
  device: string | null
  operator_name: string
  took_ms: number
}

/** Somebody who was found inside after an exclusion had begun, once for a location and a gaming day. */
interface InsideAlertsTable {
  id: string
  player_id: string
  location_id: string
  gaming_day: string
  tenant_id: string
  let_in_at: number
  since: number
  found_at: number
  found_by: string
}

/** A photo of a person or of a document, which shows its number: sealed as the names are. */
interface PlayerPicturesTable {
  id: string
  tenant_id: string
  player_id: string
  kind: string
  /** The hash of the redrawn picture: sent twice it is one. */
  mark: string
  /** WebP as base64, sealed. */
  sealed: string
  added_at: number
  added_by: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    exclusion_keys: { generation: number; sealed: string; created_at: number }
    players: PlayersTable
    player_documents: PlayerDocumentsTable
    self_exclusions: SelfExclusionsTable
    blacklists: Term & { cause: string }
    onjn_exclusions: OnjnExclusionsTable
    /** When a tenant's national list was brought up to date. */
    onjn_lists: { tenant_id: string; as_of: number }
    player_scans: PlayerScansTable
    inside_alerts: InsideAlertsTable
    player_pictures: PlayerPicturesTable
  }
}
