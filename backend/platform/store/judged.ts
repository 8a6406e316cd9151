/** Many rows at once, as what judges them and what writes them speak of them. */
import type { Contract } from '../contract/contract'
import type { Actor, Scope } from '../request/actor'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import type { Problems } from './rules'
import type { StoreBase } from './store-spec'

export interface RawDraft {
  id: string
  /** As a form would send it. */
  raw: Record<string, unknown>
  before: Stored | undefined
  /** Columns that no form writes: archived_at, test_mode. */
  also?: Stored
}

export interface Judged extends RawDraft {
  /** Everything to be written; incomplete when there are problems. */
  columns: Stored
  input: Record<string, unknown>
  problems: Problems
  /** Differs from what is stored; a new row always does. */
  changes: boolean
  needsReason: boolean
  /** What the audit entry adds about other tables. */
  auditExtras?: { before?: object; after: object }
}

export interface Restored {
  id: string
  before: Stored
  columns: Stored
  auditExtras?: Judged['auditExtras']
}

export interface Writing {
  now: number
  reason?: string | undefined
  auditExtras?: object
}

export interface BulkWriter {
  contract: Contract
  store: StoreBase
  /** What a form would show of this row: the input that changes nothing. */
  inputOf(stored: Stored, now: number): Record<string, unknown>
  /** Judges all and writes nothing. In the order of the drafts. */
  judge(db: Db, scope: Scope, drafts: readonly RawDraft[], now: number): Promise<Judged[]>
  /**
   * Writes what has no problems; each new or changed row with its audit entry. In a transaction. Throws `RowsMoved`
   * when somebody was faster.
   */
  write(db: Db, actor: Actor, judged: readonly Judged[], writing: Writing): Promise<void>
  /**
   * Sets columns without judging them: what was right once. Effects and audit (as `action`) are those of a write. In a
   * transaction; throws `RowsMoved`.
   */
  restore(
    db: Db,
    actor: Actor,
    rows: readonly Restored[],
    writing: Writing & { action: string },
  ): Promise<void>
}

/** Another writer changed some of the rows since they were judged: judge them again. */
export class RowsMoved extends Error {}
