/**
 * Orders to one slot other than lock and unlock. Every order has a reason, an audit entry and a command that its slot
 * answers.
 */
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service'
import { assetKey } from '../../platform/contract/machine-name'
import { invalidField, Problem } from '../../platform/contract/problem'
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { hasAft, isCommandable } from '../slots/protocols.contract'
import { orderCommand, orderPlay } from '../orders/orders.service'

interface Ordering {
  db: Db
  actor: Actor
  now: number
}

export async function orderAftRegistration(
  { db, actor, now }: Ordering,
  slotId: string,
  reason: string,
): Promise<{ command_id: string }> {
  const slot = aftOf(await slotToOrder(db, actor, slotId))
  const id = await orderCommand(
    db,
    actor,
    { ...slot.place, kind: 'aft_refresh_registration', lane: 'aft', reason },
    now,
  )
  await recordChange(
    db,
    actor,
    {
      entity: 'slot',
      id: slotId,
      tenantId: slot.place.tenantId,
      action: 'aft_refresh_registration',
      before: null,
      after: { serial: slot.serial, reason },
    },
    now,
  )
  return { command_id: id }
}

/** The number becomes the slot's when the slot has taken it; until then it is spoken for. */
export async function orderAssetNumber(
  { db, actor, now }: Ordering,
  slotId: string,
  asset: number,
  reason: string,
): Promise<{ command_id: string }> {
  const slot = aftOf(await slotToOrder(db, actor, slotId))
  const { tenantId } = slot.place
  // One at a time in a tenant: two people must not give the same number to two slots.
  await db
    .updateTable('tenants')
    .set(row => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', tenantId)
    .execute()
  const { rows } = await sql<{
    id: string
  }>`select id from slots where tenant_id = ${tenantId} and (asset_no = ${String(asset)} or asset_key = ${assetKey(String(asset))}) and id <> ${slotId}
    union select slot_id as id from slot_controls where tenant_id = ${tenantId} and aft_asset_no = ${asset} and slot_id <> ${slotId}
    union select slot_id as id from machine_commands where tenant_id = ${tenantId} and kind = 'aft_set_asset_number' and state in ('queued', 'sent')
      and input = ${JSON.stringify({ asset_number: asset })} and slot_id <> ${slotId}`.execute(db)
  if (rows.length > 0) throw invalidField('asset_number', 'taken')
  const id = await orderCommand(
    db,
    actor,
    { ...slot.place, kind: 'aft_set_asset_number', lane: 'aft', input: { asset_number: asset }, reason },
    now,
  )
  await recordChange(
    db,
    actor,
    {
      entity: 'slot',
      id: slotId,
      tenantId,
      action: 'aft_set_asset_number',
      before: { serial: slot.serial, asset_no: slot.assetNo },
      after: { serial: slot.serial, asset_no_ordered: String(asset), reason },
    },
    now,
  )
  return { command_id: id }
}

/**
 * The slot refused what its status orders, so the order is sent again. Throws 409 `nothing_to_tell` when it did not
 * refuse.
 */
export async function tellAgain(
  { db, actor, now }: Ordering,
  slotId: string,
): Promise<{ command_id: string }> {
  const slot = await slotToOrder(db, actor, slotId)
  const kind = slot.status === 'locked' ? 'lock' : 'unlock'
  if (!allows(actor.permissions, `slot::${kind}`))
    throw new Problem(403, 'forbidden', {
      message: 'Not permitted',
      details: { permission: `slot::${kind}` },
    })
  // The condition decides which of two hands tells it.
  const held = await db
    .updateTable('slots')
    .set({ lock_delivery: 'pending', lock_answer_code: null })
    .where('id', '=', slotId)
    .where('status', '=', slot.status)
    .where('lock_delivery', '=', 'refused')
    .returning('id')
    .executeTakeFirst()
  if (!held) throw new Problem(409, 'nothing_to_tell', { message: 'The machine has not refused' })
  const commands = await orderPlay(db, actor, [{ ...slot.place, slotId, kind, reason: slot.lockReason }], now)
  await recordChange(
    db,
    actor,
    {
      entity: 'slot',
      id: slotId,
      tenantId: slot.place.tenantId,
      action: 'tell_again',
      before: { serial: slot.serial, lock_delivery: 'refused' },
      after: { serial: slot.serial, lock_delivery: 'pending' },
    },
    now,
  )
  return { command_id: commands.get(slotId) ?? '' }
}

/** Throws 409 `no_aft` for a protocol without it. */
function aftOf<Slot extends { protocol: string }>(slot: Slot): Slot {
  if (!hasAft(slot.protocol))
    throw new Problem(409, 'no_aft', {
      message: 'The protocol of this machine moves no credits electronically',
      details: { protocol: slot.protocol },
    })
  return slot
}

/** Throws 404, 409 `archived`, or 409 `no_downlink` for a slot that takes no commands. */
async function slotToOrder(db: Db, actor: Actor, slotId: string) {
  const { tenantId } = scopeOf(actor)
  const slot = await db
    .selectFrom('slots as s')
    .leftJoin('smibs as b', 'b.slot_id', 's.id')
    .select([
      's.serial',
      's.protocol',
      's.asset_no',
      's.status',
      's.lock_reason',
      's.archived_at',
      's.tenant_id',
      's.location_id',
      'b.id as smib_id',
    ])
    .where('s.id', '=', slotId)
    .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!slot) throw new Problem(404, 'not_found', { message: 'No such slot' })
  if (slot.archived_at !== null) throw new Problem(409, 'archived', { message: 'The slot is archived' })
  if (!isCommandable(slot.protocol))
    throw new Problem(409, 'no_downlink', {
      message: 'Nothing can be told by the protocol of this machine',
      details: { protocol: slot.protocol },
    })
  return {
    serial: slot.serial,
    protocol: slot.protocol,
    assetNo: slot.asset_no,
    status: slot.status,
    lockReason: slot.lock_reason,
    place: { tenantId: slot.tenant_id, locationId: slot.location_id, slotId, smibId: slot.smib_id },
  }
}
