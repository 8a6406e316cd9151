import { sql, type RawBuilder } from 'kysely'
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

/**
 * Those that begin between the two, as a report names its days: a week from midnight to midnight has seven, and not the
 * one before whose last hours lie in it. Of a period within a single one, that one.
 */
const activeBetween = (from: number | null, to: number | null): RawBuilder<boolean> => {
  const [start, end] = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
  return sql<boolean>`(t.starts_at < ${end} and (t.starts_at >= ${start} or t.ends_at >= ${end}))`
}

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
  activeBetween,
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
  activeBetween,
})
