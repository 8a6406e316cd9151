/** A stream's page from the lists' own parts: filters, notices, period, table, pager. Its state is its address. */
import type { ComponentProps } from 'react'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { EmptyState, PageHeader } from '../../ui/page'
import { BackgroundLinks } from '../export/background-links'
import { below, fileHref, slotHref, withSearch } from '../export/file-links'
import { FailureNote } from '../components/failure-note'
import type { Failure } from '../data/failure.server'
import { Chips, FilterBar } from '../components/filter-bar'
import { Notices, PrintHeader } from '../components/list-notes'
import { hrefOf, isFiltered, writeListQuery, type ListQuery } from '../address/list-query'
import { ViewTabs } from '../components/list-tabs'
import { ResourceTable } from '../components/resource-table'
import { problemText } from '../render/labels'
import { PeriodLine } from '../period/period-picker'
import { OF } from '../data/views-home'
import { ViewNote } from '../components/view-note'
import { hrefAtCursor, StreamPager } from './stream-pager'
import type { StreamData } from './stream.server'
import { ArchivedRows } from './archived-rows'
import type { Resource } from '../definition/resource'

/** Wide enough that something is in it, and still read at once. */
const THIS_MONTH = { kind: 'relative', text: 'this month' } as const

export function StreamPage({ resource, data }: { resource: Resource; data: StreamData }) {
  const { t, format } = useShell()
  const { query, notices, answer, failure, path, views, pageCursor, subject } = data
  const { list } = resource
  const at = (change: Partial<ListQuery>) => hrefOf(path, query, list, change)
  const first = at({})
  const here = pageCursor ? hrefAtCursor(first, pageCursor.side, pageCursor.cursor) : at({ page: query.page })
  const { period } = query
  const isThisMonth = period?.kind === 'relative' && period.text === THIS_MONTH.text
  const total = answer ? format.count(answer.total, answer.capped) : undefined
  return (
    <div className="listing">
      <PageHeader
        title={data.title}
        total={total}
        age={answer ? t('engine:list.as_of', { time: format.dateTime(answer.as_of) }) : undefined}
        chips={<Chips resource={resource} path={path} query={query} options={data.options} />}
        commands={<Commands resource={resource} data={data} here={here} />}
      />
      <PrintHeader resource={resource} data={data} />
      {views ? (
        <ViewTabs
          resource={{ ...resource, path }}
          query={query}
          views={views}
          total={total}
          managedAt={`${resource.path}/views${subject ? `?${OF}=${subject.type}.${subject.id}` : ''}`}
        />
      ) : null}
      <ViewNote resource={resource} note={views?.note ?? null} />
      <Notices notices={notices} />
      <FilterBar
        resource={resource}
        path={path}
        query={query}
        options={data.options}
        range={data.range}
        points={data.points}
      />
      <StreamPeriod data={data} pinned={at({ period: { kind: 'fixed', ...data.range } })} />
      {failure ? (
        <StreamFailure
          resource={resource}
          failure={failure}
          retry={here}
          order={hrefOf(below(path, '/export'), query, list)}
        />
      ) : null}
      <ArchivedRows span={answer?.archived} />
      {answer?.rows.length === 0 ? (
        <EmptyState
          title={isFiltered(query) ? t('engine:stream.none_filtered') : t(`${resource.name}:none`)}
          action={
            <div className="flex flex-wrap gap-2">
              {pageCursor ? <LinkButton href={first}>{t('engine:stream.first')}</LinkButton> : null}
              {isFiltered(query) ? (
                <LinkButton href={at({ query: '', filters: {} })}>{t('engine:filter.reset')}</LinkButton>
              ) : null}
              {pageCursor || isThisMonth ? null : (
                <LinkButton href={at({ period: THIS_MONTH })}>{t('engine:stream.this_month')}</LinkButton>
              )}
            </div>
          }
        />
      ) : null}
      {answer && answer.rows.length > 0 ? (
        <>
          <StreamTable
            resource={resource}
            data={data}
            narrow={(filter, value) => at({ filters: { ...query.filters, [filter]: [value] } })}
            sort={
              // Of one order only the direction could be chosen, and rows by time are read newest first.
              list.sortKeys.length > 1
                ? {
                    by: query.sortBy,
                    direction: query.sortDirection,
                    href: (sortBy, sortDirection) => at({ sortBy, sortDirection }),
                  }
                : undefined
            }
          />
          {answer.capped ? (
            <p className="mb-2">{t('engine:stream.capped', { total: format.number(answer.total) })}</p>
          ) : null}
          <div className="pick">
            <StreamPager data={data} first={first} here={here} />
          </div>
        </>
      ) : null}
    </div>
  )
}

