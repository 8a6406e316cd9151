/** Which readings are there: locations by gaming days of a month. */
import { z } from 'zod'
import { instant, reference, isoDay } from '../../platform/contract/primitives'
import { dayStates } from './days.contract'

/** A month of so many locations is a page that a kiosk draws at once. */
export const CALENDAR_ROWS = 10

export const calendarPath = '/api/aggregate/v1/meter-calendar'

export const isoMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const calendarQuery = z.strictObject({
  /** Default: the month of the request. */
  month: isoMonth.optional(),
  /** 0 is the first page. */
  page: z.coerce.number().int().min(0).max(100_000).default(0),
})

const count = z.number().int().min(0)

export const calendarDay = z.object({
  state: z.enum(dayStates),
  /** The day has not ended yet. */
  running: z.boolean(),
  slots: count,
  /** Slots without a reading. */
  silent: count,
  /** Known once the day is closed: hours of all slots together. */
  hours: z.object({ known: count, expected: count }).nullable(),
  /** Meter repairs that lie in it and nobody has decided. */
  held: count,
})
export type CalendarDay = z.output<typeof calendarDay>

export const calendarAnswer = z.object({
  month: isoMonth,
  days: z.array(isoDay),
  locations: z.array(
    z.object({
      location: reference,
      /** One for each of `days`; null: no slot stood there, or the day has not begun. */
      days: z.array(calendarDay.nullable()),
    }),
  ),
  /** On all pages. */
  location_total: count,
  as_of: instant,
})
export type Calendar = z.output<typeof calendarAnswer>
