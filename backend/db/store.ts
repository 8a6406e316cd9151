/** A store: one entity's rows, read and changed by its contract. Rules that are the entity's own come in as functions. */
import type { Contract, InputOf, RowOf } from '../contract/contract'
import type { ListAnswer, ListRequest } from '../contract/list'
import type { RawBuilder } from 'kysely'
import type { Actor, Scope } from '../http/actor'
import type { ColumnMap, Stored } from './columns'
import type { Db } from './database'
import { idsMatching, listRows, readRow, readRows } from './store-read'
import { archiveRow, createRow, updateRow } from './store-write'

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
  table: string
  /** One for every field of the contract's row but `_id`, `version` and the three times, which every entity has. */
  columns: { [Field in Exclude<keyof RowOf<C>, CommonField>]: ColumnMap }
  /** What contains-search finds a row by. */
  search: (stored: Stored) => (string | null | undefined)[]
  /** The column that says whose it is; `id` for tenants themselves. */
  ownedBy: 'tenant_id' | 'id'
  /** Filters that no single column answers. */
  filters?: Record<string, (value: never, now: number) => RawBuilder<boolean>>
  /** Columns set by rule, and rules that refuse: throws Problem. Runs in the write's transaction. */
  prepare?: (context: WriteContext<C>) => Promise<Stored>
  /** Refuses an archive that would strand something. */
  beforeArchive?: (context: { db: Db; id: string }) => Promise<void>
}

export type CommonField = '_id' | 'version' | 'archived_at' | 'created_at' | 'updated_at'

export interface Store<C extends Contract = Contract> {
  contract: C
  list(db: Db, scope: Scope, request: ListRequest, now: number): Promise<ListAnswer<RowOf<C>>>
  /** Throws 404 for what is not there or not in scope. */
  get(db: Db, scope: Scope, id: string, now: number): Promise<RowOf<C>>
  /** In the order of the ids; throws 404 when any of them is missing. */
  getAll(db: Db, scope: Scope, ids: string[], now: number): Promise<RowOf<C>[]>
  create(db: Db, actor: Actor, input: unknown, now: number): Promise<RowOf<C>>
  /** Throws 409 `version_conflict` with `details.current` when `version` is not the stored one. */
  update(db: Db, actor: Actor, id: string, input: unknown, version: number, now: number): Promise<RowOf<C>>
  archive(db: Db, actor: Actor, id: string, archived: boolean, now: number): Promise<RowOf<C>>
  /** Ids of all that the filters match, at most 65,000: 413 beyond. */
  idsMatching(db: Db, scope: Scope, request: Pick<ListRequest, 'query' | 'exactFields' | 'exactValues'>, now: number): Promise<string[]>
}

/** Erased for the machinery, which knows fields by name only. */
export interface AnySpec extends Omit<StoreSpec<Contract>, 'columns' | 'prepare'> {
  columns: Record<string, ColumnMap>
  prepare?: (context: WriteContext<Contract>) => Promise<Stored>
}

export interface Machinery { contract: Contract; spec: AnySpec }

export function defineStore<C extends Contract>(contract: C, spec: StoreSpec<C>): Store<C> {
  const machinery: Machinery = { contract, spec: spec as unknown as AnySpec }
  type Row = RowOf<C>
  return {
    contract,
    idsMatching: (db, scope, request, now) => idsMatching(machinery, db, scope, request, now),
    list: async (db, scope, request, now) => (await listRows(machinery, db, scope, request, now)) as ListAnswer<Row>,
    get: async (db, scope, id, now) => (await readRow(machinery, db, scope, id, now)) as Row,
    getAll: async (db, scope, ids, now) => (await readRows(machinery, db, scope, ids, now)) as Row[],
    create: async (db, actor, input, now) => (await createRow(machinery, db, actor, input, now)) as Row,
    update: async (db, actor, id, input, version, now) => (await updateRow(machinery, db, actor, id, { input, version }, now)) as Row,
    archive: async (db, actor, id, archived, now) => (await archiveRow(machinery, db, actor, id, archived, now)) as Row,
  }
}
