/** The states of a cashless payment (domain notes, section 11). */
import { z } from 'zod'

export const paymentState = z.enum([
  'created',
  'pending',
  'authorised',
  'transferring',
  'completed',
  'failed',
  'declined',
  'cancelled',
  'expired',
  'reversed',
])
export type PaymentState = z.infer<typeof paymentState>
export const paymentDirection = z.enum(['cash_in', 'cash_out'])

/** Money may still move. */
export const openStates = [
  'created',
  'pending',
  'authorised',
  'transferring',
] as const satisfies PaymentState[]
export const isOpen = (state: PaymentState): boolean => (openStates as readonly string[]).includes(state)
