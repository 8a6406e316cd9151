/** Ordering a slot to give up a cashout that hangs, and what its answer means. */
import { recordChange } from '../../platform/audit/audit.service'
import { hasAft, isCommandable } from '../../estate/slots/protocols.contract'
import { orderCommand } from '../../estate/orders/orders.service'
import type { MachineCommandsTable } from '../../estate/orders/control.table'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { addEvent } from './callback.service'
import { isOpen } from './payment-states.contract'
import { remoteCashoutContract } from './remote-cashout.contract'

/** Of one slot at a time. */
const LANE = 'cashout'

interface Ordering {
  db: Db
  actor: Actor
  now: number
}

export async function orderReset(
  { db, actor, now }: Ordering,
  transactionId: string,
  reason: string,
): Promise<{ outcome: 'done' } | { outcome: 'skipped'; reason: string }> {
  const payment = await hold(db, transactionId)
  if (!payment || !isOpen(payment.state)) return { outcome: 'skipped', reason: 'settled' }
  const slot = await db
    .selectFrom('slots')
    .select(['protocol', 'location_id', 'archived_at'])
    .where('id', '=', payment.slot_id)
    .executeTakeFirst()
  if (!slot || slot.archived_at !== null || !isCommandable(slot.protocol))
    return { outcome: 'skipped', reason: 'no_downlink' }
  if (!hasAft(slot.protocol)) return { outcome: 'skipped', reason: 'no_aft' }
  const open = await db
    .selectFrom('machine_commands')
    .select('id')
    .where('open_target', '=', payment.slot_id)
    .where('lane', '=', LANE)
    .executeTakeFirst()
  if (open) return { outcome: 'skipped', reason: 'already_ordered' }
  const command = await orderCommand(
    db,
    actor,
    {
      tenantId: payment.tenant_id,
      locationId: slot.location_id,
      slotId: payment.slot_id,
      smibId: null,
      kind: 'cashout_reset',
      lane: LANE,
      input: { transaction: payment.id, aft_transaction_id: payment.aft_transaction_id },
      reason,
    },
    now,
  )
  await db
    .updateTable('payment_transactions')
    .set({ reset_command_id: command, updated_at: now })
    .where('id', '=', payment.id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: remoteCashoutContract.one,
      id: payment.id,
      tenantId: payment.tenant_id,
      action: 'cashout_reset',
      before: { state: payment.state },
      after: { provider_ref: payment.provider_ref, reason },
    },
    now,
  )
  return { outcome: 'done' }
}

/**
 * The slot has given it up, so it counts as cancelled. A later report of the provider still counts, and a
 * contradiction is reported.
 */
export async function resetConfirmed(
  db: Db,
  { id, input, answer_code, created_by_name }: MachineCommandsTable,
  now: number,
): Promise<void> {
  const { transaction } = JSON.parse(input) as { transaction: string }
  const payment = await hold(db, transaction)
  if (!payment) return
  await addEvent(
    db,
    payment,
    {
      event_id: `reset-${id}`,
      occurred_at: now,
      state: 'cancelled',
      amount_minor: payment.amount_minor,
      aft_transaction_id: payment.aft_transaction_id,
      aft_code: answer_code,
      credits_before: null,
      credits_after: null,
      fingerprint: id,
      actor_name: created_by_name,
    },
    now,
    { isOurs: true },
  )
}

/** Until the transaction ends, its events go one by one. */
const hold = (db: Db, id: string) =>
  db
    .updateTable('payment_transactions')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
