/** Taking one change back: an update like any other, with its rules, its version and its own place in the history. */
import { readEntry } from '../audit/audit.service'
import { Problem } from '../contract/problem'
import { revertedFields } from '../contract/revert'
import { scopeOf, type Actor } from '../request/actor'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import type { Revert, StoreBase } from './store-spec'
import { readRow } from './store-read'
import { updateRow } from './store-write'

/**
 * What others have changed since in other fields stays. Throws 409 `not_revertible` for an entry that set no field of
 * the form.
 */
export async function revertRow(
  store: StoreBase,
  db: Db,
  actor: Actor,
  id: string,
  { entry: entryId, version, reason }: Revert,
  now: number,
): Promise<Stored> {
  const { contract } = store
  const scope = scopeOf(actor)
  const [entry, current] = [await readEntry(db, scope, entryId), await readRow(store, db, scope, id, now)]
  if (entry.entity !== contract.one || entry.entity_id !== id)
    throw new Problem(404, 'not_found', { message: 'No such entry of this record' })
  const back = revertedFields(contract, entry)
  if (Object.keys(back).length === 0) throw new Problem(409, 'not_revertible')
  const names = Object.keys(contract.input.shape)
  const input = Object.fromEntries(
    names.map(name => [name, written(name in back ? back[name] : current[name])]),
  )
  return updateRow(
    store,
    db,
    actor,
    id,
    { input, version, reason, action: 'revert', auditExtras: { reverts: entry._id } },
    now,
  )
}

/** A row names what it refers to; a form sends its id. */
const written = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(written)
    : typeof value === 'object' && value !== null && '_id' in value
      ? (value._id ?? (value as { name?: unknown }).name)
      : value
