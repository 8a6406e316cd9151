import { gamingDayAt, type DayRule } from '../../estate/locations/gaming-day.service'
import { hourOf } from './gaming-hours.service'

/** What the movements of a message's readings are booked on. */
export interface Place {
  slotId: string
  locationId: string
  tenantId: string
  day: string
  /** Start of the hour, or of the day where it begins within the hour. */
  hour: number
  /** See `endOf`. */
  at: number
  denomination: number
  currency: string
}

/**
 * The millisecond that a reading ends: hours, days and what held are (start, end] to the nanosecond, so one at
 * 06:00:00.000 exactly closes the hour before it, and one a nanosecond later belongs to the next.
 */
export const endOf = (at: number, nano: number): number => (nano > 0 ? at + 1 : at)

/** Of an instant's end. The day that an instant at its very start closes is the one before. */
export function dayAndHour(rules: readonly DayRule[], end: number): Pick<Place, 'day' | 'hour'> {
  const { name: day, from } = gamingDayAt(rules, end - 1)
  return { day, hour: Math.max(from, hourOf(end)) }
}

/** Booked on the same hours and days, at the same price. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.locationId === other.locationId &&
  one.day === other.day &&
  one.hour === other.hour &&
  one.denomination === other.denomination &&
  one.currency === other.currency
