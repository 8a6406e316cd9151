/** Stored reports, as they were made. */
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import type { DailyReport } from './daily-reports.contract'
import { fiscalDocument } from './fiscal-document.contract'

/** Any revision. Throws 404 for what is not there or not in scope. */
export async function readDailyReport(db: Db, { tenantId }: Scope, id: string): Promise<DailyReport> {
  let found = db.selectFrom('daily_reports').selectAll().where('id', '=', id)
  if (tenantId !== null) found = found.where('tenant_id', '=', tenantId)
  const report = await found.executeTakeFirst()
  if (!report) throw new Problem(404, 'not_found')
  const ofPlace = db
    .selectFrom('daily_reports')
    .where('location_id', '=', report.location_id)
    .where('currency', '=', report.currency)
  const beside = (direction: 'asc' | 'desc') =>
    ofPlace
      .select(['id as _id', 'day'])
      .where('day', direction === 'asc' ? '>' : '<', report.day)
      .where('is_latest', '=', 1)
      .orderBy('day', direction)
      .executeTakeFirst()
  const [revisions, previous, next] = await Promise.all([
    ofPlace
      .select(['id as _id', 'revision', 'created_at as made_at', 'takings_minor as takings'])
      .where('day', '=', report.day)
      .orderBy('revision', 'desc')
      .limit(MOST_REVISIONS)
      .execute(),
    beside('desc'),
    beside('asc'),
  ])
  return {
    _id: report.id,
    state: report.state,
    document: fiscalDocument.parse(JSON.parse(report.document)),
    revisions,
    previous: previous ?? null,
    next: next ?? null,
  }
}
const MOST_REVISIONS = 100
