/** `/slots/<id>/days`: a report of one subject; screen and paper are the same page. */
import { guarded } from '../../session/guard.server'
import { reports } from '../definition/registry'
import { listHeaders, pageOrFailure } from '../data/paging.server'
import { ReportPage } from './report-page'
import { loadReport, reportPermission } from './report.server'
import { useLoaded } from '../../console/shell-context'

export const loader = guarded(reportPermission, async ctx => pageOrFailure(await loadReport(ctx)))

export const headers = listHeaders

export default function ReportRoute() {
  const data = useLoaded<typeof loader>()
  const report = reports.find(({ name }) => name === data.name)
  return report ? <ReportPage report={report} data={data} /> : null
}
