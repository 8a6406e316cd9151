/** The stream on one page, for paper: no filters to press, no pages to turn. */
import { OnPaper, useShell, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { FailureNote } from '../components/failure-note'
import { Notices, PrintCut, PrintHeader } from '../components/list-notes'
import { StreamPeriod, StreamTable } from './stream-page'
import { loadStreamPrint, streamAt } from './stream.server'

export const loader = guarded(ctx => streamAt(ctx).contract.permissions.list, loadStreamPrint)

export default function Print() {
  const data = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const resource = resources[data.name]
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
      <StreamPeriod data={data} pinned={null} />
      {failure ? <FailureNote failure={failure} /> : null}
      {answer?.rows.length === 0 ? <p>{t(`${resource.name}:none`)}</p> : null}
      {answer && answer.rows.length > 0 ? (
        <OnPaper>
          <StreamTable resource={resource} data={data} />
        </OnPaper>
      ) : null}
      <PrintCut answer={answer} />
    </>
  )
}
