import { groupBy } from '../../platform/contract/group-by'
import { recordChanges } from '../../platform/audit/audit.service'
import type { ActionResult, RowOf } from '../../platform/contract/contract'
import { Problem } from '../../platform/contract/problem'
import { orderPlay } from '../orders/orders.service'
import { isCommandable } from './protocols.contract'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { announce, raise, type Raised } from '../../workflow/notifications/notifications.service'
import type { slotsContract } from './slots.contract'

type Slot = RowOf<typeof slotsContract>
interface Order {
  db: Db
  actor: Actor
  now: number
  deps: Deps
}

/** A statement takes at most 32,766 parameters. */
const ROWS_A_STATEMENT = 1_000

/** With the command that tells the slot: its answer comes later, in `machine_commands`. */
export type StatusResult = ActionResult & { command_id?: string }

/**
 * Locks or unlocks slots, with the reason that their people will read, and sends the orders to them. Skipped:
 * `already` in that state, `archived`, `no_downlink` for a protocol without commands. Throws 409 `no_downlink` when
 * that is so of every one of them. `bulkId` marks the commands of one bulk action and its repeats, `bulkJobId` those
 * of this one.
 */
export async function setSlotStatus(
  { db, actor, now, deps }: Order,
  slots: Slot[],
  status: 'active' | 'locked',
  reason: string,
  { bulkId, bulkJobId }: { bulkId?: string; bulkJobId?: string } = {},
): Promise<StatusResult[]> {
  if (slots.length > 0 && slots.every(slot => skipped(slot, status) === 'no_downlink'))
    throw new Problem(409, 'no_downlink', {
      message: 'Nothing can be told by the protocol of this machine',
      details: { protocol: slots[0]?.protocol.name },
    })
  const done = await setStatus(
    db,
    slots.filter(slot => skipped(slot, status) === undefined),
    status,
    reason,
    now,
  )
  const changes = slots
    .filter(slot => done.has(slot._id))
    .map(slot => ({
      entity: 'slot',
      id: slot._id,
      tenantId: slot.tenant._id,
      action: status === 'locked' ? 'lock' : 'unlock',
      before: { serial: slot.serial, status: slot.status, lock_reason: slot.lock_reason },
      after: { serial: slot.serial, status, lock_reason: status === 'locked' ? reason : null, reason },
    }))
  await recordChanges(db, actor, changes, now)
  const commands = await orderPlay(
    db,
    actor,
    slots
      .filter(slot => done.has(slot._id))
      .map(slot => ({
        tenantId: slot.tenant._id,
        locationId: slot.location._id,
        slotId: slot._id,
        smibId: slot.smib?._id ?? null,
        kind: status === 'locked' ? 'lock' : 'unlock',
        reason,
        bulkId,
        bulkJobId,
      })),
    now,
  )
  announce(
    deps,
    await tell(
      db,
      slots.filter(slot => done.has(slot._id)),
      { locked: status === 'locked', actor: actor.name, reason },
      now,
    ),
  )
  return slots.map(slot =>
    done.has(slot._id)
      ? { id: slot._id, outcome: 'done', command_id: commands.get(slot._id) }
      : { id: slot._id, outcome: 'skipped', reason: skipped(slot, status) ?? 'already' },
  )
}

/** One notification a slot; a location that was locked as a whole is one, not thirty. */
async function tell(
  db: Db,
  slots: Slot[],
  { locked, actor, reason }: { locked: boolean; actor: string; reason: string },
  now: number,
): Promise<(Raised | null)[]> {
  const locations = groupBy(slots, ({ location }) => location._id)
  const raised: (Raised | null)[] = []
  for (const [first, ...others] of locations.values()) {
    if (!first) continue
    const { tenant, location } = first
    const place = {
      tenant_id: tenant._id,
      tenant_name: tenant.name,
      location_id: location._id,
      location_name: location.name,
    }
    raised.push(
      others.length === 0
        ? await raise(
            db,
            {
              template: locked ? 'slot_locked' : 'slot_unlocked',
              tenantId: tenant._id,
              resourceType: 'slot',
              resourceId: first._id,
              details: { ...place, slot_id: first._id, slot_name: first.serial },
              data: { serial: first.serial, location: location.name, actor, reason },
            },
            now,
          )
        : await raise(
            db,
            {
              template: locked ? 'slots_locked' : 'slots_unlocked',
              tenantId: tenant._id,
              resourceType: 'location',
              resourceId: location._id,
              details: place,
              data: { count: String(others.length + 1), location: location.name, actor, reason },
            },
            now,
          ),
    )
  }
  return raised
}

const skipped = (slot: Slot, status: string): string | undefined =>
  slot.archived_at !== null
    ? 'archived'
    : !isCommandable(slot.protocol.name)
      ? 'no_downlink'
      : slot.status === status
        ? 'already'
        : undefined

/** The status is in the condition: of two hands on the same slot, one has done it. */
async function setStatus(
  db: Db,
  slots: Slot[],
  status: string,
  reason: string,
  now: number,
): Promise<Set<string>> {
  const done = new Set<string>()
  for (let start = 0; start < slots.length; start += ROWS_A_STATEMENT) {
    const rows = await db
      .updateTable('slots')
      .set(row => ({
        status,
        lock_reason: status === 'locked' ? reason : null,
        updated_at: now,
        version: row('version', '+', 1),
      }))
      .where(
        'id',
        'in',
        slots.slice(start, start + ROWS_A_STATEMENT).map(slot => slot._id),
      )
      .where('status', '!=', status)
      .where('archived_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of rows) done.add(id)
  }
  return done
}
