/** Monthly fiscal reports: the days of a location's month, summed. */
import { z } from 'zod'
import { defineContract } from '../contract/contract'
import { currency, id, instant, line, money } from '../contract/primitives'
import { isoDay } from '../days/days.contract'
import { dailyReportsContract, reportFigures, reportStates, sealShown } from './daily-reports.contract'
import { fiscalDocument } from './fiscal-document.contract'

const count = z.number().int()

export const monthlyReportsRule = {
  all: ['location::list', 'location::list_monthly_fiscal_reports'],
} as const

export const isoMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const monthlyReportsContract = defineContract({
  family: 'fiscal-reports',
  one: 'monthly-report',
  many: 'monthly-reports',
  row: z.object({
    _id: id,
    version: count,
    month: isoMonth,
    ...reportFigures,
    /** Days that have a report, of those that the month has. */
    days_closed: count,
    days: count,
  }),
  input: z.object({}),
  filters: dailyReportsContract.filters,
  sort: ['month', 'location', 'takings', 'days_closed', 'state'],
  order: { by: 'month', direction: 'DESC' },
  permissions: { list: monthlyReportsRule, read: monthlyReportsRule },
  actions: {},
  period: 'active',
})

export const monthAnswer = z.object({
  location: z.object({ _id: id, name: z.string() }),
  month: isoMonth,
  state: z.enum(reportStates),
  /** One for each currency. */
  documents: z.array(fiscalDocument),
  /** Of each document, in the same order. */
  seals: z.array(sealShown),
})
export type MonthlyReport = z.output<typeof monthAnswer>

/** Everything about a location's month in one place: what each day is at, what stands in the way, and what can be sealed now. */
export const deskAnswer = z.object({
  location: z.object({ _id: id, name: z.string() }),
  month: isoMonth,
  time_zone: z.string(),
  days: z.array(
    z.object({
      day: isoDay,
      /** `none`: before the location's first closed day. */
      state: z.enum(['none', 'future', 'open', 'closed', 'sealed']),
      /** One for each currency. */
      reports: z.array(
        z.object({
          _id: id,
          currency,
          revision: count,
          takings: money,
          difference: money,
          /** Rows with missing hours or open repairs. */
          incomplete: count,
        }),
      ),
      missing_hours: count,
      held: count,
    }),
  ),
  totals: z.array(z.object({ currency, takings: money, difference: money })),
  /** In order from the next one: what `seal-days` would seal. */
  ready: z.array(isoDay),
  /** The first that is not sealed, of this month or another; null where none was ever closed. */
  next_to_seal: isoDay.nullable(),
  state: z.enum(reportStates),
  /** Whether the month itself can be sealed now. */
  month_ready: z.boolean(),
  ends_at: instant,
  as_of: instant,
})
export type MonthDesk = z.output<typeof deskAnswer>

/** `reports`: as the asker saw them; a report that changed since is not sealed unseen. */
export const sealDayInput = z.strictObject({
  reports: z.array(id).min(1).max(10),
  /** Slots whose missing hours and open repairs are accepted. */
  accepted: z.array(id).max(1_000).default([]),
  reason: line(3, 500).nullish(),
})

/** All reports that the asker saw; a day with another one is where it stops. */
export const sealDaysInput = z.strictObject({ reports: z.array(id).min(1).max(310) })
