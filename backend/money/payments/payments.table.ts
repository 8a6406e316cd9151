/**
 * Cashless payments as their provider reported them. Amounts are minor units, instants epoch milliseconds, credits
 * the slot's.
 */
import type { TenantRecord } from '../../platform/db/tables'
import type { PaymentState } from './payment-states.contract'

interface ReportedPayment extends TenantRecord {
  location_id: string
  slot_id: string
  state: PaymentState
  /** Time by the provider's clock; a transaction has its first event's. */
  occurred_at: number
  amount_minor: number
  currency: string
  aft_transaction_id: string | null
  aft_code: string | null
  credits_before: number | null
  credits_after: number | null
}

interface PaymentMerchantsTable extends TenantRecord {
  merchant_id: string
  legal_name: string
  fiscal_code: string | null
  iban: string | null
  environment: string
  enabled: number
  /** A transaction above this is marked. */
  limit_minor: number
  currency: string
  /** Of the signing key; the one before stays valid until `previous_until`. */
  generation: number
  rotated_at: number | null
  previous_until: number | null
}

export interface PaymentTransactionsTable extends ReportedPayment {
  provider_ref: string
  direction: 'cash_in' | 'cash_out'
  player_ref: string | null
  expires_at: number | null
  settled_at: number | null
  /** The contradiction among its events. */
  in_doubt: 'contradiction' | 'amount' | null
  over_limit: number
  /** The last order to the slot to give the cashout up. */
  reset_command_id: string | null
}

/** One row for each event, in whatever order they arrived. */
export interface PaymentLogTable extends ReportedPayment {
  transaction_id: string
  event_id: string
  /** Of what was sent: the same event with other contents is refused. */
  fingerprint: string
  /** The transaction's state before and after this event arrived. */
  from_state: PaymentState | null
  to_state: PaymentState
  actor_name: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    payment_merchants: PaymentMerchantsTable
    payment_transactions: PaymentTransactionsTable
    payment_log: PaymentLogTable
  }
}
