import { manyOutcome, type ManyItem, type ManyOutcome, type ManyState } from '../../../backend/contract/many'
import { useShell } from '../../console/shell-context'
import { TaskProgress } from '../../islands/task-progress'
import { Button, LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Pagination } from '../../ui/pagination'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import type { Mark } from '../../ui/tone'
import type { Resource } from '../define-resource'
import { baseFace, isAbsent } from '../face'
import { fieldLabel } from '../labels'
import type { ManyJobData } from '../many.server'
import { FailureNote } from './failure-note'

const stateMarks: Record<ManyState, Mark> = { previewed: 'muted', queued: 'muted', running: 'info', stopping: 'warn', stopped: 'warn', done: 'good', failed: 'bad' }
const outcomeMarks: Record<ManyOutcome, Mark> = { waiting: 'info', changed: 'good', unchanged: 'muted', refused: 'bad', stopped: 'warn' }
const PER_PAGE = 50

/** A change of many rows: its preview, its progress, and each row's outcome. */
export function ManyJobPage({ resource, data }: { resource: Resource; data: ManyJobData }) {
  const { t, locale, format } = useShell()
  const { job, title, task, failure } = data
  const isOpen = ['queued', 'running', 'stopping'].includes(job.state)
  const here = `${resource.path}/${job.action === 'update' ? 'edit-many' : job.action}?job=${job._id}`
  return (
    <>
      <PageHeader title={title} status={<Status mark={stateMarks[job.state]}>{t(`engine:many.state.${job.state}`)}</Status>} commands={isOpen ? <LinkButton href={here} icon="refresh">{t('engine:many.refresh')}</LinkButton> : undefined} />
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      <Wanted resource={resource} data={data} />
      {task && isOpen ? <div className="mb-2"><TaskProgress t={t} locale={locale} task={task} label={title} /></div> : null}
      <div className="no-print mb-3 flex flex-wrap gap-2">
        <LinkButton href={resource.path} autoFocus={job.state === 'previewed'}>{t('engine:many.back', { list: t(`${resource.name}:title`) })}</LinkButton>
        {job.state === 'previewed' && job.planned > 0 ? <Step data={data} here={here} intent="confirm">{t('engine:many.confirm', { count: job.planned, things: t(`${resource.name}:counted`, { count: job.planned }) })}</Step> : null}
        {job.state === 'queued' || job.state === 'running' ? <Step data={data} here={here} intent="stop">{t('engine:many.stop')}</Step> : null}
      </div>
      <p className="mb-2">{t('engine:many.counts', { changed: format.number(job.state === 'previewed' ? job.planned : job.done), unchanged: format.number(job.unchanged), refused: format.number(job.failed) })}</p>
      <Section title={t(job.state === 'previewed' ? 'engine:many.who' : 'engine:many.outcomes')}><Rows resource={resource} data={data} here={here} /></Section>
    </>
  )
}

function Step({ data, here, intent, children }: { data: ManyJobData; here: string; intent: 'confirm' | 'stop'; children: string }) {
  return (
    <form method="post" action={here} className="contents">
      <input type="hidden" name="idempotency_key" value={data.key} />
      <Button tone={intent === 'stop' ? 'danger' : 'primary'} name="intent" value={intent}>{children}</Button>
    </form>
  )
}

/** The fields that are set, each with its new value. */
function Wanted({ resource, data: { job, options } }: { resource: Resource; data: ManyJobData }) {
  const shell = useShell()
  const { t } = shell
  const base = baseFace(shell, resource.name)
  const shown = (name: string, value: unknown) => {
    if (isAbsent(value)) return t('engine:many.emptied')
    return options[name]?.list.find(option => option.value === value)?.label ?? resource.fields[name]?.cell(value, { ...base, field: name })
  }
  const items = Object.entries(job.fields).map(([key, value]) => ({ key, label: fieldLabel(t, resource.name, key), value: shown(key, value) }))
  if (job.reason) items.push({ key: 'reason', label: t('engine:form.reason'), value: job.reason })
  return items.length > 0 ? <div className="mb-3"><Facts items={items} /></div> : null
}

function Rows({ resource, data: { job, items, page, outcome }, here }: { resource: Resource; data: ManyJobData; here: string }) {
  const { t, format } = useShell()
  const at = (change: { page?: number; outcome?: string | null }) => {
    const search = new URLSearchParams()
    const wanted = change.outcome === undefined ? outcome : change.outcome
    if (wanted) search.set('outcome', wanted)
    if (change.page && change.page > 1) search.set('page', String(change.page))
    return search.size > 0 ? `${here}&${search.toString()}` : here
  }
  const numbers: Record<ManyOutcome, number> = { waiting: job.total - job.done - job.unchanged - job.failed - job.stopped, changed: job.done, unchanged: job.unchanged, refused: job.failed, stopped: job.stopped }
  const words = { label: t('engine:pager.label'), previous: t('engine:pager.previous'), next: t('engine:pager.next'), page: (one: number) => t('engine:pager.page', { page: one }) }
  return (
    <>
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 [&_[aria-current]]:font-bold" aria-label={t('engine:many.narrow')}>
        <li><a className="link" href={at({ outcome: null })} aria-current={outcome === null ? 'page' : undefined}>{t('engine:many.all')}</a> {format.number(job.total)}</li>
        {manyOutcome.options.filter(one => numbers[one] > 0).map(one => (
          <li key={one}><a className="link" href={at({ outcome: one })} aria-current={outcome === one ? 'page' : undefined}>{t(`engine:many.outcome.${one}`)}</a> {format.number(numbers[one])}</li>
        ))}
      </ul>
      {items.rows.length === 0 ? <EmptyState title={t('engine:many.none')} /> : (
        <DataTable
          caption={t('engine:many.outcomes')} columns={[{ key: 'row', label: fieldLabel(t, resource.name, resource.title) }, { key: 'outcome', label: t('engine:many.result'), rank: 2 }]}
          rows={items.rows.map(item => ({ key: item.row._id, cells: [<a key="row" href={`${resource.path}/${item.row._id}`}>{item.row.name}</a>, <Outcome key="outcome" resource={resource} item={item} />] }))}
        />
      )}
      <Pagination page={page} pageCount={Math.max(1, Math.ceil(items.total / PER_PAGE))} href={to => at({ page: to })} words={words} />
    </>
  )
}

function Outcome({ resource, item }: { resource: Resource; item: ManyItem }) {
  const { t } = useShell()
  const why = Object.entries(item.fields).flatMap(([name, problems]) => problems.map(problem => `${fieldLabel(t, resource.name, name)}: ${t([`errors:fields.${problem.code}`, 'errors:fields.invalid'], problem.params)}`))
  const text = why.length > 0 ? why.join('; ') : item.code ? t([`errors:codes.${item.code}`, 'errors:kinds.problem.title']) : null
  return <><Status mark={outcomeMarks[item.outcome]}>{t(`engine:many.outcome.${item.outcome}`)}</Status>{text ? `: ${text}` : null}</>
}
