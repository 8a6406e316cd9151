/** What a list page shows, from the URL and the backend. */
import { redirect } from '@remix-run/node'
import type { ListAnswer, ListRequest } from '../../../backend/contract/list'
import type { PeriodPoints } from '../../../backend/contract/period-points'
import { columnsOf } from './columns.server'
import { wireValue, type Resource, type Row } from '../define-resource'
import { attempt, type Failure } from '../failure.server'
import type { Options } from '../fields/field'
import {
  hrefOf,
  readListQuery,
  toRequest,
  withoutEmpty,
  MAX_SELECTED,
  type ListQuery,
  type Notice,
} from './list-query'
import { filterOptions } from '../fields/lookup.server'
import { pageInReach, readingOf } from './paging.server'
import { rangeOf, type Range } from '../period/period'
import { chosenPeriod } from '../period/period-choice'
import { pointsOfList } from '../period/period-points.server'
import { isId, type Asked } from '../resource-at.server'
import type { ViewsOfPage } from '../../../backend/contract/saved-views'
import { hrefOfView, listViews, type ListViews } from '../views/views'
import { viewsOf } from '../views/views.server'
import { goneFrom } from './gone'
import { narrowedTo } from './narrowed-to'
import { aboutList } from './sub-list.server'

export interface ListData {
  name: Resource['name']
  /** Of the list, which is not the resource's own where it stands below something else. */
  path: string
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
  /** The period as resolved now. */
  range: Range | null
  /** Of the one place that the list is narrowed to; null without one, and for who may not see machines' data. */
  points?: PeriodPoints | null
  /** Null when they could not be read, and on paper. */
  views?: ListViews | null
}

export async function loadList(asked: Asked, resource: Resource): Promise<ListData> {
  const { url, timeZone } = asked
  const views = viewsOf(asked, resource)
  const reading = readingOf(asked, [
    'selected',
    'view',
    'intent',
    ...resource.list.filters.map(filter => `find.${filter}`),
  ])
  const landing =
    (resource.list.period === undefined ? undefined : chosenPeriod(url, timeZone)) ??
    withoutEmpty(url) ??
    landingPage(url, resource, reading.rows, url.search === '' ? await views : null)
  if (landing) throw redirect(landing)
  const { query, notices } = readListQuery(url.searchParams, resource.list, timeZone, reading)
  const columns = await columnsOf(asked, resource)
  const [about, { value, failure }, options, saved, points] = await Promise.all([
    aboutList(asked, resource),
    attempt(pageInReach(query, notices, one => readRows(asked, resource, one, columns))),
    filterOptions(asked, resource, lookupsOf(resource, query, url)),
    views,
    resource.list.active ? pointsOfList(asked, resource, query) : null,
  ])
  notices.push(...goneFrom(asked, resource, query, options))
  // That a list has become shorter is no fault of the view that led here.
  const trouble = notices.some(({ reason }) => reason !== 'beyond')
  const named: readonly string[] = [...new Set(url.searchParams.getAll('selected'))]
  const selected = named.filter(isId)
  for (const value of named)
    if (!isId(value))
      notices.push({ parameter: 'selected', value: String(value).slice(0, 80), reason: 'unusable' })
  const intent = url.searchParams.get('intent')
  if (intent && !intent.startsWith('find.'))
    notices.push({ parameter: 'intent', value: intent.slice(0, 80), reason: 'unusable' })
  if (selected.length > MAX_SELECTED)
    notices.push({ parameter: 'selected', value: String(selected.length), reason: 'too_large' })
  return {
    name: resource.name,
    path: resource.path,
    ...about,
    narrowedTo: narrowedTo(resource, query, options),
    query: { ...query, page: value?.query.page ?? query.page, ...(saved?.default_view && { whole: true }) },
    notices,
    columns,
    options,
    views: saved && listViews(resource, saved, { url, query, trouble, zone: timeZone }),
    answer: value?.answer ?? null,
    failure: failure ?? null,
    points,
    selected: selected.slice(0, MAX_SELECTED),
    range: rangeOf(query, resource.list, Date.now(), timeZone) ?? null,
  }
}

/** As much as a reader of paper can use; the export holds all of it. */
const MAX_PRINTED = 2_000

export async function loadPrint(asked: Asked, resource: Resource): Promise<ListData> {
  const { url, timeZone } = asked
  const { query, notices } = readListQuery(url.searchParams, resource.list, timeZone, { own: ['view'] })
  const columns = await columnsOf(asked, resource)
  const [{ value, failure }, options] = await Promise.all([
    attempt(readRows(asked, resource, { ...query, page: 1, rowsPerPage: MAX_PRINTED }, columns)),
    filterOptions(asked, resource, lookupsOf(resource, query, url)),
  ])
  return {
    name: resource.name,
    path: resource.path,
    ...(await aboutList(asked, resource)),
    query,
    notices,
    columns,
    options,
    answer: value ?? null,
    failure: failure ?? null,
    selected: [],
    range: rangeOf(query, resource.list, Date.now(), timeZone) ?? null,
  }
}

/** A filter that the page does not ask for is looked up only when the address names it. */
const lookupsOf = (resource: Resource, query: ListQuery, url: URL) =>
  resource.list.filters
    .filter(field => query.filters[field] || !resource.list.quiet.includes(field))
    .map(field => ({
      field,
      ids: query.filters[field] ?? [],
      find: url.searchParams.get(`find.${field}`)?.trim().slice(0, 100) ?? '',
    }))

function readRows(
  { api, timeZone }: Asked,
  resource: Resource,
  query: ListQuery,
  columns: readonly string[],
): Promise<ListAnswer<Row>> {
  // Only what is drawn: a row has three times as many fields as a list has columns.
  return api(resource.contract).list({
    ...requestFor(resource, query, timeZone),
    fields: wireFields(resource, columns),
  }) as Promise<unknown> as Promise<ListAnswer<Row>>
}

/** What these columns need of a row, as the backend names it. */
export const wireFields = (
  { contract, title, fields, list }: Resource,
  columns: readonly string[],
): string[] =>
  [
    ...new Set([
      title,
      'archived_at',
      ...list.reads,
      ...columns,
      ...[title, ...columns].flatMap(column => fields[column]?.reads ?? []),
    ]),
  ].filter(name => Object.hasOwn(contract.row.shape, name))

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
 * The bare address, as a menu links it, opens with this person's default view and the page size that they prefer. Both are then in the URL,
 * so that the address they share shows the same page to everyone (ruling 2).
 */
function landingPage(
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
  if (!rows) return undefined
  const { query } = readListQuery(url.searchParams, resource.list, 'UTC', { rows })
  const landing = hrefOf(url.pathname, query, resource.list)
  return landing === url.pathname ? undefined : landing
}
