/** What a list page shows, from the URL and the backend. */
import { redirect } from '@remix-run/node'
import { DIRECT_ROWS, type ListAnswer, type ListRequest } from '../../../backend/platform/contract/list'
import { columnsOf } from './columns.server'
import { ANSWER, BACK } from '../../addresses/own-parameters'
import { MATCHING, TICK } from '../address/list-parameters'
import { wireValue } from '../definition/define-resource'
import { attempt, type Failure } from './failure.server'
import { readsOf } from '../render/render-context'
import type { Options } from '../fields/field'
import {
  hrefOf,
  readListQuery,
  toRequest,
  withoutEmpty,
  MAX_SELECTED,
  type ListQuery,
} from '../address/list-query'
import { filterOptions } from './lookup.server'
import { pageInReach, readingOf } from './paging.server'
import { rangeOf, type Range } from '../period/period'
import { chosenPeriod } from '../period/period-choice'
import { isId, type RequestContext } from './resource-at.server'
import type { ViewsOfPage } from '../../../backend/platform/contract/saved-views'
import { hrefOfView, listViews, type ListViews } from './views'
import { viewsOf } from './views.server'
import { isOpening, openingQuery } from './opening'
import { missingFilters } from './missing-filters'
import { narrowedTo } from './narrowed-to'
import { aboutList } from './sub-list.server'
import { noticeOf } from '../address/notice'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export interface ListData {
  name: Resource['name']
  /** Of the list, which is not the resource's own where it stands below something else. */
  path: string
  /** Fields of the reader's tenant, where its rows have such. */
  custom?: Resource['custom']
  title: string
  crumbs?: Record<string, string>
  /** What the list belongs to. */
  home?: { href: string; label: string }
  narrowedTo?: string | undefined
  query: ListQuery
  notices: Notice[]
  columns: string[]
  answer: ListAnswer<Row> | null
  failure: Failure | null
  options: Record<string, Options>
  selected: string[]
  /** All that the filters match, on whichever page. */
  isMatching: boolean
  /** The period as resolved now. */
  range: Range | null
  /** It shows what the list opens with; how many rows there are of all, null where that could not be read. */
  opened?: Pick<ListAnswer<Row>, 'total' | 'capped'> | null
  /** Null when they could not be read, and on paper. */
  views?: ListViews | null
}

export async function loadList(ctx: RequestContext, resource: Resource): Promise<ListData> {
  const { url, timeZone } = ctx
  const views = viewsOf(ctx, resource)
  const reading = readingOf(ctx, [
    'selected',
    MATCHING,
    'view',
    'intent',
    ANSWER,
    BACK,
    TICK,
    ...resource.list.filters.map(filter => `find.${filter}`),
  ])
  const landing =
    (resource.list.period === undefined ? undefined : chosenPeriod(url, timeZone)) ??
    withoutEmpty(url) ??
    landingPage(url, resource, reading.rows, url.search === '' ? await views : null)
  if (landing) throw redirect(landing)
  const ticked = tickedPage(url)
  const { query, notices } = readListQuery(ticked ?? url.searchParams, resource.list, timeZone, reading)
  const columns = await columnsOf(ctx, resource)
  const opened = isOpening(resource, query)
  const [about, { value, failure }, options, saved, all] = await Promise.all([
    aboutList(ctx, resource),
    attempt(pageInReach(query, notices, one => readRows(ctx, resource, one, columns))),
    filterOptions(ctx, resource, lookupsOf(resource, query, url)),
    views,
    opened ? attempt(countAll(ctx, resource)) : undefined,
  ])
  notices.push(...missingFilters(ctx, resource, query, options))
  // That a list has become shorter is no fault of the view that led here.
  const trouble = notices.some(({ reason }) => reason !== 'beyond')
  const named: readonly string[] = [...new Set(url.searchParams.getAll('selected'))]
  const selected = [
    ...new Set([...named.filter(isId), ...(ticked ? (value?.answer.rows ?? []).map(row => row._id) : [])]),
  ]
  for (const value of named) if (!isId(value)) notices.push(noticeOf('selected', String(value), 'unusable'))
  const tick = url.searchParams.get(TICK)
  if (tick && !ticked) notices.push(noticeOf(TICK, tick, 'unusable'))
  const matching = url.searchParams.get(MATCHING) ?? ''
  if (matching !== '' && matching !== '1') notices.push(noticeOf(MATCHING, matching, 'unusable'))
  const intent = url.searchParams.get('intent')
  if (intent && !intent.startsWith('find.')) notices.push(noticeOf('intent', intent, 'unusable'))
  if (selected.length > MAX_SELECTED)
    notices.push({ parameter: 'selected', value: String(selected.length), reason: 'too_large' })
  return {
    name: resource.name,
    path: resource.path,
    custom: resource.custom,
    ...about,
    narrowedTo: narrowedTo(resource, query, options),
    query: {
      ...query,
      page: value?.query.page ?? query.page,
      ...((saved?.default_view || resource.list.opens) && { whole: true }),
    },
    notices,
    columns,
    options,
    views:
      saved &&
      listViews(resource, saved, {
        url,
        query,
        trouble,
        zone: timeZone,
        isBare: url.search === '' || (opened && !url.searchParams.has('view')),
      }),
    ...(opened && { opened: all?.value ?? null }),
    answer: value?.answer ?? null,
    failure: failure ?? null,
    selected: selected.slice(0, MAX_SELECTED),
    isMatching: matching === '1',
    range: rangeOf(query, resource.list, Date.now(), timeZone) ?? null,
  }
}

