/** What accountants take into their books: the journal of takings, and how counted cash compares with the meters. */
import { z } from 'zod'
import { reportOfAll, reportAnswerOf, type ReportMeasures } from '../../platform/contract/report'
import { dailyReportsRule } from '../fiscal-reports/daily-reports.contract'

/** `open`: the day is over and not closed, so it has no entries yet. */
export const journalStates = ['draft', 'sealed', 'open'] as const
export const journalLines = ['cash_in', 'stakes', 'prizes', 'cash_out'] as const

export const journalRequest = reportOfAll(['day'], 'day')
export type JournalRequest = z.output<typeof journalRequest>

const minor = z.number().int().nullable()
const journalSums = z.object({ debit: minor, credit: minor })
export const journalAnswer = reportAnswerOf({
  location: z.string(),
  account: z.string().nullable(),
  about: z.enum(journalLines).nullable(),
  ...journalSums.shape,
  revision: z.number().int().nullable(),
  state: z.enum(journalStates),
})
export type JournalAnswer = z.output<typeof journalAnswer>

export const journalMeasures = {
  location: 'name',
  account: 'name',
  about: 'word',
  debit: 'money',
  credit: 'money',
  revision: 'count',
  state: 'word',
} as const satisfies ReportMeasures

export const journalContract = {
  path: '/api/fiscal-reports/v1/journal/report',
  permission: dailyReportsRule,
  groups: ['day'] as const,
}

export const varianceGroups = ['slot', 'location', 'collector'] as const
export const varianceRequest = reportOfAll(varianceGroups, 'slot', varianceGroups)
export type VarianceRequest = z.output<typeof varianceRequest>

/**
 * Minor units. `expected` and `compared` are of those collections alone whose meters could tell; their difference is
 * signed, `short` and `over` are not.
 */
export const varianceSums = z.object({
  collections: z.number().int(),
  counted: z.number().int(),
  expected: minor,
  compared: minor,
  difference: minor,
  short: z.number().int(),
  over: z.number().int(),
  beyond: z.number().int(),
  unknown: z.number().int(),
})
export const varianceAnswer = reportAnswerOf({ location: z.string().nullable(), ...varianceSums.shape })
export type VarianceAnswer = z.output<typeof varianceAnswer>

export const varianceMeasures = {
  location: 'name',
  collections: 'count',
  counted: 'money',
  expected: 'money',
  compared: 'money',
  difference: 'money',
  short: 'money',
  over: 'money',
  beyond: 'count',
  unknown: 'count',
} as const satisfies ReportMeasures

export const varianceContract = {
  path: '/api/fiscal-reports/v1/drop-variance/report',
  // It compares people with each other over months: whoever only collects does not read it.
  permission: {
    all: ['collector_checkpoint::list_collector_checkpoints', 'location::list_fiscal_reports'],
  } as const,
  groups: varianceGroups,
  outside: varianceGroups,
}