/** A period that cannot be shown says why, and what can be had of it: there is nothing to try again. */
function StreamFailure({
  resource,
  failure,
  retry,
  order,
}: {
  resource: Resource
  failure: Failure
  retry: string
  order: string
}) {
  const { t, can } = useShell()
  const [first] = [failure.fields.dateEnd, failure.fields.dateStart].flatMap(found => found ?? [])
  if (!first) return <FailureNote failure={failure} retry={retry} />
  return (
    <Alert tone="warn" title={t('engine:stream.period_refused')}>
      <p>{problemText(t, first)}</p>
      {first.code === 'period_too_long' &&
      can({ all: [resource.exportPermission, 'data_export::create'] }) ? (
        <p className="no-print mt-2">
          <LinkButton href={order} icon="download">
            {t('engine:list.export_task')}
          </LinkButton>
        </p>
      ) : null}
    </Alert>
  )
}

/** The rows, under a line that names the zones of their times. */
export function StreamTable({
  resource,
  data: { title, answer, columns },
  narrow,
  sort,
}: {
  resource: Resource
  data: Pick<StreamData, 'title' | 'answer' | 'columns'>
  narrow?: (filter: string, value: string) => string
  sort?: ComponentProps<typeof ResourceTable>['sort']
}) {
  const { t, format } = useShell()
  const rows = answer?.rows ?? []
  const zones = [...new Set(rows.flatMap(({ time_zone: zone }) => (typeof zone === 'string' ? [zone] : [])))]
  return (
    <>
      {zones.length > 0 ? (
        <p className="mb-1 text-sm">{t('engine:stream.zone', { zone: format.list(zones) })}</p>
      ) : null}
      <ResourceTable
        resource={resource}
        caption={title}
        rows={rows}
        columns={columns}
        narrow={narrow}
        sort={sort}
      />
    </>
  )
}

/** The period as resolved now, in the subject's zone where there is one, and a link that stays with it (ruling 30). */
export function StreamPeriod({
  data: { query, range, zone },
  pinned,
}: {
  data: Pick<StreamData, 'query' | 'range' | 'zone'>
  pinned: string | null
}) {
  const { period } = query
  if (!period) return null
  return period.kind === 'relative' ? (
    <PeriodLine period={{ ...period, zone: period.zone ?? zone }} range={range} pinned={pinned} />
  ) : (
    <PeriodLine period={period} range={range} pinned={null} />
  )
}

function Commands({ resource, data, here }: { resource: Resource; data: StreamData; here: string }) {
  const { t, can } = useShell()
  const { query, path, subject } = data
  const { list, exportPermission } = resource
  const search = writeListQuery({ ...query, page: 1 }, list).toString()
  const page = (name: string) => {
    const href = below(path, name)
    return search ? withSearch(href, search) : href
  }
  const file = fileHref(path, query, list)
  return (
    <>
      <LinkButton href={here} icon="refresh">
        {t('engine:stream.refresh')}
      </LinkButton>
      {can(exportPermission) ? (
        <LinkButton icon="download" href={file}>
          {t('engine:list.export')}
        </LinkButton>
      ) : null}
      <Menu label={t('engine:more')} icon="more" align="end">
        <MenuLink href={page('/print')} icon="print">
          {t('engine:list.print')}
        </MenuLink>
        {subject ? null : (
          <MenuLink href={page('/columns')} icon="columns">
            {t('engine:columns.title')}
          </MenuLink>
        )}
        {can(exportPermission) ? (
          <MenuLink href={slotHref(file)} icon="download">
            {t('engine:file.machine')}
          </MenuLink>
        ) : null}
        <BackgroundLinks resource={resource} href={page('/export')} />
      </Menu>
    </>
  )
}
