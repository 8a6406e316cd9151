/** Stored reports, as they were made. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { DailyReport } from './daily-reports.contract'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { paperSeals } from '../seals/paper-seal.service'
import { fiscalDocument } from './fiscal-document.contract'
import { layoutOfTenant } from './form-layout.service'
import { logoBySha, logoOfTenant, withPictures } from './form-logo.service'
import { nextToSeal } from '../period-lock/fiscal-head.service'

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
  const neighbour = (direction: 'asc' | 'desc') =>
    ofPlace
      .select(['id as _id', 'day'])
      .where('day', direction === 'asc' ? '>' : '<', report.day)
      .where('is_latest', '=', 1)
      .orderBy('day', direction)
      .executeTakeFirst()
  const { accepted, seal_id } = report
  const place = await placeOf(db, { tenantId: report.tenant_id }, report.location_id)
  const [revisions, previous, next, next_to_seal, seals] = await Promise.all([
    ofPlace
      .select(['id as _id', 'revision', 'created_at as made_at', 'takings_minor as takings'])
      .where('day', '=', report.day)
      .orderBy('revision', 'desc')
      .limit(MOST_REVISIONS)
      .execute(),
    neighbour('desc'),
    neighbour('asc'),
    nextToSeal(db, place),
    paperSeals(db, seal_id ? [seal_id] : []),
  ])
  const seal = seals.get(seal_id ?? '')
  const layout =
    report.state === 'sealed'
      ? report.layout === null
        ? undefined
        : (JSON.parse(report.layout) as unknown)
      : await layoutOfTenant(db, report.tenant_id)
  const logo =
    report.state === 'sealed'
      ? await logoBySha(db, report.tenant_id, report.logo ?? '')
      : await logoOfTenant(db, report.tenant_id)
  const stored = fiscalDocument.parse({
    ...JSON.parse(report.document),
    accepted: JSON.parse(accepted),
    layout,
    logo,
  })
  const [document = stored] = await withPictures(db, report.tenant_id, [stored])
  return {
    _id: report.id,
    state: report.state,
    document,
    seal: seal ? { ...seal, by: report.sealed_by } : null,
    next_to_seal,
    revisions,
    previous: previous ?? null,
    next: next ?? null,
  }
}
const MOST_REVISIONS = 100
