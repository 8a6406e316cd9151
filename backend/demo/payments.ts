/**
 * The demo's payment provider: a few cashless payments, reported as a provider does, some late and in the wrong
 * order.
 */
import { HOUR_MS, MINUTE_MS } from '../platform/contract/durations'
import type { Db } from '../platform/db/database'
import { systemActor } from '../platform/request/actor'
import { addMerchant, tellPayment } from '../money/payments/payments.service'
import type { PaymentState } from '../money/payments/payment-states.contract'
import { type DemoSlot, type Network } from './network'

/**
 * The payments: player, amount, time before the end of the history, and the states in the order in which they arrive.
 */
const payments: readonly {
  hoursAgo: number
  direction: 'cash_in' | 'cash_out'
  lei: number
  states: readonly PaymentState[]
  code?: string
}[] = [
  {
    hoursAgo: 50,
    direction: 'cash_in',
    lei: 200,
    states: ['created', 'pending', 'authorised', 'transferring', 'completed'],
  },
  { hoursAgo: 47, direction: 'cash_out', lei: 340, states: ['created', 'completed', 'transferring'] },
  { hoursAgo: 31, direction: 'cash_in', lei: 100, states: ['created', 'pending', 'expired'] },
  { hoursAgo: 28, direction: 'cash_in', lei: 3_000, states: ['created', 'pending', 'declined'] },
  {
    hoursAgo: 22,
    direction: 'cash_in',
    lei: 150,
    states: ['created', 'authorised', 'transferring', 'failed', 'reversed'],
    code: '87',
  },
  { hoursAgo: 9, direction: 'cash_in', lei: 50, states: ['created', 'pending', 'cancelled'] },
  { hoursAgo: 6, direction: 'cash_in', lei: 400, states: ['created', 'expired', 'completed'] },
  { hoursAgo: 3, direction: 'cash_out', lei: 275, states: ['created', 'authorised', 'transferring'] },
  { hoursAgo: 1, direction: 'cash_out', lei: 620, states: ['created', 'pending'] },
]

/** Called when the history of these slots is complete, in a transaction of its own. */
export async function addPayments(db: Db, network: Network, slots: readonly DemoSlot[]): Promise<void> {
  const paying = slots.filter(slot => slot.profile.cashless && slot.smib && slot.status === 'active')
  const [first] = paying
  const tenant = network.tenants.find(one => one.id === first?.tenantId)
  if (!tenant) return
  const merchant = await addMerchant(
    db,
    systemActor,
    {
      tenant: tenant.id,
      merchant_id: `DEMO-${tenant.key.toUpperCase()}`,
      legal_name: tenant.legalName,
      fiscal_code: tenant.fiscalCode,
      environment: 'test',
      limit: { minor: 250_000, currency: 'RON' },
    },
    network.madeAt,
  )
  for (const [nr, { hoursAgo, direction, lei, states, code }] of payments.entries()) {
    const begun = network.historyEnd - hoursAgo * HOUR_MS + nr * MINUTE_MS
    const slot = paying[nr % paying.length]
    const ref = `${tenant.key.slice(0, 3).toUpperCase()}-${10_241 + nr * 37}`
    for (const [at, state] of states.entries()) {
      const moved = state === 'transferring' || state === 'completed'
      await tellPayment(
        db,
        { merchant: merchant._id, tenantId: tenant.id },
        {
          event_id: `${ref}-${at + 1}`,
          provider_ref: ref,
          occurred_at: begun + at * 8_000,
          state,
          direction,
          terminal: slot?.serial ?? '',
          amount: { minor: lei * 100, currency: 'RON' },
          player_ref: `wallet-${4_100 + nr}`,
          expires_at: begun + 2 * MINUTE_MS,
          ...(moved && { aft_transaction_id: String(7_000 + nr) }),
          ...(state === 'failed' && code && { aft_code: code }),
          ...(moved && direction === 'cash_out' && { credits_before: lei * 100 }),
        },
        begun + at * 8_000 + 400,
      )
    }
  }
}
