/**
 * What a write puts into the database: statements, versions, audit entries. A single write is a batch of one, and both
 * are written here.
 */
import { sql } from 'kysely'
import { recordChanges } from '../audit/audit.service'
import type { Actor } from '../request/actor'
import { insertMany, type Columns } from '../db/bulk'
import type { ColumnType } from '../db/stored-as'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import { tenantOf } from './drafts'
import { RowsMoved, type Judged, type Writing } from './judged'
import type { StoreBase } from './store-spec'
import { updateMany } from '../db/update-many'

export interface WrittenRow {
  id: string
  /** As it was read; of a changed row at least its version. */
  before?: Stored | undefined
  columns: Stored
}

/**
 * Of a store's own columns. Where they are given, rows travel together, in one statement; where not, each in a
 * statement of its own.
 */
export type ColumnTypes = Readonly<Record<string, ColumnType>>

const commonTypes: ColumnTypes = {
  id: 'text',
  version: 'bigint',
  archived_at: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
  search: 'text',
  tenant_id: 'text',
}

export async function insertRows(
  { spec: { table } }: StoreBase,
  db: Db,
  rows: readonly WrittenRow[],
  now: number,
  types?: ColumnTypes,
): Promise<void> {
  const whole = rows.map(({ id, columns }): Stored => ({
    id,
    version: 1,
    archived_at: null,
    created_at: now,
    updated_at: now,
    ...columns,
  }))
  if (types) return insertMany(db, table, typesOf(table, types, whole), whole)
  for (const row of whole) {
    const names = Object.keys(row).map(name => sql.ref(name))
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(
      db,
    )
  }
}

/** The version is a key and a value: of two writers that read the same one, one finds no row. Throws `RowsMoved`. */
export async function updateRows(
  { spec: { table } }: StoreBase,
  db: Db,
  rows: readonly WrittenRow[],
  now: number,
  types?: ColumnTypes,
): Promise<void> {
  if (rows.length === 0) return
  const changed = rows.map(({ id, before, columns }) => ({
    id,
    read: Number(before?.version),
    set: { updated_at: now, ...columns, version: Number(before?.version) + 1 } as Stored,
  }))
  let done = 0
  if (types) {
    const versioned = changed.map(({ id, read, set }): Stored => ({ id, ...set, read_version: read }))
    done = await updateMany(
      db,
      table,
      { id: 'id', version: 'read_version' },
      typesOf(table, { ...types, read_version: 'bigint' }, versioned),
      versioned,
    )
  } else
    for (const { id, read, set } of changed) {
      const sets = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      const { numAffectedRows } =
        await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id} and version = ${read}`.execute(
          db,
        )
      done += Number(numAffectedRows ?? 0n)
    }
  if (done !== rows.length) throw new RowsMoved()
}

export interface ToldRow {
  id: string
  /** As its list shows it, before and after; extra facts are added to these very objects. */
  before: Stored | null
  after: Stored | null
  /** What says whose it is. */
  stored: Stored
  auditExtras?: Judged['auditExtras']
}

/** An entry of the audit log for each, in the order given. A reason belongs to a change of what stood before. */
export function tellRows(
  store: StoreBase,
  db: Db,
  actor: Actor,
  rows: readonly ToldRow[],
  { now, reason, auditExtras, action }: Writing & { action?: string },
): Promise<void> {
  return recordChanges(
    db,
    actor,
    rows.map(({ id, before, after, stored, auditExtras: more }) => ({
      entity: store.contract.one,
      id,
      tenantId: tenantOf(store, { ...stored, id }),
      action: action ?? (before ? 'update' : 'create'),
      before: before && Object.assign(before, more?.before),
      // Adding to what was read for this entry alone costs a tenth of copying it.
      after:
        after &&
        Object.assign(after, more?.after, before && reason !== undefined ? { reason } : {}, auditExtras),
    })),
    now,
  )
}

/** Throws for a column that nobody gave a type: it would be left out. */
function typesOf(table: string, types: ColumnTypes, rows: readonly Stored[]): Columns<Stored> {
  const all: ColumnTypes = { ...commonTypes, ...types }
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map(name => {
      const type = all[name]
      if (!type) throw new Error(`${table}.${name} has no type for many rows`)
      return [name, type]
    }),
  )
}