/** The address as it means the page whose rows are all to be ticked. */
function tickedPage({ searchParams }: URL): URLSearchParams | undefined {
  const page = searchParams.get(TICK)
  if (page === null || !/^[1-9]\d{0,6}$/.test(page)) return undefined
  const search = new URLSearchParams(searchParams)
  search.set('page', page)
  return search
}

/** As much as a reader of paper can use; the export holds all of it. */
const MAX_PRINTED = 2_000

export async function loadPrint(ctx: RequestContext, resource: Resource): Promise<ListData> {
  const { url, timeZone } = ctx
  const { query, notices } = readListQuery(url.searchParams, resource.list, timeZone, { own: ['view'] })
  const columns = await columnsOf(ctx, resource)
  const [{ value, failure }, options] = await Promise.all([
    attempt(readRows(ctx, resource, { ...query, page: 1, rowsPerPage: MAX_PRINTED }, columns)),
    filterOptions(ctx, resource, lookupsOf(resource, query, url)),
  ])
  return {
    name: resource.name,
    path: resource.path,
    custom: resource.custom,
    ...(await aboutList(ctx, resource)),
    query,
    notices: [...notices, ...missingFilters(ctx, resource, query, options)],
    columns,
    options,
    answer: value ?? null,
    failure: failure ?? null,
    selected: [],
    isMatching: false,
    range: rangeOf(query, resource.list, Date.now(), timeZone) ?? null,
  }
}

/** A filter that the page does not ask for is looked up only when the address names it. */
export const lookupsOf = (resource: Resource, query: ListQuery, url: URL) =>
  resource.list.filters
    .filter(field => query.filters[field] || !resource.list.quiet.includes(field))
    .map(field => ({
      field,
      ids: query.filters[field] ?? [],
      find: url.searchParams.get(`find.${field}`)?.trim().slice(0, 100) ?? '',
    }))

function readRows(
  { api, timeZone }: RequestContext,
  resource: Resource,
  query: ListQuery,
  columns: readonly string[],
): Promise<ListAnswer<Row>> {
  // Only what is drawn: a row has three times as many fields as a list has columns.
  return api(resource.contract).list({
    ...requestFor(resource, query, timeZone),
    // A command or a file counts all of them; a page says that there are more.
    ...(resource.contract.countsUpTo && query.query !== '' && { countUpTo: DIRECT_ROWS }),
    fields: wireFields(resource, columns),
  }) as Promise<unknown> as Promise<ListAnswer<Row>>
}

async function countAll({ api }: RequestContext, resource: Resource) {
  const { total, capped } = await api(resource.contract).list({ rowsPerPage: 1, fields: ['_id'] })
  return { total, capped }
}

/** What these columns need of a row, as the backend names it. */
export const wireFields = (resource: Resource, columns: readonly string[]): string[] =>
  readsOf(resource, [resource.title, 'archived_at', ...resource.list.reads, ...columns]).filter(name =>
    Object.hasOwn(resource.contract.row.shape, name),
  )

export const requestFor = (resource: Resource, query: ListQuery, timeZone: string) =>
  within(
    resource.fixed,
    toRequest(
      query,
      resource.list,
      (filter, text) => wireValue(resource.fields, filter, text),
      Date.now(),
      timeZone,
    ),
  )

/** What the address itself narrows a list to, before anything else. */
const within = (fixed: Resource['fixed'], request: ListRequest): ListRequest => ({
  ...request,
  exactFields: [...Object.keys(fixed), ...request.exactFields],
  exactValues: [...Object.values(fixed), ...request.exactValues],
})

/**
 * The bare address, as a menu links it, opens with this person's default view, or what a work queue opens with, and the
 * page size that they prefer. All of it is then in the URL, so that the address they share shows the same page to
 * everyone (ruling 2).
 */
export function landingPage(
  url: URL,
  resource: Resource,
  rows: number | null | undefined,
  views: ViewsOfPage | null,
): string | undefined {
  if (url.search !== '') return undefined
  const view = views?.views.find(one => one._id === views.default_view)
  if (view)
    return (
      hrefOfView(resource, view) +
      (rows && !new URLSearchParams(view.search).has('rowsPerPage') ? `&rowsPerPage=${rows}` : '')
    )
  const opening = openingQuery(resource, rows)
  if (opening) return hrefOf(url.pathname, opening, resource.list)
  if (!rows) return undefined
  const { query } = readListQuery(url.searchParams, resource.list, 'UTC', { rows })
  const landing = hrefOf(url.pathname, query, resource.list)
  return landing === url.pathname ? undefined : landing
}
