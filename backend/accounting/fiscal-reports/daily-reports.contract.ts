/** Daily fiscal reports: a closed day of a location in one currency, with its revisions. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { currency, id, instant, money, reference, isoDay } from '../../platform/contract/primitives'
import { paperSeal } from '../seals/seals.contract'
import { fiscalDocument } from './fiscal-document.contract'

export const reportStates = ['draft', 'sealed'] as const
const count = z.number().int()

export const dailyReportsRule = { all: ['location::list', 'location::list_fiscal_reports'] } as const

/** What both kinds of report have in their lists. */
export const reportFigures = {
  state: z.enum(reportStates),
  tenant: reference,
  location: reference,
  currency,
  hours_known: count,
  hours_expected: count,
  held: count,
  /** Columns 16 to 18, summed. */
  collected: money,
  paid: money,
  takings: money,
  /** What closing minus opening indexes come to beyond what was booked. */
  difference: money,
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

export const dailyReportsContract = defineContract({
  family: 'fiscal-reports',
  one: 'daily-report',
  many: 'daily-reports',
  row: z.object({
    _id: id,
    version: count,
    report_date: isoDay,
    ...reportFigures,
    revision: count,
    slots: count,
    silent: count,
    /** Takings now, less those of its first revision. */
    changed: money,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, state: z.enum(reportStates) }),
  aliases: { locationId: 'location' },
  sort: ['report_date', 'location', 'takings', 'revision', 'state'],
  order: { by: 'report_date', direction: 'DESC' },
  permissions: { list: dailyReportsRule, read: dailyReportsRule },
  actions: {},
  period: 'active',
})

/** Null while it is not sealed. */
export const sealShown = paperSeal.extend({ by: z.string().nullable() }).nullable()
export type SealShown = z.output<typeof sealShown>

/** A report with everything that it prints, and where its other revisions are. */
export const dailyReportAnswer = z.object({
  _id: id,
  state: z.enum(reportStates),
  document: fiscalDocument,
  seal: sealShown,
  /** The day that is sealed next in this location: days are sealed in order. */
  next_to_seal: isoDay.nullable(),
  /** Newest first; this one among them. */
  revisions: z.array(z.object({ _id: id, revision: count, made_at: instant, takings: count })),
  /** `previous` and `next` are the neighbouring days with a report of the same location and currency. */
  previous: z.object({ _id: id, day: isoDay }).nullable(),
  next: z.object({ _id: id, day: isoDay }).nullable(),
})
export type DailyReport = z.output<typeof dailyReportAnswer>
