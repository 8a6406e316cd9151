/** What a report's page and its files show, from the URL and the backend. */
import { redirect } from '@remix-run/node'
import type { PeriodPoints } from '../../../backend/contract/period-points'
import { reportAnswer, type ReportAnswer } from '../../../backend/contract/report'
import { reports } from '../../resources/reports.found'
import { resources } from '../../resources/index'
import { resourceOf } from '../../resources/subjects'
import type { Row } from '../define-resource'
import { attempt, type Failure } from '../failure.server'
import { withoutEmpty, type Notice } from '../list/list-query'
import { resolve, type Range } from '../period/period'
import { chosenPeriod } from '../period/period-choice'
import { pointsOf } from '../period/period-points.server'
import { titleOf } from '../render-context'
import { idOf, notFound, type RequestContext } from '../resource-at.server'
import type { Report } from './define-report'
import { readReportQuery, reportHref, type ReportQuery } from './report-query'

export interface ReportData {
  name: string
  title: string
  crumbs: Record<string, string>
  subject: { id: string; name: string; href: string }
  path: string
  query: ReportQuery
  notices: Notice[]
  answer: ReportAnswer | null
  failure: Failure | null
  range: Range | null
  points: PeriodPoints | null
  zone: string
}

/** `/slots/<id>/days` and what is below it; every other address is an unknown page. */
export function reportAt({ url }: Pick<RequestContext, 'url'>): Report {
  const segments = url.pathname.split('/').filter(Boolean)
  const at = segments.findIndex(segment => /^[0-9a-f]{24}$/.test(segment))
  const path = `/${segments.slice(0, at).join('/')}`
  const found = reports.find(
    ({ subject, page }) => resources[resourceOf[subject]].path === path && segments[at + 1] === page,
  )
  if (!found) throw notFound()
  return found
}

/** Who may see the subject and what the report measures. */
export const reportPermission = (ctx: Pick<RequestContext, 'url'>) => {
  const { contract, subject } = reportAt(ctx)
  return { all: [resources[resourceOf[subject]].contract.permissions.read, contract.permission] }
}

/** Throws 404 for a subject that is not there or not theirs. */
async function subjectOf(ctx: RequestContext, { subject: type, page }: Report) {
  const id = idOf(ctx.params)
  const resource = resources[resourceOf[type]]
  const [row, points] = await Promise.all([
    ctx.api(resource.contract).get(id) as Promise<Row>,
    pointsOf(ctx, type, id),
  ])
  const href = `${resource.path}/${id}`
  const zone = points?.time_zone ?? (typeof row.time_zone === 'string' ? row.time_zone : ctx.timeZone)
  return { subject: { id, name: titleOf(resource, row, ctx.t), href }, points, zone, path: `${href}/${page}` }
}

export const readReport = (
  { api }: Pick<RequestContext, 'api'>,
  { contract }: Report,
  id: string,
  { by, days }: ReportQuery,
): Promise<ReportAnswer> =>
  api.call('POST', contract.path.replace(':id', id), {
    body: { by, ...days },
    write: false,
    schema: reportAnswer,
  })

export async function loadReport(ctx: RequestContext): Promise<ReportData> {
  const { url, t, timeZone } = ctx
  const report = reportAt(ctx)
  const tidy = chosenPeriod(url, timeZone) ?? withoutEmpty(url)
  if (tidy) throw redirect(tidy)
  const place = await subjectOf(ctx, report)
  const { query, notices } = readReportQuery(url.searchParams, report, place.zone)
  // Two points in time were chosen: from here on the address names the days that they mean.
  if (url.searchParams.has('dateStart') && query.relative === null && notices.length === 0)
    throw redirect(reportHref(place.path, query, report))
  const { value, failure } = await attempt(readReport(ctx, report, place.subject.id, query))
  return {
    ...place,
    name: report.name,
    title: t(`${report.texts}:of`, { name: place.subject.name }),
    crumbs: { [place.subject.id]: place.subject.name },
    query,
    notices,
    answer: value ?? null,
    failure: failure ?? null,
    range: query.relative ? resolve(query.relative, Date.now(), place.zone) : null,
  }
}

/** Of a file: what it holds, or the notices for which there is none. */
export async function loadReportFile(ctx: RequestContext, own: readonly string[]) {
  const report = reportAt(ctx)
  const place = await subjectOf(ctx, report)
  const { query, notices } = readReportQuery(ctx.url.searchParams, report, place.zone, { own })
  return {
    report,
    ...place,
    query,
    notices,
    title: ctx.t(`${report.texts}:of`, { name: place.subject.name }),
    answer: () => readReport(ctx, report, place.subject.id, query),
  }
}
