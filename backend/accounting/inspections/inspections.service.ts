/** Looking leaves a trail: one row, and one entry of the audit log, for each tenant whose slots were shown. */
import { recordChange } from '../../platform/audit/audit.service'
import { fold } from '../../platform/contract/fold'
import { PAGE_ROWS } from '../../platform/contract/report'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import type { InspectorRequest } from './inspections.contract'

/** Call it in a transaction. Whoever is shown nothing has looked at nobody's. */
export async function rememberLook(
  db: Db,
  actor: Actor,
  { location, rows }: InspectorRequest,
  shown: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const shape = rows > PAGE_ROWS ? 'file' : 'page'
  for (const [tenantId, slots] of shown) {
    const id = newId(now)
    await db
      .insertInto('inspections')
      .values({
        id,
        version: 1,
        tenant_id: tenantId,
        location_id: location,
        looked_by: actor.name,
        address: actor.ip ?? null,
        shape,
        slots,
        search: fold(actor.name),
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await recordChange(
      db,
      actor,
      {
        entity: 'inspection',
        id,
        tenantId,
        action: 'create',
        before: null,
        after: { looked_by: actor.name, location, shape, slots },
      },
      now,
    )
  }
}
