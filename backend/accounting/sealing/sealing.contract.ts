/** The month's desk, and the requests and answers when a day or a month is sealed. */
import { z } from 'zod'
import { waitingRequest } from '../../workflow/second-person/waiting.contract'
import { currency, id, instant, money, reference, sentence, isoDay } from '../../platform/contract/primitives'
import { reportStates } from '../fiscal-reports/daily-reports.contract'
import { cashMeters, measuredBy } from '../fiscal-reports/fiscal-document.contract'
import { periodLocks } from '../period-lock/period-lock.contract'
import { earlierMonths, leaveOut } from './earlier-days.contract'
import { dayGaps, monthGaps } from './gaps.contract'
import { sealRun } from './seal-run.contract'
import { isoMonth } from '../fiscal-reports/monthly-reports.contract'

const count = z.number().int()

/**
 * Days are sealed in order. `none`: before the location's first closed day. `outside`: with readings and without a
 * report of its own, since a later day is sealed.
 */
export const deskDayState = z.enum(['none', 'outside', 'future', 'open', 'closed', 'sealed'])

/** Null: one person is enough. Otherwise what one asks for, somebody else seals. */
const secondPerson = z
  .object({
    /** The request about this location that nobody has answered yet. */
    waiting: waitingRequest.nullable(),
  })
  .nullable()

/**
 * Everything about a location's month in one place: what each day is at, what stands in the way, and what can be sealed
 * now.
 */
export const deskAnswer = z.object({
  location: z.object({ _id: id, name: z.string() }),
  month: isoMonth,
  time_zone: z.string(),
  days: z.array(
    z.object({
      day: isoDay,
      state: deskDayState,
      /** One for each currency. */
      reports: z.array(
        z.object({
          _id: id,
          currency,
          revision: count,
          takings: money,
          difference: money,
          /** Slots with missing hours, open repairs or an unusual turnover. */
          incomplete: count,
        }),
      ),
      /** What its reports lack, by kind. */
      gaps: dayGaps,
      missing_hours: count,
      held: count,
      /**
       * It was closed a moment ago, or a decision or a late reading changed it since: in a few seconds it may have
       * another report.
       */
      changing: z.boolean(),
    }),
  ),
  /** `days`: how many have a report in it. */
  totals: z.array(z.object({ currency, days: count, takings: money, difference: money })),
  /** Of all its days that are closed and not sealed. */
  gaps: monthGaps,
  earlier: earlierMonths,
  run: sealRun.nullable(),
  /**
   * The days for `close-days`, in order: over and not closed, and of those before the first report only days with
   * readings.
   */
  to_close: z.array(isoDay),
  /** In order from the next one: what `seal-days` would seal. */
  ready: z.array(isoDay),
  /** The first that is not sealed, of this month or another; null where none was ever closed. */
  next_to_seal: isoDay.nullable(),
  /** Up to this month: what has to be closed first, or named in `leave_out`. */
  left_out: z.array(isoDay),
  state: z.enum(reportStates),
  /** Whether the month itself can be sealed now. */
  month_ready: z.boolean(),
  second_person: secondPerson,
  lock: periodLocks,
  ends_at: instant,
  as_of: instant,
})
export type MonthDesk = z.output<typeof deskAnswer>

/** `reports`: as the asker saw them; a report that changed since is not sealed unseen. */
export const sealDayInput = z.strictObject({
  reports: z.array(id).min(1).max(10),
  /** Slots whose missing hours, open repairs and unusual turnover are accepted. */
  accepted: z.array(id).max(1_000).default([]),
  reason: sentence(3, 500).nullish(),
  leave_out: leaveOut,
})

/** All reports that the asker saw; a day with another one is where it stops. */
export const sealDaysInput = z.strictObject({
  reports: z.array(id).min(1).max(310),
  leave_out: leaveOut,
})

/** Days of the month in the address. */
export const closeDaysInput = z.strictObject({
  days: z.array(isoDay).min(1).max(31),
  reason: sentence(3, 500),
})

/** What is about to be sealed. */
export const sealPreview = z.object({
  location: reference,
  day: isoDay,
  time_zone: z.string(),
  state: deskDayState,
  next_to_seal: isoDay.nullable(),
  /** Once this day is sealed, days before it that are not closed get no report of their own any more. */
  earlier_months: earlierMonths,
  left_out: z.array(isoDay),
  second_person: secondPerson,
  reports: z.array(
    z.object({
      _id: id,
      currency,
      revision: count,
      made_at: instant,
      slots: count,
      takings: money,
      difference: money,
      incomplete: z.array(
        z.object({
          slot: reference,
          missing_hours: count,
          held: count,
          /** The day's turnover, or what a cash meter counts, and the usual one that it exceeds by far. */
          beyond: z
            .object({ turnover: money, usual: money, by: measuredBy, meter: z.enum(cashMeters).optional() })
            .nullable(),
          /** Its games' turnover, where the slot's own counters, which are the ones booked, counted none of it. */
          games_alone: money.nullable(),
        }),
      ),
      /** What of days that are sealed stands in it, in the report's currency. */
      earlier: z.array(z.object({ day: isoDay, slot: reference, takings: money })),
    }),
  ),
})
export type SealPreview = z.output<typeof sealPreview>
