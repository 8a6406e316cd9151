/** What a stream's page, its print and its files show: the same rows, from the URL and the backend. */
import { redirect } from '@remix-run/node'
import type { ListAnswer } from '../../../backend/platform/contract/list'
import { ApiError } from '../../api/api-error'
import { resources } from '../definition/registry'
import { typeIn } from '../definition/record-tabs'
import { resourceOf } from '../definition/subjects'
import { attempt, type Failure } from '../data/failure.server'
import type { Options } from '../fields/field'
import { filterOptions } from '../data/lookup.server'
import { columnsOf } from '../data/columns.server'
import { missingFilters } from '../data/missing-filters'
import { landingPage } from '../data/list.server'
import { hrefOf, readListQuery, withoutEmpty, type ListQuery, type Reading } from '../address/list-query'
import { narrowedTo } from '../data/narrowed-to'
import { readingOf } from '../data/paging.server'
import { resolve, type Range } from '../period/period'
import { chosenPeriod } from '../period/period-choice'
import { cachedPointsOf } from '../data/period-points.server'
import { titleOf } from '../render/render-context'
import { idOf, notFound, resourceAt, type RequestContext } from '../data/resource-at.server'
import { subjectPath } from '../data/views-home'
import { listViews, type ListViews } from '../data/views'
import { viewsOf } from '../data/views.server'
import { sameForAll } from './define-stream'
import { pageCursorIn, readPage, readRows, SIDES, type PageCursor } from './stream-rows.server'
import { noticeOf } from '../address/notice'
import type { StreamPlace, Subject } from './stream-place'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export interface StreamData extends Omit<StreamPlace, 'subject'> {
  name: Resource['name']
  title: string
  narrowedTo: string | undefined
  crumbs: Record<string, string>
  subject: Subject | null
  query: ListQuery
  /** The cursor that the page begins or ends at; null on the first page, and on one that is known by its number. */
  pageCursor: PageCursor | null
  notices: Notice[]
  columns: string[]
  answer: ListAnswer<Row> | null
  failure: Failure | null
  range: Range
  options: Record<string, Options>
  views: ListViews | null
}

/** A stream at its address, `/events` or `/events/<id>`; every other address is an unknown page. */
export function streamAt(ctx: { url: URL }): Resource & { stream: NonNullable<Resource['stream']> } {
  const { stream, ...resource } = resourceAt(ctx)
  if (!stream) throw notFound()
  return { ...resource, stream }
}

const isGone = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 403)

/** The same address with the kind of thing that has this id, where the stream's own kind has none. */
async function addressByType(
  { api, can, url }: RequestContext,
  { stream }: ReturnType<typeof streamAt>,
  id: string,
): Promise<string | undefined> {
  for (const type of stream.subjects.filter(one => one !== stream.subject)) {
    const { contract } = resources[resourceOf[type]]
    if (!can(contract.permissions.read)) continue
    const found = await api(contract)
      .get(id)
      .catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      })
    if (found === null) continue
    const search = new URLSearchParams(url.search)
    search.set('type', type)
    return `${url.pathname}?${search.toString()}`
  }
  return undefined
}

/** Throws 404 for a subject that is not there or not theirs. */
export async function placeOf(ctx: RequestContext): Promise<StreamPlace> {
  const { params, url, api, timeZone } = ctx
  const resource = streamAt(ctx)
  if (params.id === undefined) return { subject: null, points: null, zone: timeZone, path: resource.path }
  const id = idOf(params)
  const type = typeIn(url.searchParams, resource.stream)
  const entity = resources[resourceOf[type]]
  const [row, points] = await Promise.all([
    api(entity.contract).get(id) as Promise<Row>,
    cachedPointsOf(ctx, type, id),
  ]).catch(async (error: unknown) => {
    const other =
      isGone(error) && !url.searchParams.has('type') ? await addressByType(ctx, resource, id) : undefined
    throw other === undefined ? error : redirect(other)
  })
  return {
    subject: { type, id, name: titleOf(entity, row, ctx), href: `${entity.path}/${id}` },
    points,
    zone: points?.time_zone ?? timeZone,
    path: subjectPath(resource, type, id),
  }
}

/** Next to an id the type says what the id is of; without one it is a filter, of the streams that have it. */
export const specOf = ({ list }: Pick<Resource, 'list'>, isOfOne: boolean) =>
  isOfOne ? { ...list, filters: list.filters.filter(name => name !== 'type') } : list

/** What a stream's address means apart from its subject; a `type` that narrows nothing is in a notice. */
export function readStreamQuery(
  { url }: Pick<RequestContext, 'url'>,
  resource: Resource,
  { subject, zone }: Pick<StreamPlace, 'subject' | 'zone'>,
  { own = [], ...reading }: Reading = {},
) {
  const spec = specOf(resource, subject !== null)
  const read = readListQuery(url.searchParams, spec, zone, { ...reading, own: [...own, 'type'] })
  const type = url.searchParams.get('type')
  const isUnused =
    type !== null && type !== '' && type !== (subject?.type ?? '') && !spec.filters.includes('type')
  if (isUnused) read.notices.push(noticeOf('type', type, 'unusable'))
  return read
}

