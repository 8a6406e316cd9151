/** Finds the rows that an undo must leave alone. */
import { sql } from 'kysely'
import type { BulkEditAction, BulkEditSkip } from '../../platform/contract/bulk-edit'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { BulkEditItemsTable } from './bulk.table'
import { isUnchanged, type EditableRow } from './is-unchanged'
import type { Store } from '../../platform/store/store-spec'
import { scopeOf, type Actor } from '../../platform/request/actor'

export interface UndoConflict {
  state: 'unchanged' | 'skipped'
  code: BulkEditSkip | null
}

/**
 * Returns the rows of an undo that are not to be changed: they are gone, already have the value, or somebody changed
 * the same field since. `since`: when the undone edit began.
 */
export async function undoConflicts(
  db: Db,
  actor: Actor,
  store: Store,
  action: BulkEditAction,
  items: readonly Pick<BulkEditItemsTable, 'entity_id' | 'wanted' | 'from_version'>[],
  since: number,
  now: number,
): Promise<Map<string, UndoConflict>> {
  const rows = new Map(
    (
      (await store.present(
        db,
        scopeOf(actor),
        items.map(item => item.entity_id),
        now,
      )) as EditableRow[]
    ).map(row => [row._id, row]),
  )
  const found = new Map<string, UndoConflict>()
  const moved: { id: string; names: string[]; version: number }[] = []
  for (const { entity_id: id, wanted, from_version } of items) {
    const row = rows.get(id)
    const fields = JSON.parse(wanted ?? '{}') as Record<string, unknown>
    if (!row) found.set(id, { state: 'skipped', code: 'gone' })
    else if (isUnchanged(store.contract, row, { action, fields }))
      found.set(id, { state: 'unchanged', code: null })
    else if (row.version !== Number(from_version))
      moved.push({
        id,
        version: Number(from_version),
        names: action === 'update' ? Object.keys(fields) : ['archived_at'],
      })
  }
  for (const id of await touchedSince(db, store.contract.one, moved, since))
    found.set(id, { state: 'skipped', code: 'changed_since' })
  return found
}

interface Change {
  id: string
  before_json: string | null
  after_json: string | null
}

/**
 * Returns the rows whose audit trail sets one of these fields after that version: whoever set the same value again
 * meant it, too.
 */
async function touchedSince(
  db: Db,
  entity: string,
  rows: readonly { id: string; names: readonly string[]; version: number }[],
  since: number,
): Promise<Set<string>> {
  const touched = new Set<string>()
  if (rows.length === 0) return touched
  const byId = new Map(rows.map(row => [row.id, row]))
  const { rows: entries } = await sql<Change>`select a.entity_id as id, a.before_json, a.after_json
    from ${rowsAsTable(
      db,
      { id: 'text' },
      rows.map(({ id }) => ({ id })),
    )} cross join audit_log a where a.entity_id = b.id and a.at >= ${since} and a.entity = ${entity}`.execute(
    db,
  )
  for (const { id, before_json, after_json } of entries) {
    const row = byId.get(id)
    const [before, after] = [before_json, after_json].map(
      json => JSON.parse(json ?? '{}') as Record<string, unknown>,
    )
    if (!row || !before || !after || typeof after.version !== 'number' || after.version <= row.version)
      continue
    if (row.names.some(name => name in after && JSON.stringify(before[name]) !== JSON.stringify(after[name])))
      touched.add(id)
  }
  return touched
}
