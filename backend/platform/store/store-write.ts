/** Changing a store: rules, version, audit, all in the caller's transaction. */
import { sql } from 'kysely'
import { lastSave } from '../audit/last-save'
import { invalidField, Problem } from '../contract/problem'
import { scopeOf, type Actor, type Scope } from '../request/actor'
import { parse } from '../request/parse'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import { addWritten, searchOf, strictOf, usableReferences } from './drafts'
import { RowsMoved } from './judged'
import { newId } from '../db/new-id'
import type { StoreBase } from './store-spec'
import { insertRows, tellRows, updateRows, type WrittenRow } from './store-changes'
import { readRow } from './store-read'

export async function createRow(
  store: StoreBase,
  db: Db,
  actor: Actor,
  raw: unknown,
  now: number,
): Promise<Stored> {
  const id = newId(now)
  const { columns, link } = await columnsFor(store, { db, actor, raw, id, now, before: undefined })
  await insertRows(store, db, [{ id, columns }], now)
  await link()
  const after = await readRow(store, db, scopeOf(actor), id, now)
  await tellRows(store, db, actor, [{ id, before: null, after: { ...after }, stored: columns }], { now })
  return after
}

export interface Update {
  input: unknown
  /** Undefined: whichever is the newest. */
  version: number | undefined
  reason?: string
  /** What the audit log calls it, and what it adds to the entry. */
  action?: string
  auditExtras?: object
}

/** How often a write that names no version goes again after somebody else's. */
const MAX_TRIES = 10

/**
 * Throws 422 `required` on `reason` when a field that money depends on changes without one. What changes nothing leaves
 * version and history as they are.
 */
export async function updateRow(
  store: StoreBase,
  db: Db,
  actor: Actor,
  id: string,
  update: Update,
  now: number,
): Promise<Stored> {
  for (let tries = 1; ; tries++) {
    try {
      return await updateOnce(store, db, actor, id, update, now)
    } catch (error) {
      const isNewer = error instanceof Problem && error.code === 'version_conflict'
      if (!isNewer || update.version !== undefined || tries >= MAX_TRIES) throw error
    }
  }
}

async function updateOnce(
  store: StoreBase,
  db: Db,
  actor: Actor,
  id: string,
  { input, version: expected, reason, action = 'update', auditExtras }: Update,
  now: number,
): Promise<Stored> {
  const scope = scopeOf(actor)
  const before = await readRow(store, db, scope, id, now)
  const version = Number(before.version)
  if (expected !== undefined && version !== expected) throw await conflict(store, db, scope, before)
  const stored = await storedRow(store, db, id)
  const { columns, link } = await columnsFor(store, { db, actor, raw: input, id, now, before: stored })
  await link()
  if (await isUnchanged(store, db, scope, { before, stored, columns }, now)) return before
  if (reason === undefined && touchesMoney(store, stored, columns, now))
    throw invalidField('reason', 'required')
  await change(store, db, scope, { id, before: { version }, columns }, now)
  const after = await readRow(store, db, scope, id, now)
  await tellRows(store, db, actor, [{ id, before, after: { ...after }, stored: { ...stored, ...columns } }], {
    now,
    reason,
    auditExtras,
    action,
  })
  return after
}

/** Neither its own columns nor what a rule has written elsewhere, such as a group's members. */
async function isUnchanged(
  store: StoreBase,
  db: Db,
  scope: Scope,
  { before, stored, columns }: { before: Stored; stored: Stored; columns: Stored },
  now: number,
): Promise<boolean> {
  if (Object.entries(columns).some(([name, value]) => name !== 'search' && value !== stored[name]))
    return false
  return JSON.stringify(await readRow(store, db, scope, String(before._id), now)) === JSON.stringify(before)
}

