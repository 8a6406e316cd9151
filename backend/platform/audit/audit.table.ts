export interface AuditLogTable {
  id: string
  /** Whose chain it is in; SYSTEM_TENANT for what belongs to no tenant. */
  tenant_id: string
  /** 1, 2, 3 … without a gap inside one tenant. */
  seq: number
  at: number
  actor_kind: string
  actor_id: string
  actor_name: string
  ip: string | null
  request_id: string | null
  entity: string
  entity_id: string
  action: string
  /** JSON of what it was and what it became, secrets left out. */
  before_json: string | null
  after_json: string | null
  prev_hash: string
  hash: string
  /** Folded text for contains-search; derived, so not part of the hash. */
  search: string
}

/** The last link of each tenant's chain. Its row is what writers queue on. */
export interface AuditHeadsTable {
  tenant_id: string
  seq: number
  hash: string
  /** Entries up to here were hashed without a key, before there was one. */
  plain_seq: number
  /** Entries up to here were taken as they were: without a key, or under an earlier secret. */
  adopted_seq: number
  /** From this entry on the chain was continued over a head that somebody had touched, which every check reports. */
  written_over_at: number | null
  /** Null until the first write after there was a key. */
  seal: string | null
}

/** One row: which chains there are, and how far each had come when it was last recorded. */
export interface AuditRegistryTable {
  id: string
  version: number
  /** When the ends were recorded. */
  at: number
  adopted_at: number
  adopted_why: string
  /** JSON: [tenant, seq, hash][] */
  chains: string
  key_name: string
  seal: string
}

declare module '../db/tables' {
  interface Tables {
    audit_registry: AuditRegistryTable
    audit_log: AuditLogTable
    audit_heads: AuditHeadsTable
  }
}
