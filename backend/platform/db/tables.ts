/**
 * Every table by its name, as the statements know it. Each `*.table.ts` adds its own by `declare module`, so that no
 * wing below knows one above.
 */
import type { Kysely, Transaction } from 'kysely'

/** What every record has, in its table. */
export interface RecordColumns {
  id: string
  version: number
  /** Folded text for contains-search. */
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

export interface TenantRecord extends RecordColumns {
  /** SYSTEM_TENANT for the system's own. */
  tenant_id: string
}

/** Answers of writes already done, so that a repeated request is answered and not repeated. */
interface IdempotencyKeysTable {
  actor_id: string
  key: string
  /** SHA-256 of method, path and body. */
  fingerprint: string
  answer: string | null
  created_at: number
}

export interface Tables {
  idempotency_keys: IdempotencyKeysTable
}

/** The database or a transaction of it: statements do not care. */
export type Db = Kysely<Tables> | Transaction<Tables>
