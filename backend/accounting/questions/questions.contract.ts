/** A question: measures that its reader chooses, by what they choose, from roll-ups of hours, days and months. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import {
  checkReportPeriod,
  FILE_ROWS,
  PAGE_ROWS,
  reportAnswerOf,
  reportPeriod,
  type ReportContract,
  type ReportMeasures,
} from '../../platform/contract/report'
import { figureSums, unitOf, type MeasureName } from '../../telemetry/readings/measures.contract'

/** What rows stand for, and columns: a step of time, a part of the week or of the day, a place, a kind of slot. */
export const questionGroups = [
  'day',
  'hour',
  'week',
  'month',
  'weekday',
  'hour_of_day',
  'location',
  'tenant',
  'slot',
  'game',
  'manufacturer',
  'game_mix',
] as const
export type QuestionGroup = (typeof questionGroups)[number]

export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const

export const questionMeasures = [...figureSums, 'rtp', 'hold', 'average_bet'] as const satisfies MeasureName[]
export type QuestionMeasure = (typeof questionMeasures)[number]

/** Measures at once: more do not fit next to each other. */
export const MOST_MEASURES = 6
/** Rows times columns of one answer. */
export const MOST_CELLS = 20_000
/** Columns: of each group as many as there are measures, with what they are compared with. */
export const MOST_COLUMNS = 120
/** Figures of one answer: rows times columns, empty ones too. */
export const MOST_FIGURES = 120_000
/** Days of which each hour can be a row. */
export const MOST_HOUR_DAYS = 62
/**
 * Days of slots and of each of their games that one request reads; and whose hours it reads, of slots or of their
 * games. Each is about a second of CPU.
 */
export const MOST_BOOKED_DAYS = 250_000
export const MOST_HOURLY_DAYS = 20_000
export const MOST_GAME_HOUR_DAYS = 8_000

export const questionRequest = reportPeriod
  .extend({
    by: z.enum(questionGroups).default('day'),
    across: z.enum(questionGroups).optional(),
    measure: z.array(z.enum(questionMeasures)).min(1).max(MOST_MEASURES).default(['net_win']),
    /** `before`: next to each figure that of as many days, or whole months, before. */
    compare: z.enum(['before']).optional(),
    location: id.nullable().default(null),
    manufacturer: id.optional(),
    game_mix: id.optional(),
    group: id.optional(),
    rows: z.number().int().min(1).max(FILE_ROWS).default(PAGE_ROWS),
    show: z.literal('all').default('all'),
  })
  .superRefine(checkReportPeriod)
  .refine(({ by, across }) => by !== across, { path: ['across'], message: 'same' })
export type QuestionRequest = z.output<typeof questionRequest>

export const questionAnswer = reportAnswerOf({})
export type QuestionAnswer = z.output<typeof questionAnswer>

export const questionsContract = {
  path: '/api/aggregate/v1/questions/report',
  permission: 'slot::get',
  measures: {
    ...(Object.fromEntries(questionMeasures.map(name => [name, unitOf(name)])) as Record<
      QuestionMeasure,
      'money' | 'count' | 'percent'
    >),
    weekday: 'word',
  },
  groups: questionGroups,
} as const satisfies ReportContract & { measures: ReportMeasures }
