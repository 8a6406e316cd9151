/** Monthly fiscal reports: the days of a location's month, summed. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
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
  aliases: { locationId: 'location', date_start: 'dateStart', date_end: 'dateEnd' },
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