export async function loadStream(ctx: RequestContext): Promise<StreamData> {
  const { url, timeZone } = ctx
  const resource = streamAt(ctx)
  const isWhole = ctx.params.id === undefined
  const saved = viewsOf(ctx, resource)
  const reading = readingOf(ctx, [
    ...SIDES,
    'view',
    'intent',
    ...resource.list.filters.map(name => `find.${name}`),
  ])
  const tidy =
    chosenPeriod(url, timeZone) ??
    withoutEmpty(url) ??
    (url.search === '' && isWhole ? landingPage(url, resource, reading.rows, await saved) : undefined)
  if (tidy) throw redirect(tidy)
  const [place, columns] = await Promise.all([placeOf(ctx), columnsOf(ctx, resource)])
  const { query, notices } = readStreamQuery(ctx, resource, place, reading)
  const wanted = pageCursorIn(url)
  if (wanted && query.page > 1)
    notices.push({ parameter: 'page', value: String(query.page), reason: 'unusable' })
  const [{ value, failure, pageCursor }, options, views] = await Promise.all([
    readPage(ctx, resource, { query, place, columns, notices, pageCursor: wanted }),
    optionsOf(ctx, resource, query, place),
    saved,
  ])
  // Back at the beginning, where a page by its cursor would be as short as what has arrived since.
  if (pageCursor?.side === 'before' && value?.answer.cursors?.before === null)
    throw redirect(hrefOf(place.path, query, resource.list))
  notices.push(...missingFilters(ctx, resource, query, options))
  const trouble = notices.some(({ reason }) => reason !== 'beyond')
  return {
    ...streamData(ctx, resource, place, value?.query ?? query, columns, options),
    pageCursor,
    notices,
    answer: value?.answer ?? null,
    failure: failure ?? null,
    views:
      views &&
      listViews({ ...resource, path: place.path }, isWhole ? views : { ...views, default_view: null }, {
        url,
        query,
        trouble,
        zone: place.zone,
      }),
  }
}

/** As much as a reader of paper can use; the export holds all of it. */
const MAX_PRINTED = 2_000

export async function loadStreamPrint(ctx: RequestContext): Promise<StreamData> {
  const resource = streamAt(ctx)
  const [place, columns] = await Promise.all([placeOf(ctx), columnsOf(ctx, resource)])
  const { query, notices } = readStreamQuery(ctx, resource, place, { own: ['view'] })
  const whole = { ...query, page: 1, rowsPerPage: MAX_PRINTED }
  const [{ value, failure }, options] = await Promise.all([
    attempt(readRows(ctx, resource, whole, place, columns)),
    optionsOf(ctx, resource, query, place),
  ])
  return {
    ...streamData(ctx, resource, place, query, columns, options),
    pageCursor: null,
    notices: [...notices, ...missingFilters(ctx, resource, query, options)],
    answer: value ?? null,
    failure: failure ?? null,
    views: null,
  }
}

function streamData(
  { t }: RequestContext,
  resource: Resource,
  place: StreamPlace,
  query: ListQuery,
  columns: readonly string[],
  options: Record<string, Options>,
) {
  const { subject, zone } = place
  const same = subject ? sameForAll(subject.type) : []
  return {
    ...place,
    name: resource.name,
    title: subject ? t(`${resource.name}:of`, { name: subject.name }) : t(`${resource.name}:title`),
    crumbs: subject ? { [subject.id]: subject.name } : ({} as Record<string, string>),
    narrowedTo: narrowedTo(resource, query, options),
    columns: columns.filter(column => !same.includes(column)),
    query,
    options,
    range: resolve(
      query.period ?? { kind: 'relative', text: resource.list.period ?? 'today' },
      Date.now(),
      zone,
    ),
  }
}

/**
 * A subject's page offers no filter by what the subject belongs to, and a tenant's page no other tenant's
 * locations.
 */
async function optionsOf(
  ctx: RequestContext,
  resource: Resource,
  query: ListQuery,
  { subject }: StreamPlace,
): Promise<Record<string, Options>> {
  const { filters, quiet } = resource.list
  const same = subject ? sameForAll(subject.type) : []
  const within = subject?.type === 'tenant' ? { tenant: subject.id } : undefined
  const found = await filterOptions(
    ctx,
    resource,
    filters
      .filter(field => query.filters[field] || !(quiet.includes(field) || same.includes(field)))
      .map(field => ({
        field,
        ids: query.filters[field] ?? [],
        find: ctx.url.searchParams.get(`find.${field}`)?.trim().slice(0, 100) ?? '',
        ...(within && field !== 'tenant' ? { within } : {}),
      })),
  )
  const nothing = { list: [], searchable: false, find: '' }
  return { ...Object.fromEntries(same.map(field => [field, nothing])), ...found }
}
