/** The gaming days of a slot, a location or a tenant as a report (domain notes, section 5). */
import { z } from 'zod'
import {
  checkReportPeriod,
  reportAnswer,
  reportPeriod,
  reportRow,
  type MeasureKind,
  type ReportContract,
} from '../../platform/contract/report'
import { dayFigures, slotFigures, type DayFigures } from '../figures/aggregate.contract'
import { figureSums, unitOf, type MeasureName } from '../../telemetry/readings/measures.contract'

export const dayGroups = ['day', 'month', 'slot'] as const
export const tenantDayGroups = ['day', 'month', 'location', 'slot'] as const
export type DayGroup = (typeof tenantDayGroups)[number]

type DayMeasure = Exclude<keyof DayFigures, 'currency'>
/** What each measure of a row is counted in, once for screen, print and files. */
export const dayMeasures = {
  ...Object.fromEntries(
    [...figureSums, 'rtp', 'average_bet'].map(name => [name, unitOf(name as MeasureName)]),
  ),
  machines: 'count',
} as Readonly<Record<DayMeasure, MeasureKind>>

export const daysRequest = reportPeriod
  .extend({ by: z.enum(tenantDayGroups).default('day') })
  .superRefine(checkReportPeriod)

export const daysAnswer = reportAnswer.extend({
  rows: z.array(reportRow.extend(slotFigures.shape)),
  totals: z.array(dayFigures.omit({ machines: true })),
})
export type DaysAnswer = z.output<typeof daysAnswer>

const daysOf = (entity: 'slot' | 'location' | 'tenant', groups: readonly DayGroup[]): ReportContract => ({
  path: `/api/aggregate/v1/${entity}/:id/report`,
  permission: 'slot::get',
  measures: dayMeasures,
  groups,
})
export const slotDaysContract = daysOf('slot', ['day', 'month'])
export const locationDaysContract = daysOf('location', dayGroups)
export const tenantDaysContract = daysOf('tenant', tenantDayGroups)
