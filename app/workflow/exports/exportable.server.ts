/** How loaders find the list that an address means, read the request for it, and write its file. */
import { redirect } from '@remix-run/node'
import type { ListRequest } from '../../../backend/platform/contract/list'
import type { DataExport } from '../../../backend/workflow/exports/exports.contract'
import { ownResource } from '../../engine/data/custom-fields.server'
import { columnsOf } from '../../engine/data/columns.server'
import { csvForm, type CsvBase, type CsvForm, type Units } from '../../engine/export/csv.server'
import type { Options } from '../../engine/fields/field'
import { readListQuery, type ListQuery } from '../../engine/address/list-query'
import { requestFor } from '../../engine/data/list.server'
import { filterOptions } from '../../engine/data/lookup.server'
import { rangeOf } from '../../engine/period/period'
import { resourceAt, type RequestContext } from '../../engine/data/resource-at.server'
import { columnsMadeOf, fileColumns, storedColumns, wireColumns } from '../../engine/export/file-columns'
import { streamRequest } from '../../engine/stream/stream-rows.server'
import { placeOf, readStreamQuery } from '../../engine/stream/stream.server'
import { readsOf } from '../../engine/render/render-context'
import { exportableOf } from './exportable'
import { subjectIn, withoutSubject } from './stream-export'
import type { Exportable } from './exportable-list'
import type { Notice } from '../../engine/address/list-spec'
import type { Resource } from '../../engine/definition/resource'

type StoredColumns = Pick<DataExport, 'columns' | 'shown'>

interface Ways {
  /**
   * Whose days a relative period means, and what the path says that the query does not. Throws 404 for what is not
   * there.
   */
  place(ctx: RequestContext): Promise<{
    zone: string
    path?: Record<string, string[]>
    crumbs?: Record<string, string>
    unused?: Notice[]
  }>
  /** The fields that are stored of its rows; `shown` where the columns made of them do not follow from that. */
  columns(ctx: RequestContext): Promise<{ fields: readonly string[]; shown: readonly string[] | null }>
  request(query: ListQuery, zone: string): ListRequest
  csv(stored: StoredColumns, ctx: Omit<CsvBase, 'entity'>, units: Units): CsvForm
}

const entityWays = (resource: Resource): Ways => ({
  place: ({ timeZone }) => Promise.resolve({ zone: timeZone }),
  columns: async ctx => {
    const shown = fileColumns(resource, await columnsOf(ctx, resource))
    return { fields: wireColumns(resource, shown), shown }
  },
  request: (query, zone) => requestFor(resource, query, zone),
  csv: ({ columns, shown }, ctx, units) =>
    csvForm(resource, storedColumns(resource, columns, shown), { ...ctx, entity: resource.name }, units),
})

const streamWays = (resource: Resource): Ways => ({
  place: async ctx => {
    const place = await placeOf(ctx)
    const { subject, zone } = place
    return {
      zone,
      unused: readStreamQuery(ctx, resource, place).notices.filter(({ parameter }) => parameter === 'type'),
      ...(subject && {
        path: { type: [subject.type], id: [subject.id] },
        crumbs: { [subject.id]: subject.name },
      }),
    }
  },
  columns: async ctx => {
    const shown = fileColumns(resource, await columnsOf(ctx, resource))
    return { fields: readsOf(resource, shown), shown }
  },
  request: (query, zone) =>
    streamRequest(resource, withoutSubject(resource, query), { subject: subjectIn(query), zone }),
  csv: ({ columns, shown }, ctx, units) =>
    csvForm(resource, columnsMadeOf(resource, columns, shown), { ...ctx, entity: resource.name }, units),
})

export const waysOf = ({ resource }: Exportable): Ways =>
  resource.stream ? streamWays(resource) : entityWays(resource)

/** A list that is never written in the background has no such page (ruling 8). */
export function exportableAt(args: { url: URL }): Exportable {
  const resource = resourceAt(args)
  if (resource.list.direct) throw redirect('/error/error-v1')
  return exportableOf(resource)
}

/** With the fields of the reader's tenant, where its rows have such. `demanded`: throws where they cannot be read. */
export const withOwnFields = async (
  ctx: Pick<RequestContext, 'api' | 'user'>,
  list: Exportable,
  options: { demanded?: boolean } = {},
): Promise<Exportable> => {
  const resource = await ownResource(ctx, list.resource, options)
  return resource === list.resource ? list : exportableOf(resource)
}

interface Order {
  query: ListQuery
  /** What of the address was not used. */
  notices: Notice[]
  fields: string[]
  /** As its export keeps it. */
  shown: string[] | null
  crumbs: Record<string, string>
  request: Omit<ListRequest, 'rowsPerPage' | 'page' | 'fields'>
}

/**
 * What an order's address asks for. A relative period is pinned: "today" will be another day when somebody looks at the
 * file.
 */
export async function orderAt(
  ctx: RequestContext,
  list: Exportable,
  own: readonly string[] = ['view'],
): Promise<Order> {
  const ways = waysOf(list)
  const [{ zone, path, crumbs, unused = [] }, { fields, shown }] = await Promise.all([
    ways.place(ctx),
    ways.columns(ctx),
  ])
  const {
    query: { period: _meant, ...read },
    query: asMeant,
    notices,
  } = readListQuery(ctx.url.searchParams, list.addressSpec ?? list.spec, zone, {
    own: list.addressSpec ? [...own, 'type'] : own,
  })
  const range = rangeOf(asMeant, list.spec, Date.now(), zone)
  const { id: _inPath, ...filters } = read.filters
  const query: ListQuery = {
    ...read,
    page: 1,
    filters: { ...filters, ...path },
    ...(range && { period: { kind: 'fixed', ...range } }),
  }
  const { rowsPerPage: _size, page: _page, fields: _fields, ...request } = ways.request(query, zone)
  return {
    query,
    notices: [...notices, ...unused],
    fields: [...fields],
    shown: shown && [...shown],
    crumbs: crumbs ?? {},
    request,
  }
}

/** Names of what was chosen, looked up as on the list itself. */
export async function chosenOptions(
  ctx: RequestContext,
  list: Exportable,
  query: ListQuery,
): Promise<Record<string, Options>> {
  const lookups = list.lookups(query)
  const found = await Promise.all(
    [...new Set(lookups.map(({ resource }) => resource))].map(resource =>
      filterOptions(
        ctx,
        resource,
        lookups.filter(one => one.resource === resource).map(({ field, ids }) => ({ field, ids, find: '' })),
      ),
    ),
  )
  return Object.assign({}, ...found) as Record<string, Options>
}
