import { OnPaper, useShell, useLoaded } from '../../console/shell-context'
import { resourceOf } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { loadPrint } from '../data/list.server'
import { FailureNote } from '../components/failure-note'
import { ListPeriodLine, Notices, PrintCut, PrintHeader } from '../components/list-notes'
import { ResourceTable } from '../components/resource-table'
import { hasAllRows } from '../render/sum'
import { ownResource } from '../data/custom-fields.server'
import { resourceAt } from '../data/resource-at.server'

export { listOnly as handle } from '../../console/list-only'

/** The filtered list on one page, for paper: no filters to press, no pages to turn. */
export const loader = guarded(
  args => resourceAt(args).listRule,
  async ctx => loadPrint(ctx, await ownResource(ctx, resourceAt(ctx))),
)

export default function Print() {
  const data = useLoaded<typeof loader>()
  const { format } = useShell()
  const resource = resourceOf(data)
  const { answer, failure, notices } = data
  return (
    <>
      <PageHeader
        title={data.title}
        total={answer ? format.count(answer.total, answer.capped) : undefined}
        forPaper
      />
      <Notices notices={notices} />
      <PrintHeader resource={resource} data={data} always />
      <ListPeriodLine resource={resource} data={data} pinned={null} />
      {failure ? <FailureNote failure={failure} /> : null}
      {answer ? (
        <OnPaper>
          <ResourceTable
            resource={resource}
            caption={data.title}
            rows={answer.rows}
            columns={data.columns}
            hasSum={hasAllRows(answer)}
          />
        </OnPaper>
      ) : null}
      <PrintCut answer={answer} />
    </>
  )
}
