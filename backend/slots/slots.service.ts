import { recordChange } from '../audit/audit.service'
import type { ActionResult } from '../contract/contract'
import type { Db } from '../db/database'
import { scopeOf, type Actor } from '../http/actor'
import { slotsStore } from './slots.store'

interface Order { db: Db; actor: Actor; now: number }

/**
 * Locks or unlocks one slot, with the reason that its people will read. Skipped: `already` in that state, `archived`.
 * Throws 404 for a slot out of scope.
 */
export async function setSlotStatus({ db, actor, now }: Order, id: string, status: 'active' | 'locked', reason: string): Promise<Omit<ActionResult, 'id'>> {
  const scope = scopeOf(actor)
  const before = await slotsStore.get(db, scope, id, now)
  if (before.archived_at !== null) return { outcome: 'skipped', reason: 'archived' }
  if (before.status === status) return { outcome: 'skipped', reason: 'already' }
  // The status in the condition: two hands on the same slot, and only one of them has done it.
  const changed = await db.updateTable('slots')
    .set(row => ({ status, lock_reason: status === 'locked' ? reason : null, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id).where('status', '=', before.status).returning('id').executeTakeFirst()
  if (!changed) return { outcome: 'skipped', reason: 'already' }
  const after = await slotsStore.get(db, scope, id, now)
  const action = status === 'locked' ? 'lock' : 'unlock'
  await recordChange(db, actor, { entity: 'slot', id, tenantId: before.tenant._id, action, before: { status: before.status, lock_reason: before.lock_reason }, after: { status, lock_reason: after.lock_reason, reason } }, now)
  return { outcome: 'done' }
}
