/**
 * What a store is made of, and what it offers: its rules that are the entity's own come in as functions
 * (`store.ts`).
 */
import type { RawBuilder } from 'kysely'
import type { Contract, FormField, InputOf, RowOf, UseCount } from '../contract/contract'
import type { ListAnswer, ListRequest, Matching } from '../contract/list'
import type { Actor, Asker, Scope } from '../request/actor'
import type { ColumnMap, Stored } from './columns'
import type { Db } from '../db/database'
import type { ArchiveBlockers } from './rules'
import type { Tables } from '../db/tables'

export interface WriteContext<C> {
  db: Db
  actor: Actor
  scope: Scope
  now: number
  id: string
  input: InputOf<C>
  /** The stored row before, when updating. */
  before: Stored | undefined
}

export interface StoreSpec<C extends Contract> {
  table: keyof Tables & string
  /**
   * One for every field of the contract's row but `_id`, `version` and the three times, which every entity has, and
   * those of the form that are stored as they are (`form-columns.ts`).
   */
  columns: { [Field in Exclude<keyof RowOf<C>, CommonField | FormField<C>>]: ColumnMap } & {
    [Field in FormField<C>]?: ColumnMap
  }
  /** What contains-search finds a row by. */
  search: (stored: Stored) => (string | null | undefined)[]
  /** The folded words of another row, where rows have none of their own; `t` is the table. */
  searchedIn?: RawBuilder<unknown>
  /** Whether a row has a folded word, where an index knows it faster than a look at each text; `t` is the table. */
  hasWord?: (db: Db, word: string) => Promise<WordFound>
  /**
   * How many rows that are not archived have all these folded words, of one tenant or (null) of all, at most `most` and
   * one more: by an index alone, or undefined. Of a contract that `countsUpTo`.
   */
  withWords?: (
    db: Db,
    words: readonly string[],
    tenantId: string | null,
    most: number,
  ) => RawBuilder<number> | undefined
  /**
   * Of a view: the table that it has one row for each row of. Its rows are counted there, without what the view joins
   * to them.
   */
  rowsOf?: string
  /**
   * On PostgreSQL, a table with the same ids, tenants and archived rows that has these columns, by which a whole list
   * is sorted: other columns of its own table change with each message, and with them all indexes there.
   */
  sortKeys?: { table: string; columns: readonly string[] }
  /** The column that says whose it is, `tenant_id` where it is left out; `id` for tenants themselves. */
  ownedBy?: 'tenant_id' | 'id'
  /** Filters that no single column answers, value by value: for those that have few. */
  filters?: Record<string, (value: never, now: number) => RawBuilder<boolean>>
  /** Filters that answer for all their values at once, since each would have to read something first. */
  setFilters?: Record<
    string,
    (values: readonly string[], reading: FilterReading) => Promise<RawBuilder<boolean>>
  >
  /**
   * What an id in one of these two names: the table, or null for what all tenants share and for a filter that asks for
   * the scope itself. One outside the reader's scope finds nothing, as one that nobody has.
   */
  names?: Record<string, (keyof Tables & string) | null>
  /**
   * How many rows that are not archived one value of a filter finds, where nothing else narrows the list: less work
   * than to look at each.
   */
  counts?: Record<string, (value: string) => RawBuilder<number>>
  /** The part of a shared table that is this entity; `t` is the table. */
  only?: RawBuilder<boolean>
  /** The part of it that this person may read, where that is not the whole list's permission alone. */
  visibleTo?: (asker: Asker) => RawBuilder<boolean>
  /** What its lists are about, now: a slot that reports again leaves the list of silent ones. */
  within?: (now: number) => RawBuilder<boolean>
  /** Of a contract with a `period`: rows that were at work between the two instants; null leaves that end open. */
  activeBetween?: (from: number | null, to: number | null) => RawBuilder<boolean>
  /** What columns besides the table's are made of, as SQL; `t` is the table. Read where a field's `of` names one. */
  reads?: Record<string, (now: number) => RawBuilder<unknown>>
  /** Adds what one record has in other tables; lists go without. */
  more?: (reading: Reading, row: Stored) => Promise<void>
  /**
   * By field: adds to each row of a page what it has in other tables, in one query; unlike `more`, lists and files have
   * it too.
   */
  adds?: Record<string, (reading: Pick<Reading, 'db' | 'scope'>, rows: readonly Stored[]) => Promise<void>>
  /** Rows that everybody may read, whoever owns them: the built-in roles. */
  shared?: RawBuilder<boolean>
  /** Throws for whoever may change no record of the kind, whichever way. */
  mayChange?: (actor: Actor) => void
  /**
   * Rules for a record that would no longer be archived, by its columns: throws Problem. In the write's transaction.
   */
  returning?: (db: Db, stored: Stored) => Promise<void>
  /** Columns set by rule, and rules that refuse: throws Problem. Runs in the write's transaction. */
  prepare?: (context: WriteContext<C>) => Promise<Stored>
  /**
   * Rows of other tables that refer to it: written after it, and before it is read again for the answer and the audit
   * entry.
   */
  link?: (context: WriteContext<C>) => Promise<void>
  /** Rows of other tables that are part of it, and go with it when it is deleted. */
  unlink?: (db: Db, id: string) => Promise<void>
  /** Whose archiving or deleting would strand something. */
  archiveBlockers?: ArchiveBlockers
}

