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
}

declare module '../../platform/db/tables' {
  interface Tables {
    handpays: HandpaysView
  }
}
