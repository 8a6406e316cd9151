import { manyOutcome, type ManyItem, type ManyOutcome } from '../../../backend/contract/many'
import { useShell } from '../../console/shell-context'
import type { Translate } from '../../i18n/locales'
import { TaskProgress } from '../../islands/task-progress'
import { Button, LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Pagination } from '../../ui/pagination'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import type { Mark } from '../../ui/tone'
import type { Resource } from '../define-resource'
import { baseContext, isAbsent } from '../render-context'
import { actionButton, fieldLabel, problemText, skipReason } from '../labels'
import { changesAt, manyAt, manyMark } from './many'
import type { ManyJobData } from './many-job.server'
import { FailureNote } from '../failure-note'
import { Followed, RowWish, WayBack, WhoStays } from './many-back'

const outcomeMarks: Record<ManyOutcome, Mark> = {
  waiting: 'info',
  changed: 'good',
  unchanged: 'muted',
  refused: 'bad',
  skipped: 'warn',
  stopped: 'warn',
}
const PER_PAGE = 50

/** A change of many rows: its preview, its progress, and each row's outcome. */
export function ManyJobPage({ resource, data }: { resource: Resource; data: ManyJobData }) {
  const { t, locale, format } = useShell()
  const { job, title, task, failure } = data
  const isOpen = ['queued', 'running', 'stopping'].includes(job.state)
  const here = manyAt(resource, job)
  const isPreview = job.state === 'previewed'
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={manyMark(job)}>{t(`changes:state.${job.state}`)}</Status>}
        commands={
          isOpen ? (
            <LinkButton href={here} icon="refresh">
              {t('engine:many.refresh')}
            </LinkButton>
          ) : undefined
        }
      />
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      <Wanted resource={resource} data={data} />
      <WhoStays data={data} at={outcome => `${here}?outcome=${outcome}`} />
      {task && isOpen ? (
        <div className="mb-2">
          <TaskProgress t={t} locale={locale} reload task={task} label={title} />
        </div>
      ) : null}
      <div className="no-print mb-3 flex flex-wrap gap-2">
        <LinkButton href={resource.path} autoFocus={isPreview}>
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
      <WayBack resource={resource} data={data} here={here} />
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
      <Section title={t(isPreview ? 'engine:many.who' : 'engine:many.outcomes')}>
        <Rows resource={resource} data={data} here={here} />
      </Section>
      <Followed resource={resource} data={data} />
    </>
  )
}

function confirmLabel(
  t: Translate,
  resource: Resource,
  { job: { action, planned, origin_id } }: ManyJobData,
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
  data: ManyJobData
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
function Wanted({ resource, data: { job, options, origin } }: { resource: Resource; data: ManyJobData }) {
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
        <a className="link" href={manyAt(resource, origin)}>
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

function Rows({
  resource,
  data: { job, items, page, outcome },
  here,
}: {
  resource: Resource
  data: ManyJobData
  here: string
}) {
  const { t, format } = useShell()
  const at = (change: { page?: number; outcome?: string | null }) => {
    const search = new URLSearchParams()
    const wanted = change.outcome === undefined ? outcome : change.outcome
    if (wanted) search.set('outcome', wanted)
    if (change.page && change.page > 1) search.set('page', String(change.page))
    return search.size > 0 ? `${here}?${search.toString()}` : here
  }
  const numbers: Record<ManyOutcome, number> = {
    waiting: job.total - job.done - job.unchanged - job.failed - job.skipped - job.stopped,
    changed: job.done,
    unchanged: job.unchanged,
    refused: job.failed,
    skipped: job.skipped,
    stopped: job.stopped,
  }
  const isBack = job.action === 'update' && job.origin_id !== null
  const words = {
    label: t('engine:pager.label'),
    previous: t('engine:pager.previous'),
    next: t('engine:pager.next'),
    page: (one: number) => t('engine:pager.page', { page: one }),
  }
  return (
    <>
      <ul
        className="mb-2 flex flex-wrap gap-x-4 gap-y-1 [&_[aria-current]]:font-bold"
        aria-label={t('engine:many.narrow')}
      >
        <li>
          <a
            className="link"
            href={at({ outcome: null })}
            aria-current={outcome === null ? 'page' : undefined}
          >
            {t('engine:many.all')}
          </a>{' '}
          {format.number(job.total)}
        </li>
        {manyOutcome.options
          .filter(one => numbers[one] > 0)
          .map(one => (
            <li key={one}>
              <a
                className="link"
                href={at({ outcome: one })}
                aria-current={outcome === one ? 'page' : undefined}
              >
                {t(`engine:many.outcome.${one}`)}
              </a>{' '}
              {format.number(numbers[one])}
            </li>
          ))}
      </ul>
      {items.rows.length === 0 ? (
        <EmptyState title={t('engine:many.none')} />
      ) : (
        <DataTable
          caption={t('engine:many.outcomes')}
          columns={[
            { key: 'row', label: fieldLabel(t, resource.name, resource.title) },
            { key: 'outcome', label: t('engine:many.result'), rank: 2 },
            ...(isBack ? [{ key: 'wanted', label: t('engine:many.wanted'), rank: 3 as const }] : []),
          ]}
          rows={items.rows.map(item => ({
            key: item.row._id,
            cells: [
              <a key="row" href={`${resource.path}/${item.row._id}`}>
                {item.row.name}
              </a>,
              <Outcome key="outcome" resource={resource} item={item} />,
              ...(isBack ? [<RowWish key="wanted" resource={resource} wanted={item.wanted} />] : []),
            ],
          }))}
        />
      )}
      <Pagination
        page={page}
        pageCount={Math.max(1, Math.ceil(items.total / PER_PAGE))}
        href={to => at({ page: to })}
        words={words}
      />
    </>
  )
}

function Outcome({ resource, item }: { resource: Resource; item: ManyItem }) {
  const { t, locale } = useShell()
  const why = Object.entries(item.fields).flatMap(([name, problems]) =>
    problems.map(
      problem =>
        `${fieldLabel(t, resource.name, name)}: ${problemText(t, problem, resource.fields[name], locale)}`,
    ),
  )
  const text =
    why.length > 0
      ? why.join('; ')
      : item.outcome === 'skipped'
        ? skipReason(t, resource.name, 'update', item.code ?? 'other')
        : item.code
          ? t([`errors:codes.${item.code}`, 'errors:kinds.problem.title'])
          : null
  return (
    <>
      <Status mark={outcomeMarks[item.outcome]}>{t(`engine:many.outcome.${item.outcome}`)}</Status>
      {text ? `: ${text}` : null}
    </>
  )
}
