/**
 * Finds rows that an edit would hand to another tenant; used where a job has too many rows to judge them all in the
 * preview.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { BulkEditItemsTable } from './bulk.table'
import type { BulkEditOrder } from './bulk-edit-order'
import type { Store } from '../../platform/store/store-spec'

/** Row id → its verdict, for those that belong to another tenant than what they are to refer to. */
export async function tenantMismatches(
  db: Db,
  { spec }: Store,
  ids: readonly string[],
  { action, fields }: BulkEditOrder,
): Promise<Map<string, Pick<BulkEditItemsTable, 'state' | 'code' | 'fields'>>> {
  const found = new Map<string, Pick<BulkEditItemsTable, 'state' | 'code' | 'fields'>>()
  if (action !== 'update' || spec.ownedBy !== 'tenant_id') return found
  for (const [field, value] of Object.entries(fields)) {
    const reference = spec.columns[field]?.reference
    if (!reference || reference.owner !== 'tenant_id' || typeof value !== 'string') continue
    const { rows } = await sql<{ id: string }>`select t.id from ${rowsAsTable(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )} cross join ${sql.table(spec.table)} t
      where t.id = b.id and t.tenant_id != (select r.tenant_id from ${sql.table(reference.table)} r where r.id = ${value})`.execute(
      db,
    )
    for (const { id } of rows)
      found.set(id, {
        state: 'failed',
        code: 'invalid',
        fields: JSON.stringify({ [field]: [{ code: 'other_tenant' }] }),
      })
  }
  return found
}
