/** A report: measures of a subject over a period of gaming days, in groups, with totals of their own. */
import { z } from 'zod'
import { daysInOrder } from './days-in-order'
import { currency, id, instant } from './primitives'
import type { PermissionRule } from './permissions'

/**
 * money: minor units of the row's currency. count: whole things. percent: basis points. A percent has no sum: its total
 * is computed as each row's is.
 */
export type MeasureKind = 'money' | 'count' | 'percent'

/**
 * Besides measures a row may have a name, shown as it is, a word of a few, which the console has in each language, a
 * calendar day, and an empty
 * cell that somebody writes into on paper.
 */
export type ReportColumnKind = MeasureKind | 'name' | 'word' | 'day' | 'blank'

/** Longest period of a report, in days. */
export const MOST_REPORT_DAYS = 400

const day = z.iso.date()

/** Without `from` and `to`, a report has no use for a period, and takes none. */
export const reportPeriod = z.strictObject({ from: day, to: day })

/** For `superRefine`: from the first day to the last, and no longer than a report may be. */
export const checkReportPeriod = daysInOrder(MOST_REPORT_DAYS)

/** Of a report with a row for each slot: so many on a page, so many in a file. */
export const PAGE_ROWS = 250
export const FILE_ROWS = 5_000

/** How much of what a row sums up is known: of so many hours, so many have readings. */
const completeness = z.object({ known: z.number().int(), expected: z.number().int() })

/**
 * Of a day: whether it is closed and how many slots reported nothing in it (of one location), and its meter repairs
 * that nobody has decided yet.
 */
const dayQualityNote = z.object({
  closed: z.boolean(),
  held: z.number().int(),
  silent: z.number().int(),
})
export type DayQualityNote = z.output<typeof dayQualityNote>

/** All rows, or those alone that are outside what they may be: a band, a tolerance. */
export type ShownRows = 'all' | 'outside'

/** `outside`: groups whose rows can be that. */
const requestFields = <const Groups extends readonly [string, ...string[]]>(
  groups: Groups,
  by: NoInfer<Groups[number]>,
  outside: readonly string[],
) => ({
  by: z.enum(groups).default(by),
  /** Of one location only. */
  location: id.nullable().default(null),
  rows: z.number().int().min(1).max(FILE_ROWS).default(PAGE_ROWS),
  /** `outside`: those rows alone that are outside their band or differ by more than they may. Totals are of all. */
  show: z.enum<ShownRows[]>(outside.length > 0 ? ['all', 'outside'] : ['all']).default('all'),
})

const canShow =
  (outside: readonly string[]) =>
  ({ by, show }: { by: string; show: ShownRows }): boolean =>
    show === 'all' || outside.includes(by)

/**
 * What a report asks that is nobody's and of no days: of all that its reader may see as it stands, or of one location
 * of these.
 */
export const reportOfNow = <const Groups extends readonly [string, ...string[]]>(
  groups: Groups,
  by: NoInfer<Groups[number]>,
  outside: readonly Groups[number][] = [],
) =>
  z
    .strictObject(requestFields(groups, by, outside))
    .refine(canShow(outside), { path: ['show'], message: 'no_band' })

/** What a report asks that is nobody's: of all that its reader may see, or of one location of these. */
export const reportOfAll = <const Groups extends readonly [string, ...string[]]>(
  groups: Groups,
  by: NoInfer<Groups[number]>,
  outside: readonly Groups[number][] = [],
) =>
  reportPeriod
    .extend(requestFields(groups, by, outside))
    .superRefine(checkReportPeriod)
    .refine(canShow(outside), { path: ['show'], message: 'no_band' })

export const reportRow = z.looseObject({
  /** The group's own value: a day, a month, an id; with more behind it where a day has several rows. */
  key: z.string(),
  /** What it is called, where the value is an id; the day, where a day has several rows. */
  name: z.string().nullable(),
  currency,
  /** Null where nobody counts it. */
  hours: completeness.nullable(),
  quality: dayQualityNote.nullish(),
})
export type ReportRow = z.output<typeof reportRow>

/**
 * Of a report whose reader chooses what is next to each other: a field of its rows and totals. `before`: of the period
 * that it is compared with; `change`: in basis points of that, of a percentage in points.
 */
const reportColumn = z.object({
  name: z.string(),
  measure: z.string(),
  part: z.enum(['now', 'before', 'change']),
  /** Null: of all columns together. Else of one of a group; `name` is null where each reader has their own word. */
  of: z.object({ by: z.string(), key: z.string(), name: z.string().nullable() }).nullable(),
})
export type ReportColumn = z.output<typeof reportColumn>

/** What every report answers; a contract's rows and totals say more. */
export const reportAnswer = z.object({
  rows: z.array(reportRow),
  /** Of all rows, one for each currency: never added up by who shows them. */
  totals: z.array(z.looseObject({ currency })),
  /** The days that were looked at, both included. */
  from: day,
  to: day,
  /**
   * The gaming day that runs now, whether it was looked at or not: of several locations the first that still runs in
   * one, so that it and those after it are not over. Null for a report without one.
   */
  open_day: day.nullable(),
  /** Days of the period that nothing is known of. */
  missing_days: z.array(day),
  hours: completeness.nullable(),
  /** False: its figures are not made of readings, so how many there are says nothing of them. */
  from_readings: z.boolean().optional(),
  /** Its days are the calendar's, not gaming days. */
  calendar: z.boolean().optional(),
  /** It tells what stands now, of no days. */
  standing: z.boolean().optional(),
  /** Only rows outside what they may be were wanted: how many there are, of how many. The totals are of all. */
  outside: z.object({ rows: z.number().int().min(0), of: z.number().int().min(0) }).optional(),
  /** In place of the report's measures. */
  columns: z.array(reportColumn).optional(),
  /** The days that these are compared with, both included. */
  before: reportPeriod.optional(),
  /** Rows that there was no room for; the totals hold them. */
  left_out: z.number().int().min(0).optional(),
  time_zone: z.string(),
  as_of: instant,
})
export type ReportAnswer = z.output<typeof reportAnswer>

/** The answer of a report whose rows have these columns. */
export const reportAnswerOf = <const Columns extends z.ZodRawShape>(columns: Columns) =>
  reportAnswer.extend({ rows: z.array(reportRow.extend(columns)) })

export type ReportMeasures = Readonly<Record<string, ReportColumnKind>>

export interface ReportContract {
  /**
   * `:id` is the subject's; a report of all that its reader may see has none, takes a `location` and says how many
   * `rows` it may have.
   */
  path: string
  permission: PermissionRule
  measures: ReportMeasures
  /** What rows may be grouped by; the first unless the request names one. */
  groups: readonly string[]
  /** Those whose rows can be outside what they may be, of a report that can show these alone. */
  outside?: readonly string[]
}
