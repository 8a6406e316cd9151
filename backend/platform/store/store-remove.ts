/** Deleting a row for good: only where the contract says so, and only what nothing refers to. */
import { sql } from 'kysely'
import { Problem } from '../contract/problem'
import { scopeOf, type Actor } from '../request/actor'
import type { Db } from '../db/database'
import type { Removal, StoreBase } from './store-spec'
import { readRow } from './store-read'
import { tellRows } from './store-changes'
import { conflict, storedRow } from './store-write'

/**
 * Throws 409 `in_use` with `details.uses`, 409 `version_conflict`, and what the entity's own rule
 * (`archiveBlockers`) throws.
 */
export async function removeRow(
  store: StoreBase,
  db: Db,
  actor: Actor,
  id: string,
  { version, uses }: Removal,
  now: number,
): Promise<void> {
  const { spec } = store
  const before = await readRow(store, db, scopeOf(actor), id, now)
  spec.mayChange?.(actor)
  if (version !== undefined && Number(before.version) !== version)
    throw await conflict(store, db, scopeOf(actor), before)
  const stuck = (await spec.archiveBlockers?.(db, [id]))?.get(id)
  if (stuck) throw new Problem(409, stuck.code, { message: stuck.message })
  if (uses.length > 0)
    throw new Problem(409, 'in_use', { message: 'Other records refer to it', details: { uses } })
  const stored = await storedRow(store, db, id)
  await spec.unlink?.(db, id)
  await sql`delete from ${sql.table(spec.table)} where id = ${id}`.execute(db)
  await tellRows(store, db, actor, [{ id, before, after: null, stored }], { now, action: 'delete' })
}