export interface WordFound {
  has: RawBuilder<boolean>
  /** So few rows have it that all of them can be read. */
  isRare: boolean
}

export interface Reading {
  db: Db
  scope: Scope
  now: number
}

export interface FilterReading extends Reading {
  /** What this store's own filters and search ask, as a condition on a row. */
  matching(rule: Matching): Promise<RawBuilder<boolean>>
}

export interface Removal {
  /** Undefined: whichever is the newest. */
  version: number | undefined
  /** Where it is in use, counted in the transaction that deletes it. */
  uses: readonly UseCount[]
}

export interface Revert {
  /** Id of the audit entry. */
  entry: string
  version: number
  reason?: string
}

type CommonField = '_id' | 'version' | 'archived_at' | 'created_at' | 'updated_at'

export interface Store<C extends Contract = Contract> extends StoreBase {
  contract: C
  /** `best`: rows that are called so come before all others, those that have it as a word next. */
  list(db: Db, scope: Scope, request: ListRequest, now: number, best?: string): Promise<ListAnswer<RowOf<C>>>
  /** Throws 404 for what is not there or not in scope. */
  get(db: Db, scope: Scope, id: string, now: number): Promise<RowOf<C>>
  /** In the order of the ids; throws 404 when any of them is missing. */
  getAll(db: Db, scope: Scope, ids: string[], now: number): Promise<RowOf<C>[]>
  create(db: Db, actor: Actor, input: unknown, now: number): Promise<RowOf<C>>
  /**
   * Throws 409 `version_conflict` with `details.current` when `version` is not the stored one (undefined: whichever
   * is); 422 without a reason that the contract asks for.
   */
  update(
    db: Db,
    actor: Actor,
    id: string,
    input: unknown,
    version: number | undefined,
    now: number,
    reason?: string,
  ): Promise<RowOf<C>>
  /**
   * Sets the fields that one audit entry changed back to what they were before it. Throws 409 `not_revertible`, and
   * whatever `update` throws.
   */
  revert(db: Db, actor: Actor, id: string, revert: Revert, now: number): Promise<RowOf<C>>
  archive(db: Db, actor: Actor, id: string, archived: boolean, now: number): Promise<RowOf<C>>
  /**
   * Throws 409 `version_conflict` as `update` does, and whatever `demandUnused` throws; the foreign keys refuse what it
   * did not know.
   */
  remove(db: Db, actor: Actor, id: string, removal: Removal, now: number): Promise<void>
  /** Ids of all that the filters match, at most 65,000: 413 beyond. */
  idsMatching(db: Db, scope: Scope, request: Matching, now: number): Promise<string[]>
  /** Ids of all that a list finds, in the list's order, at most `most`: 413 beyond. */
  idsInOrder(db: Db, scope: Scope, request: ListRequest, most: number, now: number): Promise<string[]>
  /** How many the filters match: a list's total without its rows. */
  count(db: Db, scope: Scope, request: Matching, now: number): Promise<number>
  /** The same number as a part of a statement that asks for several. */
  total(db: Db, scope: Scope, request: Matching, now: number): Promise<RawBuilder<number>>
  /** Those of the ids that are still there and in scope, in their order; `fields`: what of lists alone is wanted. */
  present(db: Db, scope: Scope, ids: string[], now: number, fields?: readonly string[]): Promise<RowOf<C>[]>
}

/** A spec whose fields are known by name only: what reads and writes any store's rows takes it so. */
interface AnySpec extends Omit<StoreSpec<Contract>, 'columns' | 'prepare' | 'link' | 'ownedBy'> {
  columns: Record<string, ColumnMap>
  /** Null: the contract says that all tenants share it. */
  ownedBy: 'tenant_id' | 'id' | null
  prepare?: (context: WriteContext<Contract>) => Promise<Stored>
  link?: (context: WriteContext<Contract>) => Promise<void>
}

/** An entity and its table, without what a store offers: the functions that read and write rows take this. */
export interface StoreBase {
  contract: Contract
  spec: AnySpec
}
