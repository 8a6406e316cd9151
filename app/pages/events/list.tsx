/** What machines and boards tell: `/events` of all that this person may see, `/events/<id>?type=slot` of one. Times where it happened. */
import { useLoaderData } from '@remix-run/react'
import { useShell } from '../../console/shell-context'
import { hrefOf, writeListQuery } from '../../engine/list/list-query'
import { choosePageSize, listHeaders, pageOrFailure } from '../../engine/list/paging.server'
import { FailureNote } from '../../engine/failure-note'
import { fileHref, FileLinks } from '../../engine/export/file-links'
import { Notices } from '../../engine/list/list-notes'
import { Pager } from '../../engine/list/pager'
import { PeriodLine } from '../../engine/period/period-picker'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader } from '../../ui/page'
import { EVENTS, eventsSpec } from './events'
import { loadEvents, type EventsData } from './events.server'
import { EventFilters } from './filters'
import { EventTable } from './table'

export const loader = guarded('slot::get', async asked => pageOrFailure(await loadEvents(asked)))

export const headers = listHeaders

export const action = guarded('slot::get', asked => choosePageSize(asked, eventsSpec))

export default function Events() {
  const loaded = useLoaderData() as EventsData
  const { t, format, can } = useShell()
  const { title, subject, query, notices, answer, failure, range } = loaded
  const path = subject ? `${EVENTS}/${subject.id}` : EVENTS
  const at = (change: Parameters<typeof hrefOf>[3]) => hrefOf(path, query, eventsSpec, change)
  const here = at({ page: query.page })
  const search = writeListQuery(query, eventsSpec).toString()
  return (
    <>
      <PageHeader
        title={title}
        total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={
          answer ? (
            <span title={format.exact(answer.as_of)}>
              {t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}
            </span>
          ) : undefined
        }
        commands={
          <>
            <LinkButton href={here} icon="refresh">
              {t('events:refresh')}
            </LinkButton>
            <FileLinks href={fileHref(path, query, eventsSpec)} label={t('engine:list.export')} />
            {can('data_export::create') ? (
              <LinkButton href={`${path}/export${search ? `?${search}` : ''}`} icon="download">
                {t('engine:list.export_task')}
              </LinkButton>
            ) : null}
            {subject ? <LinkButton href={subject.href}>{t('engine:audit.record')}</LinkButton> : null}
          </>
        }
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <EventFilters path={path} data={loaded} />
      {query.period ? (
        <PeriodLine
          period={
            query.period.kind === 'relative'
              ? { ...query.period, zone: query.period.zone ?? loaded.zone }
              : query.period
          }
          range={range}
          pinned={query.period.kind === 'relative' ? at({ period: { kind: 'fixed', ...range } }) : null}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? (
        <EmptyState
          title={t('events:none')}
          action={
            <LinkButton href={at({ period: { kind: 'relative', text: 'this month' } })}>
              {t('events:this_month')}
            </LinkButton>
          }
        />
      ) : null}
      {answer && answer.rows.length > 0 ? (
        <>
          <EventTable
            caption={title}
            rows={answer.rows}
            withPlace={subject === null || subject.type === 'tenant' || subject.type === 'location'}
            codeHref={code => at({ filters: { ...query.filters, code: [code] } })}
          />
          {answer.capped ? (
            <p className="mb-2">{t('events:capped', { total: format.number(answer.total) })}</p>
          ) : null}
          <Pager
            page={query.page}
            rowsPerPage={query.rowsPerPage}
            total={answer.total}
            capped={answer.capped}
            shown={answer.rows.length}
            href={page => at({ page })}
            sizeAction={here}
          />
        </>
      ) : null}
    </>
  )
}
