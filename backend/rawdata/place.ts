/** What the movements of a message's readings are booked on. */
export interface Place {
  slotId: string
  locationId: string
  tenantId: string
  day: string
  /** See `endOf`. */
  at: number
  denomination: number
  currency: string
}

/**
 * The millisecond that a reading ends: hours, days and what held are (start, end] to the nanosecond, so one at 06:00:00.000 exactly closes the hour
 * before it, and one a nanosecond later belongs to the next.
 */
export const endOf = (at: number, nano: number): number => (nano > 0 ? at + 1 : at)

/** Booked on the same hours and days, at the same price. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.locationId === other.locationId &&
  one.day === other.day &&
  one.denomination === other.denomination &&
  one.currency === other.currency
