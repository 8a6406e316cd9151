/** `/slots/<id>/days`: a report of one subject; screen and paper are the same page. */
import { useLoaderData } from '@remix-run/react'
import { guarded } from '../../session/guard.server'
import { reports } from '../definition/registry'
import { listHeaders, pageOrFailure } from '../data/paging.server'
import { ReportPage } from './report-page'
import { loadReport, reportPermission, type ReportData } from './report.server'

export const loader = guarded(reportPermission, async ctx => pageOrFailure(await loadReport(ctx)))

export const headers = listHeaders

export default function ReportRoute() {
  const data = useLoaderData() as ReportData
  const report = reports.find(({ name }) => name === data.name)
  return report ? <ReportPage report={report} data={data} /> : null
}
