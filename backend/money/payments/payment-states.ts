/**
 * What a payment's events come to. Callbacks arrive late, twice and in any order, so the state is never moved by the
 * one that comes: it is worked out of all of them, and the same events give the same state whatever their order was.
 */
import { isOpen, type PaymentState } from './payment-states.contract'

export interface PaymentEvent {
  event_id: string
  occurred_at: number
  state: PaymentState
  amount_minor: number
  aft_transaction_id: string | null
  aft_code: string | null
  credits_before: number | null
  credits_after: number | null
}

export interface PaymentOutcome {
  state: PaymentState
  occurred_at: number
  settled_at: number | null
  amount_minor: number
  in_doubt: 'contradiction' | 'amount' | null
  aft_transaction_id: string | null
  aft_code: string | null
  credits_before: number | null
  credits_after: number | null
}

/** Of several final states the one that says most about money counts; their contradiction is reported. */
const ENDS = ['expired', 'cancelled', 'declined', 'failed', 'completed'] as const satisfies PaymentState[]
const order: Readonly<Record<PaymentState, number>> = {
  created: 0,
  pending: 1,
  authorised: 2,
  transferring: 3,
  expired: 4,
  cancelled: 5,
  declined: 6,
  failed: 7,
  completed: 8,
  reversed: 9,
}
const isEnd = (state: PaymentState): boolean => (ENDS as readonly string[]).includes(state)

/** Throws for no events. */
export function outcomeOf(events: readonly PaymentEvent[]): PaymentOutcome {
  const inOrder = events.toSorted(
    (one, other) =>
      order[one.state] - order[other.state] ||
      one.occurred_at - other.occurred_at ||
      (one.event_id < other.event_id ? -1 : 1),
  )
  const [first] = inOrder
  const last = inOrder.at(-1)
  if (!first || !last) throw new Error('A payment without events has no state')
  const ends = new Set(inOrder.map(({ state }) => state).filter(isEnd))
  const newest = <Name extends 'aft_transaction_id' | 'aft_code' | 'credits_after'>(name: Name) =>
    inOrder.findLast(event => event[name] !== null)?.[name] ?? null
  return {
    state: last.state,
    occurred_at: Math.min(...inOrder.map(event => event.occurred_at)),
    settled_at: isOpen(last.state)
      ? null
      : (inOrder.find(event => event.state === last.state)?.occurred_at ?? null),
    amount_minor: first.amount_minor,
    in_doubt:
      ends.size > 1
        ? 'contradiction'
        : inOrder.some(event => event.amount_minor !== first.amount_minor)
          ? 'amount'
          : null,
    aft_transaction_id: newest('aft_transaction_id'),
    aft_code: newest('aft_code'),
    credits_before: inOrder.find(event => event.credits_before !== null)?.credits_before ?? null,
    credits_after: newest('credits_after'),
  }
}
