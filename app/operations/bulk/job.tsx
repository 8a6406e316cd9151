/** One bulk action: its preview until it is confirmed, then what became of each slot. */
import { bulkContract, isOver } from '../../../backend/operations/bulk/bulk.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { withWayBack } from '../../engine/address/way-back'
import { choosePageSize } from '../../engine/data/paging.server'
import { FailureNote } from '../../engine/components/failure-note'
import { TaskProgress } from '../../islands/task-progress'
import { guarded } from '../../session/guard.server'
import { readChoices } from '../../session/preferences.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { Progress } from '../../ui/chart'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { BULK, notConfirmed, outcomeMarks, outcomeWord } from './job-words'
import { Items } from './item-table'
import { resourceAt } from '../../engine/data/resource-at.server'
import { JobFacts } from './job-facts'
import { loadJob, takeStep, type JobData } from './job.server'
import { Confirm, Steps } from './steps'

export const loader = guarded(bulkContract.permissions.read, ctx => loadJob(ctx))

export const action = guarded(
  bulkContract.permissions.read,
  ctx => (readChoices(ctx.form).rowsPerPage ? choosePageSize(ctx, resourceAt(ctx).list) : takeStep(ctx)),
  { keepsAnswer: true },
)

export default function BulkJobPage() {
  const loaded = useLoaded<typeof loader>()
  const page = { ...loaded, ...useAnswer<Pick<JobData, 'failure'>>() }
  const { t, can } = useShell()
  const { job, title, failure, back } = page
  // Whoever may lock slots alone reads what became of those that were ticked.
  const mayStep = can(bulkContract.permissions.list)
  const here = withWayBack(`${BULK}/${job._id}`, back)
  const isPreview = job.state === 'previewed'
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={outcomeMarks[job.outcome]}>{outcomeWord(t, job)}</Status>}
        commands={
          <>
            {isPreview || job.outcome === 'done' ? null : (
              <LinkButton href={here} icon="refresh">
                {t('bulk:refresh')}
              </LinkButton>
            )}
          </>
        }
      />
      {failure ? <FailureNote method="POST" failure={failure} retry={here} /> : null}
      <Unfinished page={page} />
      {isPreview ? null : (
        <p className="no-print mb-2">
          <LinkButton href={back}>{t('engine:many.back', { list: t('slots:title') })}</LinkButton>
        </p>
      )}
      {!mayStep ? null : isPreview ? <Confirm page={page} /> : <Steps page={page} />}
      {isPreview || isOver(job.state) ? null : <Live page={page} />}
      <Items page={page} />
      <Section title={t('bulk:facts')}>
        <JobFacts page={page} />
      </Section>
    </>
  )
}

/** Over, and not done: who of them has not confirmed, and that this can still change. */
function Unfinished({ page: { job } }: { page: JobData }) {
  const { t } = useShell()
  if (!isOver(job.state) || job.outcome === 'done') return null
  const isLeftOut = job.done === 0 && job.failed === 0 && job.stopped === 0
  const words = job.outcome === 'awaiting' || job.outcome === 'none' ? job.outcome : 'partly'
  return (
    <Alert
      tone={job.outcome === 'none' ? 'bad' : 'warn'}
      className="mb-2"
      title={t(isLeftOut ? 'bulk:all_left_out' : `bulk:unfinished.${words}`)}
    >
      <p>{notConfirmed(t, job).join(' · ')}</p>
    </Alert>
  )
}

/** Moves by itself where scripts run; otherwise the link above asks again. */
function Live({ page: { job, task, title } }: { page: JobData }) {
  const { t, locale, format } = useShell()
  if (task)
    return (
      <div className="mb-2">
        <TaskProgress
          t={t}
          locale={locale}
          reload
          label={title}
          job={job.state}
          task={{ id: task._id, state: task.state, progress: task.progress, note: task.progress_note }}
        />
      </div>
    )
  // Those that the preview left out have no turn.
  const settled = job.done + job.failed + job.skipped - (job.total - job.planned)
  return (
    <p className="mb-2">
      <Progress
        label={title}
        value={settled}
        max={job.planned}
        text={`${format.number(settled)} / ${format.number(job.planned)}`}
      />
    </p>
  )
}
