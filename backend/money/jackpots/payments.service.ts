/** A win is paid once: a person confirms the payment, or its slot reports it. */
import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import type { PaymentMethod } from './jackpots.contract'

interface Payment {
  id: string
  method: PaymentMethod
  /** Of a person. */
  reason: string | null
}

/** In a transaction; false where it is paid already, or its amount is not known yet. */
export async function payWin(
  db: Db,
  actor: Actor,
  { id, method, reason }: Payment,
  now: number,
): Promise<boolean> {
  const paid = await db
    .updateTable('jackpot_wins')
    .set(row => ({
      state: 'paid',
      paid_at: now,
      // Nobody but the slot has said so.
      paid_by: method === 'hand' ? actor.name : null,
      payment_method: method,
      payment_reason: reason,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['celebrating', 'payment_pending'])
    .returning(['tenant_id', 'number', 'amount_minor', 'currency', 'stopped_at'])
    .executeTakeFirst()
  if (!paid) return false
  const { tenant_id, number, amount_minor, currency, stopped_at } = paid
  const amount = { minor: amount_minor, currency }
  await recordChange(
    db,
    actor,
    {
      entity: 'jackpot-win',
      id,
      tenantId: tenant_id,
      action: 'pay',
      before: { number, amount, state: stopped_at === null ? 'celebrating' : 'payment_pending' },
      after: { number, amount, state: 'paid', payment_method: method, reason },
    },
    now,
  )
  return true
}

/** The end of a win's celebration; its payment is still due. In a transaction. */
export async function stopCelebration(
  db: Db,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  now: number,
): Promise<boolean> {
  const stopped = await db
    .updateTable('jackpot_wins')
    .set(row => ({
      state: 'payment_pending',
      stopped_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'celebrating')
    .returning(['tenant_id', 'number', 'amount_minor', 'currency'])
    .executeTakeFirst()
  if (!stopped) return false
  const { tenant_id, number, amount_minor, currency } = stopped
  const amount = { minor: amount_minor, currency }
  await recordChange(
    db,
    actor,
    {
      entity: 'jackpot-win',
      id,
      tenantId: tenant_id,
      action: 'stop',
      before: { number, amount, state: 'celebrating' },
      after: { number, amount, state: 'payment_pending', reason },
    },
    now,
  )
  return true
}
