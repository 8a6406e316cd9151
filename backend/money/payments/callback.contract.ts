/** A payment provider's callback: one event of one payment, signed. */
import { z } from 'zod'
import { instant, line, money } from '../../platform/contract/primitives'
import { paymentDirection, paymentState } from './payment-states.contract'

export const callbackPath = '/api/payment-transactions-processor/v1/callback'
export const MAX_CALLBACK_BYTES = 16 * 1024
/** A signature is of now, give or take so much: an old one that was recorded says nothing. */
export const SIGNATURE_LIFE_MS = 5 * 60_000
/** `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">` */
export const SIGNATURE_HEADER = 'x-signature'
/** More events than a payment has states are noise. */
export const MOST_EVENTS = 50

const text = (max: number) => line(1, max)
const credits = z.number().int().min(0).max(1_000_000_000_000)

export const callbackBody = z.strictObject({
  event_id: text(64),
  provider_ref: text(64),
  occurred_at: instant.min(0).max(4_102_444_800_000),
  state: paymentState,
  direction: paymentDirection,
  /** The slot's serial. */
  terminal: text(64),
  amount: money.refine(({ minor }) => minor > 0 && minor <= 1_000_000_000, 'invalid'),
  player_ref: text(64).nullish(),
  expires_at: instant.nullish(),
  aft_transaction_id: text(40).nullish(),
  aft_code: text(8).nullish(),
  credits_before: credits.nullish(),
  credits_after: credits.nullish(),
})
export type CallbackBody = z.output<typeof callbackBody>

export const callbackAnswer = z.object({
  /** repeated: this very event was recorded before. */
  verdict: z.enum(['recorded', 'repeated']),
  state: paymentState,
})
