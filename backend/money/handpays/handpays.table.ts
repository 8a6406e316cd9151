/** Handpays that wait. A view: a slot whose newest handpay event is a call. Instants are epoch milliseconds. */
import type { HandpayKind } from './handpays.contract'

interface HandpaysView {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  position: string | null
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  /** The first call after the last reset. */
  since: number
  /** Of the newest call; null: it says none. */
  amount_minor: number | null
  currency: string
  kind: HandpayKind
  /** A jackpot's win at this slot that nobody has paid. */
  win_id: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    handpays: HandpaysView
  }
}
