import { bulkEditOutcome, type BulkEditOutcome } from '../../../backend/platform/contract/bulk-edit'
import { useShell } from '../../console/shell-context'
import type { Translate } from '../../i18n/locales'
import { TaskProgress } from '../../islands/task-progress'
import { Button, LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { baseContext, isAbsent } from '../render/render-context'
import { actionButton, fieldLabel } from '../render/labels'
import { CountLinks } from '../components/count-links'
import { ListCommands } from '../list/list-commands'
import { ListBody } from '../list/list-page'
import { hrefOf } from '../address/list-query'
import { resourceOf } from '../definition/registry'
import { withWayBack } from '../address/way-back'
import { changesAt, bulkEditHref, bulkEditMark } from '../definition/bulk-edit'
import type { BulkEditJobData } from './bulk-edit-job.server'
import { FailureNote } from '../components/failure-note'
import { Followed, WhoStays, UndoBulkEdit } from './bulk-edit-undo'
import type { Resource } from '../definition/resource'

/** A change of many rows: its preview, its progress, and each row's outcome. */
export function BulkEditJobPage({ resource, data }: { resource: Resource; data: BulkEditJobData }) {
  const { t, locale, format } = useShell()
  const { job, title, task, failure } = data
  const isOpen = ['queued', 'running', 'stopping'].includes(job.state)
  const here = withWayBack(bulkEditHref(resource, job), data.back)
  const isPreview = job.state === 'previewed'
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={bulkEditMark(job)}>{t(`changes:state.${job.state}`)}</Status>}
        commands={
          isOpen ? (
            <LinkButton href={here} icon="refresh">
              {t('engine:many.refresh')}
            </LinkButton>
          ) : undefined
        }
      />
      {failure ? <FailureNote method="POST" failure={failure} retry={here} /> : null}
      <Wanted resource={resource} data={data} />
      <WhoStays data={data} at={outcome => `${here}${here.includes('?') ? '&' : '?'}outcome=${outcome}`} />
      {task && isOpen ? (
        <div className="mb-2">
          <TaskProgress t={t} locale={locale} reload task={task} label={title} job={job.state} />
        </div>
      ) : null}
      <div className="no-print mb-3 flex flex-wrap gap-2">
        <LinkButton href={data.back} autoFocus={isPreview}>
          {t('engine:many.back', { list: t(`${resource.name}:title`) })}
        </LinkButton>
        {isPreview ? null : <LinkButton href={changesAt(resource)}>{t('changes:link')}</LinkButton>}
        {isPreview && job.planned > 0 ? (
          <Step data={data} here={here} intent="confirm">
            {confirmLabel(t, resource, data)}
          </Step>
        ) : null}
        {job.state === 'queued' || job.state === 'running' ? (
          <Step data={data} here={here} intent="stop">
            {t('engine:many.stop')}
          </Step>
        ) : null}
      </div>
      <UndoBulkEdit resource={resource} data={data} here={here} />
      <p className="mb-2">
        {t('engine:many.counts', {
          changed: format.number(isPreview ? job.planned : job.done),
          unchanged: format.number(job.unchanged),
          refused: format.number(job.failed),
        })}
        {job.skipped > 0
          ? ` · ${t('engine:many.left_out', { count: job.skipped, rows: format.number(job.skipped) })}`
          : null}
      </p>
      <Rows data={data} />
      <Followed resource={resource} data={data} />
    </>
  )
}

function confirmLabel(
  t: Translate,
  resource: Resource,
  { job: { action, planned, origin_id } }: BulkEditJobData,
): string {
  if (action !== 'update') return actionButton(t, resource.name, action, planned)
  return t(origin_id === null ? 'engine:many.confirm' : 'engine:many.confirm_back', {
    count: planned,
    things: t(`${resource.name}:counted`, { count: planned }),
  })
}

function Step({
  data,
  here,
  intent,
  children,
}: {
  data: BulkEditJobData
  here: string
  intent: 'confirm' | 'stop'
  children: string
}) {
  return (
    <form method="post" action={here} className="contents">
      <input type="hidden" name="idempotency_key" value={data.key} />
      <Button tone={intent === 'stop' ? 'danger' : 'primary'} name="intent" value={intent}>
        {children}
      </Button>
    </form>
  )
}

/** The fields that are set, each with its new value. */
function Wanted({ resource, data: { job, options, origin } }: { resource: Resource; data: BulkEditJobData }) {
  const shell = useShell()
  const { t } = shell
  const base = baseContext(shell, resource.name)
  const shown = (name: string, value: unknown) => {
    if (isAbsent(value)) return t('engine:many.emptied')
    return (
      options[name]?.list.find(option => option.value === value)?.label ??
      resource.fields[name]?.cell(value, { ...base, field: name })
    )
  }
  const items = Object.entries(job.fields).map(([key, value]) => ({
    key,
    label: fieldLabel(t, resource.name, key),
    value: shown(key, value),
  }))
  if (job.reason) items.push({ key: 'reason', label: t('engine:form.reason'), value: job.reason })
  if (origin)
    items.push({
      key: 'origin',
      label: t('engine:many.comes_from'),
      value: (
        <a className="link" href={bulkEditHref(resource, origin)}>
          {t('engine:many.origin')}
        </a>
      ),
    })
  return items.length > 0 ? (
    <div className="mb-3">
      <Facts items={items} />
    </div>
  ) : null
}

/** Row by row, narrowed by what became of them. */
function Rows({ data: { job, list } }: { data: BulkEditJobData }) {
  const { t } = useShell()
  const { query, path } = list
  const all = resourceOf(list)
  const [shown] = query.filters.outcome ?? []
  const numbers: Record<BulkEditOutcome, number> = {
    waiting: job.total - job.done - job.unchanged - job.failed - job.skipped - job.stopped,
    changed: job.done,
    unchanged: job.unchanged,
    refused: job.failed,
    skipped: job.skipped,
    stopped: job.stopped,
  }
  return (
    <Section
      title={t(job.state === 'previewed' ? 'engine:many.who' : 'engine:many.outcomes')}
      more={
        <div className="flex gap-2">
          <ListCommands resource={all} query={query} />
        </div>
      }
    >
      <CountLinks
        label={t('engine:many.narrow')}
        links={[
          {
            key: 'all',
            label: t('engine:many.all'),
            count: job.total,
            href: hrefOf(path, { ...query, filters: {} }, all.list),
            current: shown === undefined,
          },
          ...bulkEditOutcome.options
            .filter(one => numbers[one] > 0)
            .map(one => ({
              key: one,
              label: t(`change-rows:outcome.${one}`),
              count: numbers[one],
              href: hrefOf(path, { ...query, filters: { outcome: [one] } }, all.list),
              current: shown === one,
            })),
        ]}
      />
      <ListBody resource={all} data={list} below />
    </Section>
  )
}
