/** The gaming days of a slot, of a location and of a tenant. */
import {
  dayGroups,
  dayMeasures,
  locationDaysContract,
  slotDaysContract,
  tenantDaysContract,
} from '../../../backend/rawdata/days-report.contract'
import type { ReportContract } from '../../../backend/contract/report'
import { writeInstant } from '../../engine/period/period'
import { defineReport, type Evidence } from '../../engine/report/define-report'

const typed = <const Groups extends readonly string[]>(contract: ReportContract, groups: Groups) => ({
  ...contract,
  measures: dayMeasures,
  groups,
})

const eventsOf = ({ subject, start, end }: Evidence) => `/events/${subject}?${between(start, end)}`
const between = (start: number, end: number) =>
  new URLSearchParams({ dateStart: writeInstant(start), dateEnd: writeInstant(end) }).toString()

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

export const tenantDays = defineReport('tenant-days', typed(tenantDaysContract, dayGroups), {
  ...common,
  groupBy: dayGroups,
  measures: [...figures, 'machines'],
  evidence: { day: eventsOf },
})
