/** The gaming days of a slot, of a location and of a tenant. */
import {
  dayGroups,
  dayMeasures,
  locationDaysContract,
  slotDaysContract,
  tenantDayGroups,
  tenantDaysContract,
} from '../../../backend/accounting/period-reports/days-report.contract'
import type { ReportContract } from '../../../backend/platform/contract/report'
import { defineReport, type Evidence } from '../../engine/definition/define-report'
import { daysOf } from './network-days'

const typed = <const Groups extends readonly string[]>(contract: ReportContract, groups: Groups) => ({
  ...contract,
  measures: dayMeasures,
  groups,
})

/** One day of a location slot by slot; of more, its days. */
const dayOfLocation = (of: Evidence): string =>
  of.days.from === of.days.to ? `/locations/${of.row}/days/${of.days.from}` : daysOf('locations')(of)

const common = {
  texts: 'days',
  period: 'this month',
  chart: 'net_win',
} as const
const figures = ['coin_in', 'coin_out', 'jackpot', 'net_win', 'rtp', 'games_played'] as const

export const slotDays = defineReport('slot-days', typed(slotDaysContract, ['day', 'month'] as const), {
  ...common,
  groupBy: ['day', 'month'],
  measures: figures,
  // Its hours, where it stood when the day ended.
  evidence: { day: ({ subject, end }) => `/slots/${subject}/at/${end}?as=day` },
})

export const locationDays = defineReport('location-days', typed(locationDaysContract, dayGroups), {
  ...common,
  groupBy: dayGroups,
  measures: [...figures, 'machines'],
  // A day, slot by slot: the way to the readings.
  evidence: { day: ({ subject, row }) => `/locations/${subject}/days/${row}` },
})

export const tenantDays = defineReport('tenant-days', typed(tenantDaysContract, tenantDayGroups), {
  ...common,
  groupBy: tenantDayGroups,
  measures: [...figures, 'machines'],
  // A day, location by location: each leads to its slots.
  evidence: {
    day: ({ subject, days }) =>
      `/tenants/${subject}/days?${new URLSearchParams({ by: 'location', ...days }).toString()}`,
    location: dayOfLocation,
  },
})
