/** Closed days of locations. What is told of a day that is not closed is worked out when it is asked for. */
interface DayKey {
  location_id: string
  /** YYYY-MM-DD. */
  day: string
  currency: string
}

export interface LocationDaysTable extends DayKey {
  tenant_id: string
  state: 'open' | 'closed' | 'sealed'
  /** JSON: `DaySums`. */
  sums: string
  /** The same, when it was closed first: late data says what it changed. */
  first_sums: string
  /** The gaming day's instants as they were when it was closed: days have 23 and 25 hours, and a location's rule may change. */
  starts_at: number
  ends_at: number
  slots: number
  /** Slots without a reading. */
  silent: number
  /** Of all slots together. */
  hours_known: number
  hours_expected: number
  /** Meter repairs that lie in it, open and decided. */
  held: number
  decided: number
  late: number
  /** Slots whose first movement began before the day. */
  carried: number
  /** 1 when it was closed; one more each time that late data changed it. */
  revision: number
  closed_at: number
  /** A user's name; null: closed by itself. */
  closed_by: string | null
  reason: string | null
  refreshed_at: number | null
}

export interface SlotDayClosingsTable extends DayKey {
  slot_id: string
  tenant_id: string
  denomination_minor: number
  /** JSON: `IndexReading`; inline, so that they outlive the raw rows. */
  opening: string | null
  closing: string | null
  /** JSON: meter → credits. */
  moved: string
  /** JSON: `DaySums`. */
  sums: string
  /** JSON: `SlotDayQuality`. */
  quality: string
}

/** Also held, for as long as a transaction lasts, by whoever closes or recomputes the day. */
export interface DaysToRefreshTable {
  location_id: string
  day: string
}

export interface DaysTables {
  location_days: LocationDaysTable
  slot_day_closings: SlotDayClosingsTable
  days_to_refresh: DaysToRefreshTable
}
