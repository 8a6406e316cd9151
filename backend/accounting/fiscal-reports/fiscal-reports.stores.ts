import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../platform/contract/durations'
import { moneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { dailyReportsContract } from './daily-reports.contract'
import { monthlyReportsContract } from './monthly-reports.contract'

const money = (column: string) => ({ ...moneyIn(column, 'currency'), write: () => ({}) })

/** What both kinds have. */
const columns = {
  state: readOnly('state'),
  tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
  location: readOnlyRefTo('location_id', 'locations', 'name'),
  currency: readOnly('currency'),
  hours_known: readOnly('hours_known'),
  hours_expected: readOnly('hours_expected'),
  held: readOnly('held'),
  collected: money('collected_minor'),
  paid: money('paid_minor'),
  takings: money('takings_minor'),
  difference: money('difference_minor'),
}

type Between = (from: number | null, to: number | null) => RawBuilder<boolean>

/** With the one of a period that lies within it. */
const orAround =
  (chosen: (start: number, end: number) => RawBuilder<boolean>): Between =>
  (from, to) => {
    const [start, end] = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
    return sql<boolean>`(${chosen(start, end)} or (t.starts_at <= ${start} and t.ends_at >= ${end}))`
  }

/**
 * Those whose first third ends between the two: a week from midnight to midnight has the seven days that are named
 * so, by the clock of the location or of a reader some hours off, whether days begin at midnight, in the morning or
 * at noon.
 */
const daysBetween = orAround((start, end) => {
  const point = sql`t.starts_at + (t.ends_at - t.starts_at) / 3`
  return sql<boolean>`(${point} >= ${start} and ${point} < ${end})`
})

/** Of which more than a day lies between the two: not the one before, whose last hours do. */
const monthsBetween = orAround(
  (start, end) => sql<boolean>`(t.starts_at < ${end - DAY_MS} and t.ends_at > ${start + DAY_MS})`,
)

export const dailyReportsStore = defineStore(dailyReportsContract, {
  table: 'daily_reports',
  only: sql<boolean>`t.is_latest = 1`,
  columns: {
    ...columns,
    report_date: readOnly('day'),
    revision: readOnly('revision'),
    slots: readOnly('slots'),
    silent: readOnly('silent'),
    changed: money('changed_minor'),
  },
  search: () => [],
  activeBetween: daysBetween,
})

export const monthlyReportsStore = defineStore(monthlyReportsContract, {
  table: 'monthly_reports',
  columns: {
    ...columns,
    month: readOnly('month'),
    days_closed: readOnly('days_closed'),
    days: readOnly('days'),
  },
  search: () => [],
  activeBetween: monthsBetween,
})
