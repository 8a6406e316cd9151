/** The reports of a sending's period, once all of them are sealed. */
import type { Db } from '../../platform/db/database'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { readDailyReport } from '../fiscal-reports/stored-reports.service'
import { monthOf } from '../fiscal-reports/monthly-reports.service'
import type { RenderOrder } from './report-renderer.contract'
import type { ReportSendingsTable } from './report-schedules.table'
import { daysOf } from './schedule-periods'

type Sending = Pick<ReportSendingsTable, 'tenant_id' | 'location_id' | 'kind' | 'period'>

/**
 * Ids in the order of days; null while one is missing or not sealed, or where one was sealed after `by`: opened again,
 * it is not what was printed.
 */
export async function sealedReports(
  db: Db,
  { location_id, kind, period }: Sending,
  by = Number.MAX_SAFE_INTEGER,
): Promise<string[] | null> {
  const isSealed = ({ state, sealed_at }: { state: string; sealed_at: number | null }) =>
    state === 'sealed' && sealed_at !== null && sealed_at <= by
  if (kind === 'monthly') {
    const months = await db
      .selectFrom('monthly_reports as r')
      .leftJoin('seals as s', 's.id', 'r.seal_id')
      .select(['r.id', 'r.state', 's.sealed_at'])
      .where('r.location_id', '=', location_id)
      .where('r.month', '=', period)
      .orderBy('r.currency')
      .execute()
    return months.length > 0 && months.every(isSealed) ? months.map(({ id }) => id) : null
  }
  const days = daysOf(kind, period)
  const reports = await db
    .selectFrom('daily_reports as r')
    .leftJoin('seals as s', 's.id', 'r.seal_id')
    .select(['r.id', 'r.day', 'r.state', 's.sealed_at'])
    .where('r.location_id', '=', location_id)
    .where('r.day', 'in', days)
    .where('r.is_latest', '=', 1)
    .orderBy('r.day')
    .orderBy('r.currency')
    .execute()
  const isWhole = days.every(day => reports.some(one => one.day === day))
  return isWhole && reports.every(isSealed) ? reports.map(({ id }) => id) : null
}

/** As they are printed: a day's one by one, a month's currencies together, as its page has them. */
export async function reportsToPrint(
  db: Db,
  sending: Sending,
  ids: readonly string[],
  now: number,
): Promise<RenderOrder['reports']> {
  const scope = { tenantId: sending.tenant_id }
  if (sending.kind === 'monthly') {
    const place = await placeOf(db, scope, sending.location_id)
    const { documents, seals } = await monthOf(db, place, sending.period, now)
    return [{ period: sending.period, location: place.locationName, documents, seals }]
  }
  const reports: RenderOrder['reports'] = []
  for (const id of ids) {
    const { document, seal } = await readDailyReport(db, scope, id)
    reports.push({
      period: document.period,
      location: document.location.name,
      documents: [document],
      seals: [seal],
    })
  }
  return reports
}
