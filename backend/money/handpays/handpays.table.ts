/**
 * Handpays that wait. A view of `pending_handpays`, which ingestion maintains, with its slot. Instants are epoch
 * milliseconds.
 */
import type { TenantRecord } from '../../platform/db/tables'
import type { HandpayKind } from '../../telemetry/readings/event-money.service'

interface HandpaysView extends TenantRecord {
  location_id: string
  slot_id: string
  /** Null where the slot has been moved since: its position belongs to another location. */
  position: string | null
  /** The first call after the last reset. */
  since: number
  /** Of the newest call; null: it says none. */
  amount_minor: number | null
  currency: string
  kind: HandpayKind
  /** A jackpot's win at this slot that nobody has paid; never of cancelled credits. */
  win_id: string | null
  paid_by: string | null
  paid_at: number | null
  remarks: string | null
}

/** That a handpay was paid, by whom. Never changed. */
interface HandpayPaymentsTable {
  /** The handpay's: the first call of its wait, as it was known then. */
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  paid_by_id: string
  paid_by: string
  paid_at: number
  remarks: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    handpays: HandpaysView
    handpay_payments: HandpayPaymentsTable
  }
}
