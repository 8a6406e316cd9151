import { manyRule } from '../../../backend/contract/many'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { EmptyState, PageHeader } from '../../ui/page'
import type { Resource } from '../define-resource'
import type { ListData } from './list.server'
import { changesAt } from '../bulk/many'
import { hrefOf, isFiltered, MAX_SELECTED, writeListQuery, type ListQuery, type Notice } from './list-query'
import { FailureNote } from '../failure-note'
import { fileHref, machineHref } from '../export/file-links'
import { FilterBar, resetHref, useFilterWords } from './filter-bar'
import { Pager } from './pager'
import { PeriodLine } from '../period/period-picker'
import { ResourceTable } from './resource-table'
import { ViewNote } from '../views/views-menu'
import { usePress } from './press'
import { SelectionBar } from './selection-bar'
import { Shows } from './shows'

const FORM = 'rows'

/** The whole state of this page is its address; what is ticked is the only thing that is not written there until a button is pressed. */
export function ListPage({ resource, data }: { resource: Resource; data: ListData }) {
  const { t, format } = useShell()
  const { query, answer } = data
  return (
    <>
      <PageHeader
        title={data.title}
        total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={
          answer ? (
            <span title={format.exact(answer.as_of)}>
              {t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}
            </span>
          ) : undefined
        }
        commands={<ListCommands resource={resource} query={query} home={data.home} />}
      />
      <ListBody resource={resource} data={data} />
    </>
  )
}

