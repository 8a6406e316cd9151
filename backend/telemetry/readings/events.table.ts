/**
 * Events that slots and SMIBs raised, and their counts. Instants are epoch milliseconds; `*_nano` is the rest below
 * one millisecond.
 */
import type { HandpayKind, MoneyKind } from './event-money.service'

export interface EventsTable {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string | null
  smib_id: string | null
  run: number | null
  message_seq_nr: number | null
  event_seq_nr: number | null
  server_time: number
  server_nano: number
  received_at: number
  /** SAS exception code in upper case, or the name of an event that this system made: smib_offline, … */
  code: string
  category: string
  severity: string
  data: string | null
}

interface EventDaysTable {
  slot_id: string
  gaming_day: string
  code: string
  location_id: string
  tenant_id: string
  count: number
}

/** What events say of money (`event-money.service.ts`), by what held for the slot then. */
interface EventSumsTable {
  location_id: string
  gaming_day: string
  slot_id: string
  kind: MoneyKind
  currency: string
  tenant_id: string
  records: number
  /** Of them, those that say no amount. */
  without_amount: number
  minor: number
}

/** The oldest handpay of a slot from which on all of them are stored; those before it are in an archive. */
interface EventFloorsTable {
  slot_id: string
  tenant_id: string
  at: number
}

/** When each door of a slot was last opened and closed, by the code that says it was opened. */
interface SlotDoorsTable {
  slot_id: string
  door: string
  opened_at: number | null
  closed_at: number | null
}

/** The handpay that a slot waits for: its newest handpay event is a call. Its id is the first call's. */
interface PendingHandpaysTable {
  slot_id: string
  id: string
  tenant_id: string
  location_id: string
  /** The first call after the last reset. */
  since: number
  /** Of the newest call; null: it says none. */
  amount_minor: number | null
  /** By what held for the slot at the newest call. */
  currency: string
  kind: HandpayKind
  received_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    events: EventsTable
    event_days: EventDaysTable
    event_sums: EventSumsTable
    event_floors: EventFloorsTable
    slot_doors: SlotDoorsTable
    pending_handpays: PendingHandpaysTable
  }
}
