import type { TenantRecord } from '../../platform/db/tables'

/** Of a location or a tenant. */
interface PeriodLocksTable {
  owner_id: string
  tenant_id: string
  /** The last locked gaming day. */
  through: string
  reason: string
  set_by: string
  set_at: number
}

interface ReportColumns extends TenantRecord {
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
  seal_id: string | null
  sealed_by: string | null
}

interface DailyReportsTable extends ReportColumns {
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
  /** JSON: `Accepted[]`: what was missing and sealed all the same. */
  accepted: string
  /** JSON: `FormLayout`: the tenant's own that it was sealed with. */
  layout: string | null
  /** SHA-256 of the logo that it was sealed with. */
  logo: string | null
}

/** Logos of tenants: the current one, and those that sealed reports name. */
interface FiscalLogosTable {
  tenant_id: string
  /** Of the PNG's bytes. */
  sha256: string
  /** Base64. */
  png: string
  width: number
  height: number
  /** 1: of the forms that are not sealed. */
  is_current: number
  set_by: string
  set_at: number
}

/** A tenant's own. */
interface FiscalLayoutsTable {
  tenant_id: string
  /** JSON: `FormLayout`. */
  layout: string
  set_by: string
  set_at: number
}

interface MonthlyReportsTable extends ReportColumns {
  /** YYYY-MM. */
  month: string
  starts_at: number
  ends_at: number
  days_closed: number
  days: number
  /** JSON: `FiscalDocument`, once it is sealed. */
  document: string | null
  /** SHA-256 of the logo that it was sealed with. */
  logo: string | null
}

/** One for each location; whoever stores or seals one of its reports holds it until the end of the transaction. */
interface FiscalHeadsTable {
  location_id: string
  tenant_id: string
  /**
   * The first day that closed. Readings that arrive later for earlier days close those days, too; days without any
   * reading are not in its books.
   */
  books_from: string
  /** The last sealed gaming day; null: none is. Days are sealed in order, so every one before it is, too. */
  sealed_through: string | null
}

/**
 * What a sealed day has moved beyond its seal, in credits, and how much of that stands in sealed reports of later days.
 */
interface LateMovementsTable {
  location_id: string
  tenant_id: string
  /** Whose movement it is. */
  day: string
  slot_id: string
  currency: string
  /** Minor units of one credit. */
  price: number
  moved_in: number
  moved_premium: number
  moved_out: number
  posted_in: number
  posted_premium: number
  posted_out: number
  updated_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    period_locks: PeriodLocksTable
    daily_reports: DailyReportsTable
    monthly_reports: MonthlyReportsTable
    fiscal_heads: FiscalHeadsTable
    late_movements: LateMovementsTable
    fiscal_layouts: FiscalLayoutsTable
    fiscal_logos: FiscalLogosTable
  }
}
