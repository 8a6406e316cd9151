interface ReportColumns {
  id: string
  tenant_id: string
  location_id: string
  currency: string
  state: 'draft' | 'sealed'
  hours_known: number
  hours_expected: number
  held: number
  /** Minor units, as `takings_minor` and `difference_minor`. */
  collected_minor: number
  paid_minor: number
  takings_minor: number
  difference_minor: number
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

export interface DailyReportsTable extends ReportColumns {
  day: string
  revision: number
  /** 1: no later revision. */
  is_latest: number
  starts_at: number
  ends_at: number
  slots: number
  silent: number
  changed_minor: number
  /** JSON: `FiscalDocument`. Never changed. */
  document: string
}

export interface MonthlyReportsTable extends ReportColumns {
  /** YYYY-MM. */
  month: string
  starts_at: number
  ends_at: number
  days_closed: number
  days: number
}

export interface FiscalReportsTables {
  daily_reports: DailyReportsTable
  monthly_reports: MonthlyReportsTable
}