/** All of a list but its title: it may stand below something else on a page of its own. */
export function ListBody({ resource, data }: { resource: Resource; data: ListData }) {
  const { can } = useShell()
  const { query, answer } = data
  const { path, list } = resource
  const Head = list.head
  const here = hrefOf(path, query, list, { page: query.page })
  return (
    <>
      <PrintHeader resource={resource} data={data} />
      {list.tabs.length > 0 ? <Tabs resource={resource} /> : null}
      <ViewNote resource={resource} note={data.views?.note ?? null} />
      {data.notices.length > 0 ? <Notices notices={data.notices} /> : null}
      {Head ? <Head /> : null}
      <Shows resource={resource} query={query} />
      <FilterBar
        resource={resource}
        path={path}
        query={query}
        options={data.options}
        range={data.range}
        points={data.points}
        views={data.views}
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
  const { query, selected } = data
  const { path, list } = resource
  const actions = resource.actions.filter(action => action.bulk && can(action.permission))
  const isSelectable = actions.length > 0
  const press = usePress(resource, query)
  const onPage = new Set(answer.rows.map(row => row._id))
  const elsewhere = selected.filter(id => !onPage.has(id))
  const carrying = (href: string, ids: readonly string[]) =>
    ids.length === 0
      ? href
      : `${href}${href.includes('?') ? '&' : '?'}${ids.map(id => `selected=${id}`).join('&')}`
  const kept = writeListQuery({ ...query, page: 1 }, list)
  return (
    <div className="group/list">
      {isSelectable ? (
        <form id={FORM} method="get" action={path}>
          {[...kept].map(([name, value]) => (
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
          href: (sortBy, sortDirection) =>
            carrying(hrefOf(path, query, list, { sortBy, sortDirection }), selected),
        }}
        selection={isSelectable ? { form: FORM, selected: new Set(selected) } : undefined}
        last={press}
      />
      {isSelectable ? (
        <SelectionBar
          resource={resource}
          form={FORM}
          actions={actions}
          total={answer.total}
          elsewhere={elsewhere.length}
          pageHref={carrying(here, [...new Set([...elsewhere, ...onPage])].slice(0, MAX_SELECTED))}
          clearHref={selected.length > 0 ? here : null}
        />
      ) : null}
      <Pager
        page={query.page}
        rowsPerPage={query.rowsPerPage}
        total={answer.total}
        capped={answer.capped}
        shown={answer.rows.length}
        href={page => hrefOf(path, query, list, { page })}
        sizeAction={here}
        selection={isSelectable ? { form: FORM, kept: selected.length > 0 } : undefined}
      />
    </div>
  )
}

/** Lists side by side; those that this person may open. */
function Tabs({ resource: { name, path, list } }: { resource: Resource }) {
  const { t, can } = useShell()
  return (
    <nav className="join no-print mb-2" aria-label={t(`${name}:tabs`)}>
      {list.tabs
        .filter(({ rule }) => can(rule))
        .map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className={href === path ? 'btn join-item btn-primary' : 'btn join-item'}
            aria-current={href === path ? 'page' : undefined}
          >
            {t(label)}
          </a>
        ))}
    </nav>
  )
}

/** The most likely command first, harm nowhere near. */
export function ListCommands({
  resource,
  query: asked,
  home,
}: {
  resource: Resource
  query: ListQuery
  home?: { href: string; label: string }
}) {
  const { t, can } = useShell()
  const { path, contract, form, name, list } = resource
  const search = writeListQuery(asked, list).toString()
  const query = search ? `?${search}` : ''
  const file = fileHref(path, asked, list)
  const past = manyRule(contract)
  return (
    <>
      {form && contract.permissions.create && can(contract.permissions.create) ? (
        <LinkButton tone="primary" icon="plus" href={`${path}/new`}>
          {t(`${name}:new`)}
        </LinkButton>
      ) : null}
      {list.begin && can(list.begin.rule) ? (
        <LinkButton tone="primary" icon="plus" href={list.begin.href}>
          {t(list.begin.label)}
        </LinkButton>
      ) : null}
      {list.live ? (
        <LinkButton icon="refresh" href={`${path}${query}`}>
          {t('engine:list.refresh')}
        </LinkButton>
      ) : null}
      {home ? <LinkButton href={home.href}>{home.label}</LinkButton> : null}
      {can(resource.exportPermission) ? (
        <LinkButton icon="download" href={file}>
          {t('engine:list.export')}
        </LinkButton>
      ) : null}
      <Menu label={t('engine:more')} icon="more" align="end">
        <MenuLink href={`${path}/columns${query}`} icon="columns">
          {t('engine:columns.title')}
        </MenuLink>
        <MenuLink href={`${path}/print${query}`} icon="print">
          {t('engine:list.print')}
        </MenuLink>
        {can(resource.exportPermission) ? (
          <MenuLink href={machineHref(file)} icon="download">
            {t('engine:file.machine')}
          </MenuLink>
        ) : null}
        {!list.direct && can({ all: [resource.exportPermission, 'data_export::create'] }) ? (
          <MenuLink href={`${path}/export${query}`} icon="download">
            {t('engine:list.export_task')}
          </MenuLink>
        ) : null}
        {past && can(past) ? <MenuLink href={changesAt(resource)}>{t('changes:link')}</MenuLink> : null}
        {list.links
          .filter(({ rule }) => can(rule))
          .map(({ href, label }) => (
            <MenuLink key={href} href={href}>
              {t(label)}
            </MenuLink>
          ))}
      </Menu>
    </>
  )
}

function NoRows({
  resource,
  filtered,
  reset,
  canCreate,
}: {
  resource: Resource
  filtered: boolean
  reset: string
  canCreate: boolean
}) {
  const { t, can } = useShell()
  const { begin, emptyHint } = resource.list
  if (filtered) {
    return (
      <EmptyState
        title={t('engine:list.no_match')}
        action={<LinkButton href={reset}>{t('engine:filter.reset')}</LinkButton>}
      >
        {t('engine:list.no_match_hint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t(`${resource.name}:empty`)}
      action={
        canCreate && resource.form ? (
          <LinkButton tone="primary" icon="plus" href={`${resource.path}/new`}>
            {t(`${resource.name}:new`)}
          </LinkButton>
        ) : begin && can(begin.rule) ? (
          <LinkButton tone="primary" icon="plus" href={begin.href}>
            {t(begin.label)}
          </LinkButton>
        ) : undefined
      }
    >
      {emptyHint ? t(emptyHint) : undefined}
    </EmptyState>
  )
}

/** Nothing in the period: the list without it is one press away, and so are the filters that may be to blame. */
function NobodyAtWork({ resource, query }: { resource: Resource; query: ListQuery }) {
  const { t } = useShell()
  const { name, path, list } = resource
  const filtered = isFiltered(query)
  const actions = (
    <div className="flex flex-wrap gap-2">
      <LinkButton href={hrefOf(path, query, list, { period: undefined })}>
        {t('engine:period.drop')}
      </LinkButton>
      {filtered ? (
        <LinkButton href={hrefOf(path, query, list, { query: '', filters: {} })}>
          {t('engine:filter.reset')}
        </LinkButton>
      ) : null}
    </div>
  )
  return (
    <EmptyState title={t(filtered ? `${name}:period.none_filtered` : `${name}:period.none`)} action={actions}>
      {t(`${name}:period.hint`)}
    </EmptyState>
  )
}

/** The period as resolved now and its zone, on screen and on paper. */
export function ListPeriodLine({
  resource: { name, list },
  data: { query, range },
  pinned,
}: {
  resource: Resource
  data: Pick<ListData, 'query' | 'range'>
  pinned: string | null
}) {
  if (!query.period || !range) return null
  return (
    <PeriodLine
      period={query.period}
      range={range}
      pinned={pinned}
      shown={list.active ? `${name}:period.shown` : undefined}
    />
  )
}

/** What was not usable is said, not hidden (ruling 2). */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const { t } = useShell()
  return (
    <Alert tone="warn" className="mb-2" title={t('engine:notice.title')}>
      <ul>
        {notices.map(({ parameter, value, reason }, index) => (
          <li key={index}>{t(`engine:notice.${reason}`, { parameter, value })}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** On paper: what it is narrowed by; the frame says when and by whom it was printed (ruling 10). */
export function PrintHeader({
  resource,
  data,
  always,
}: {
  resource: Resource
  data: Pick<ListData, 'query' | 'options'>
  always?: boolean
}) {
  const { t } = useShell()
  const words = useFilterWords({ resource, query: data.query, options: data.options }).map(chip => chip.words)
  return (
    <p className={always ? 'mb-2' : 'hidden print:block'}>
      {words.length > 0 ? words.join(' · ') : t('engine:print.unfiltered')}
    </p>
  )
}

function pinnedHref(resource: Resource, { query, range }: ListData): string | null {
  if (!range) return null
  return hrefOf(resource.path, query, resource.list, {
    period: { kind: 'fixed', ...range },
    page: query.page,
  })
}
