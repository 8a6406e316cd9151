/**
 * An end of a period as a request names it: milliseconds, ISO 8601 with an offset, or a day alone, which is a whole day
 * of a zone: it begins a period with its first moment and ends one with its last.
 */
import { z } from 'zod'
import { isoInstant } from './list'
import { instant } from './primitives'
import { parseLocalTime } from './time-zone'

/** As far as a date can be written. */
const FAR = 8_640_000_000_000_000

/** The last of the shapes says what is wrong with a text that is none of them. */
const dayAlone = z.iso.date({ error: 'period_end', abort: true }).max(10)
export const periodEnd = z.union([instant.min(-FAR).max(FAR), isoInstant, dayAlone], {
  error: 'period_end',
})
/** Of a list whose periods are days and times alone. */
export const writtenEnd = z.union([isoInstant, dayAlone], { error: 'period_end' })

const isDay = (value: number | string): value is string => typeof value === 'string' && value.length === 10

/** Whether one of these is a day alone, which a zone gives its hours. */
export const areDays = (...ends: readonly (number | string | undefined)[]): boolean =>
  ends.some(end => end !== undefined && isDay(end))

/** Inclusive. */
export const startAt = (value: number | string, zone: string): number =>
  isDay(value) ? parseLocalTime(value, zone).toMillis() : instantOf(value)

/** Exclusive. */
export const endAt = (value: number | string, zone: string): number =>
  isDay(value) ? parseLocalTime(value, zone).plus({ days: 1 }).startOf('day').toMillis() : instantOf(value)

const instantOf = (value: number | string): number => (typeof value === 'string' ? Date.parse(value) : value)
