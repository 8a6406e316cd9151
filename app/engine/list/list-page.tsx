import { useShell } from '../../console/shell-context'
import { PageHeader } from '../../ui/page'
import { FailureNote } from '../components/failure-note'
import { ViewNote } from '../components/view-note'
import { Chips, FilterBar, resetHref } from '../components/filter-bar'
import { ListCommands } from './list-commands'
import { ListPeriodLine, Notices, PrintHeader } from '../components/list-notes'
import { MATCHING } from '../address/list-parameters'
import { hrefOf, isFiltered, writeListQuery } from '../address/list-query'
import { Tabs, ViewTabs } from '../components/list-tabs'
import type { ListData } from '../data/list.server'
import { NobodyAtWork, NoRows } from './no-rows'
import { Pager } from '../components/pager'
import { ResourceTable } from '../components/resource-table'
import { hasAllRows } from '../render/sum'
import { useRowActions } from './row-actions'
import { SelectionBar } from './selection-bar'
import { OpeningLine } from './opening-line'
import { Shows } from './shows'
import type { Resource } from '../definition/resource'

const FORM = 'rows'

/**
 * The whole state of this page is its address; what is ticked is the only thing that is not written there until a
 * button is pressed.
 */
export function ListPage({ resource, data }: { resource: Resource; data: ListData }) {
  const { t, format } = useShell()
  const { query, answer } = data
  const { path } = resource
  const total = answer ? format.count(answer.total, answer.capped) : undefined
  return (
    <div className="listing">
      <PageHeader
        title={data.title}
        total={total}
        age={answer ? t('engine:list.as_of', { time: format.dateTime(answer.as_of) }) : undefined}
        chips={
          data.opened ? null : <Chips resource={resource} path={path} query={query} options={data.options} />
        }
        commands={<ListCommands resource={resource} query={query} home={data.home} />}
      />
      <ListBody resource={resource} data={data} />
    </div>
  )
}

/** All of a list but its title: it may stand below something else on a page of its own. */
export function ListBody({
  resource,
  data,
  below = false,
}: {
  resource: Resource
  data: ListData
  /** There is no head of its own that says what it is narrowed by. */
  below?: boolean
}) {
  const { format, can } = useShell()
  const { query, answer } = data
  const { path, list } = resource
  const total = answer ? format.count(answer.total, answer.capped) : undefined
  const Head = list.head
  const here = hrefOf(path, query, list, { page: query.page })
  return (
    <>
      <PrintHeader resource={resource} data={data} />
      {list.tabs.length > 0 ? <Tabs resource={resource} /> : null}
      {data.views ? <ViewTabs resource={resource} query={query} views={data.views} total={total} /> : null}
      <ViewNote resource={resource} note={data.views?.note ?? null} />
      <Notices notices={data.notices} />
      {Head ? <Head /> : null}
      {below ? <Chips resource={resource} path={path} query={query} options={data.options} /> : null}
      <Shows resource={resource} query={query} />
      <OpeningLine resource={resource} data={data} />
      <FilterBar
        resource={resource}
        path={path}
        query={query}
        options={data.options}
        range={data.range}
        hasMore
      />
      <ListPeriodLine
        resource={resource}
        data={data}
        pinned={query.period?.kind === 'relative' ? pinnedHref(resource, data) : null}
      />
      {data.failure ? <FailureNote failure={data.failure} retry={here} /> : null}
      {answer && answer.rows.length === 0 && list.active && query.period ? (
        <NobodyAtWork resource={resource} query={query} />
      ) : null}
      {answer && answer.rows.length === 0 && !(list.active && query.period) ? (
        <NoRows
          resource={resource}
          filtered={isFiltered(query)}
          opened={data.opened}
          reset={resetHref(path, query, resource)}
          canCreate={resource.contract.permissions.create ? can(resource.contract.permissions.create) : false}
        />
      ) : null}
      {answer && answer.rows.length > 0 ? (
        <Rows resource={resource} data={data} answer={answer} here={here} />
      ) : null}
    </>
  )
}

function Rows({
  resource,
  data,
  answer,
  here,
}: {
  resource: Resource
  data: ListData
  answer: NonNullable<ListData['answer']>
  here: string
}) {
  const { can } = useShell()
  const { query, selected, isMatching } = data
  const { path, list } = resource
  const hasTicks = selected.length > 0 || isMatching
  const actions = resource.actions.filter(action => action.bulk && can(action.permission))
  const isSelectable = actions.length > 0
  const rowActions = useRowActions(resource, query)
  const onPage = new Set(answer.rows.map(row => row._id))
  const elsewhere = selected.filter(id => !onPage.has(id))
  const ticks = [...selected.map(id => `selected=${id}`), ...(isMatching ? [`${MATCHING}=1`] : [])].join('&')
  const carrying = (href: string) =>
    ticks === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${ticks}`
  const rest = writeListQuery({ ...query, page: 1 }, list)
  return (
    <>
      {isSelectable ? (
        <form id={FORM} method="get" action={path}>
          {[...rest].map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          {elsewhere.map(id => (
            <input key={id} type="hidden" name="selected" value={id} />
          ))}
        </form>
      ) : null}
      <ResourceTable
        resource={resource}
        caption={data.title}
        rows={answer.rows}
        columns={data.columns}
        sort={{
          by: query.sortBy,
          direction: query.sortDirection,
          href: (sortBy, sortDirection) => carrying(hrefOf(path, query, list, { sortBy, sortDirection })),
        }}
        selection={isSelectable ? { form: FORM, selected: new Set(selected) } : undefined}
        last={rowActions}
        hasSum={hasAllRows(answer)}
      />
      <div className={hasTicks ? 'pick awake' : 'pick'}>
        {isSelectable ? (
          <SelectionBar
            resource={resource}
            form={FORM}
            actions={actions}
            total={answer.total}
            capped={answer.capped}
            elsewhere={elsewhere.length}
            page={query.page}
            isMatching={isMatching}
            clearHref={hasTicks ? here : null}
          />
        ) : null}
        <Pager
          page={query.page}
          rowsPerPage={query.rowsPerPage}
          total={answer.total}
          capped={answer.capped}
          isOpenEnded={answer.capped && resource.contract.countsUpTo}
          shown={answer.rows.length}
          href={page => hrefOf(path, query, list, { page })}
          sizeAction={here}
          selection={isSelectable ? { form: FORM, hasTicks } : undefined}
        />
      </div>
    </>
  )
}

function pinnedHref(resource: Resource, { query, range }: ListData): string | null {
  if (!range) return null
  return hrefOf(resource.path, query, resource.list, {
    period: { kind: 'fixed', ...range },
    page: query.page,
  })
}
