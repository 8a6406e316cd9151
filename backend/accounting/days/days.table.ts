import type { MovementMeter } from '../../telemetry/readings/meters.contract'

/** Closed days of locations. The figures of a day that is not closed are computed on each request. */
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
  /**
   * The gaming day's instants as they were when it was closed: days have 23 and 25 hours, and a location's rule may
   * change.
   */
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

/** Of a closed day, in money and counts; a day without any slot has a row of zeros. */
export interface LocationDaySumsTable extends DayKey, Record<MovementMeter, number> {
  tenant_id: string
  /**
   * How many slots reported. `slot_set`: which ones, a row of `slot_sets`; 0 for none, -1 where no set could be
   * stored.
   */
  slots: number
  slot_set: number
  /** Hours in which any slot of the location reported, and hours that there were; only on the day's first row. */
  hours_known: number
  hours_expected: number
}

/**
 * The sum of a tenant's `location_day_sums` of a day, but for those whose slots could not be stored as a set. Triggers
 * update it and `location_month_sets` with each row that they are made of (migration 213).
 */
interface TenantDaySumsTable extends Record<MovementMeter, number> {
  tenant_id: string
  day: string
  currency: string
  /** How many rows of locations are in it. */
  places: number
  slots: number
  hours_known: number
  hours_expected: number
}

/** The stored days of a month on which the same set of a location's slots reported. */
interface LocationMonthSetsTable {
  tenant_id: string
  month: string
  location_id: string
  currency: string
  slot_set: number
  /** A bit each, the first of the month the lowest. */
  days: number
}

/** Slots by their numbers (`short-ids.ts`), joined by commas in order; never changed. */
interface SlotSetsTable {
  tenant_id: string
  /** Made of `slots`. */
  digest: number
  slots: string
}

/** What a slot's game moved in a month or in ten days of it, in money and counts (`span-sums.service.ts`). */
interface SlotSpansTable extends Record<MovementMeter, number> {
  tenant_id: string
  location_id: string
  /** What its dates begin with: `2026-11`, or `2026-11-0`. */
  span: string
  slot_id: string
  /** 0: the whole slot; -2: all its games together. */
  game_nr: number
  currency: string
}

/** Days of locations that are over. */
interface SpanDaysTable {
  tenant_id: string
  location_id: string
  day: string
  /** 1: it is in its spans. */
  summed: number
  /** 1: something has been booked for it since they were made, or it is in none yet. */
  changed: number
}

/** Also held, for as long as a transaction lasts, by whoever closes or recomputes the day. */
interface DaysToRefreshTable {
  location_id: string
  day: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    location_days: LocationDaysTable
    slot_day_closings: SlotDayClosingsTable
    location_day_sums: LocationDaySumsTable
    tenant_day_sums: TenantDaySumsTable
    location_month_sets: LocationMonthSetsTable
    slot_sets: SlotSetsTable
    slot_spans: SlotSpansTable
    span_days: SpanDaysTable
    days_to_refresh: DaysToRefreshTable
  }
}
