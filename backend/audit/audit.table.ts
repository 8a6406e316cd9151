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
}

export interface AuditTables {
  audit_log: AuditLogTable
  audit_heads: AuditHeadsTable
}