/** Archived entities leave the lists and keep their history (ruling 26). Archiving what is archived changes nothing. */
export async function archiveRow(
  store: StoreBase,
  db: Db,
  actor: Actor,
  id: string,
  archived: boolean,
  now: number,
): Promise<Stored> {
  const scope = scopeOf(actor)
  const before = await readRow(store, db, scope, id, now)
  store.spec.mayChange?.(actor)
  if ((before.archived_at !== null) === archived) return before
  if (!archived) await store.spec.returning?.(db, await storedRow(store, db, id))
  const stuck = archived ? (await store.spec.archiveBlockers?.(db, [id]))?.get(id) : undefined
  if (stuck) throw new Problem(409, stuck.code, { message: stuck.message })
  await change(
    store,
    db,
    scope,
    { id, before: { version: before.version }, columns: { archived_at: archived ? now : null } },
    now,
  )
  const after = await readRow(store, db, scope, id, now)
  const stored = await storedRow(store, db, id)
  await tellRows(store, db, actor, [{ id, before, after: { ...after }, stored }], {
    now,
    action: archived ? 'archive' : 'unarchive',
  })
  return after
}

/** The columns that such a field writes, as they were and as they will be. */
function touchesMoney({ contract, spec }: StoreBase, stored: Stored, columns: Stored, now: number): boolean {
  return (contract.reasoned ?? []).some(field => {
    const map = spec.columns[field]
    const written = Object.keys(map?.write?.(map.read(stored, now, field)) ?? {})
    return written.some(column => column in columns && columns[column] !== stored[column])
  })
}

interface Writing {
  db: Db
  actor: Actor
  raw: unknown
  id: string
  now: number
  before: Stored | undefined
}

async function columnsFor(
  store: StoreBase,
  { raw, before, ...rest }: Writing,
): Promise<{ columns: Stored; link: () => Promise<void> }> {
  const { contract, spec } = store
  spec.mayChange?.(rest.actor)
  const input = parse(strictOf(contract), raw) as Stored
  const scope = scopeOf(rest.actor)
  const columns: Stored = {}
  await demandReferences(store, rest.db, scope, input, before)
  for (const [field, value] of Object.entries(input)) addWritten(columns, store, field, value)
  const writing = { ...rest, scope, before, input: input as never }
  Object.assign(columns, await spec.prepare?.(writing))
  columns.search = searchOf(store, { ...before, ...columns })
  return { columns, link: async () => spec.link?.(writing) }
}

/** 422 `unknown` for what does not exist, is archived, or is another tenant's: the three look the same from outside. */
async function demandReferences(
  store: StoreBase,
  db: Db,
  scope: Scope,
  input: Stored,
  before: Stored | undefined,
): Promise<void> {
  // What it refers to already may have been archived since.
  const changed = Object.fromEntries(
    Object.entries(input).filter(([field, value]) => {
      const map = store.spec.columns[field]
      const stays = before !== undefined && map?.column !== undefined && before[map.column] === value
      return map?.reference && value !== null && !stays
    }),
  )
  const usable = await usableReferences(store, db, scope, [changed])
  const unknown = Object.entries(changed).filter(
    ([field, value]) => !usable(store.spec.columns[field]?.reference?.table ?? '', String(value)),
  )
  if (unknown.length > 0)
    throw new Problem(422, 'invalid', {
      fields: Object.fromEntries(unknown.map(([field]) => [field, [{ code: 'unknown' }]])),
    })
}

/** Of two writers that read the same version, the slower one gets what stands now. */
async function change(store: StoreBase, db: Db, scope: Scope, row: WrittenRow, now: number): Promise<void> {
  try {
    await updateRows(store, db, [row], now)
  } catch (error) {
    if (error instanceof RowsMoved)
      throw await conflict(store, db, scope, await readRow(store, db, scope, row.id, now))
    throw error
  }
}

export const conflict = async ({ contract }: StoreBase, db: Db, scope: Scope, current: Stored) =>
  new Problem(409, 'version_conflict', {
    message: 'Someone else has saved a newer version',
    details: { current, saved: await lastSave(db, scope, contract.one, String(current._id)) },
  })

export async function storedRow({ spec }: StoreBase, db: Db, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`select * from ${sql.table(spec.table)} where id = ${id}`.execute(db)
  return rows[0] ?? {}
}
