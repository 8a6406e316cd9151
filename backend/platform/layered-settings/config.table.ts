/** Sets of settings that somebody keeps for something, each with its versions. */
export type SetKind =
  | 'tenant'
  | 'location'
  | 'smib'
  | 'slot'
  | 'fraud'
  | 'payments'
  | 'general-system'
  | 'general-tenant'
  | 'general-location'

export interface ConfigSetsTable {
  kind: SetKind
  /** Tenant, location, SMIB or slot; the system's 24 zeros. */
  owner_id: string
  tenant_id: string
  version: number
  /** JSON: own values only; secrets sealed. */
  values_json: string
  changed_by: string
  changed_by_name: string
  changed_at: number
  /** Where it came from: form, restore, smib (the SMIB's answer), demo. */
  source: string
  restored_from: number | null
  /** Why, where money depends on what changed. */
  reason: string | null
}

/** What SMIBs were given and say that they run. Versions are the effective configuration's, see smib-config. */
export interface BoardConfigsTable {
  smib_id: string
  tenant_id: string
  taken_version: string | null
  taken_at: number | null
  running_version: string | null
  running_since: number | null
  asked_at: number
}

/**
 * The limits of presence that are set, in milliseconds: `presence.stale` and `presence.offline` of `config_sets`, for
 * statements to join.
 */
interface PresenceLimitsTable {
  kind: string
  owner_id: string
  stale_ms: number | null
  offline_ms: number | null
}

declare module '../db/tables' {
  interface Tables {
    presence_limits: PresenceLimitsTable
    config_sets: ConfigSetsTable
    config_versions: ConfigSetsTable
    board_configs: BoardConfigsTable
  }
}
