/** The rows of a stream's page, which the backend gives by page number or by cursor. */
import { RAW_TOTAL_CAP, type ListAnswer, type ListRequest } from '../../../backend/platform/contract/list'
import { attempt } from '../data/failure.server'
import { requestFor } from '../data/list.server'
import type { ListQuery } from '../address/list-query'
import { pageInReach } from '../data/paging.server'
import { readsOf } from '../render/render-context'
import type { RequestContext } from '../data/resource-at.server'
import { noticeOf } from '../address/notice'
import type { StreamPlace, Subject } from './stream-place'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/** From the address: rows that follow a cursor of an earlier page, or come just before it. */
export interface PageCursor {
  side: 'after' | 'before'
  cursor: string
}
export const SIDES = ['after', 'before'] as const

/** The request for the backend. It includes archived slots, because what happened there happened all the same. */
export function streamRequest(
  resource: Resource,
  query: ListQuery,
  { subject, zone }: { subject: Pick<Subject, 'type' | 'id'> | null; zone: string },
): ListRequest {
  const request = requestFor(resource, query, zone)
  if (!subject) return { ...request, show_all: true }
  return {
    ...request,
    show_all: true,
    exactFields: [...request.exactFields, subject.type],
    exactValues: [...request.exactValues, subject.id],
  }
}

/** Rows of raw data beyond the cap are not counted, so no page beyond it is requested: a period leads there. */
const inReach = (query: ListQuery): ListQuery => ({
  ...query,
  page: Math.min(query.page, Math.ceil(RAW_TOTAL_CAP / query.rowsPerPage)),
})

export function pageCursorIn({ searchParams }: URL): PageCursor | null {
  const side = SIDES.find(one => searchParams.get(one))
  return side ? { side, cursor: searchParams.get(side) ?? '' } : null
}

interface Wanted {
  query: ListQuery
  place: StreamPlace
  columns: readonly string[]
  notices: Notice[]
  pageCursor: PageCursor | null
}

/**
 * The rows before or after the address's cursor, else those of its page number. A notice names a cursor that
 * the backend has no use for.
 */
export async function readPage(ctx: RequestContext, resource: Resource, wanted: Wanted) {
  const { query, place, columns, notices, pageCursor } = wanted
  if (pageCursor) {
    const first = { ...query, page: 1 }
    const { value, failure } = await attempt(readRows(ctx, resource, first, place, columns, pageCursor))
    if (value) return { value: { query: first, answer: value }, pageCursor }
    if (!SIDES.some(side => failure?.fields[side])) return { failure, pageCursor }
    for (const side of SIDES)
      for (const cursor of ctx.url.searchParams.getAll(side)) notices.push(noticeOf(side, cursor, 'unusable'))
  }
  return {
    ...(await attempt(
      pageInReach(query, notices, one => readRows(ctx, resource, inReach(one), place, columns)),
    )),
    pageCursor: null,
  }
}

export async function readRows(
  { api }: Pick<RequestContext, 'api'>,
  resource: Resource,
  query: ListQuery,
  place: StreamPlace,
  columns: readonly string[],
  pageCursor: PageCursor | null = null,
): Promise<ListAnswer<Row>> {
  const shape = resource.contract.row.shape
  const answer = (await api(resource.contract).list({
    ...streamRequest(resource, query, place),
    ...(pageCursor && { [pageCursor.side]: pageCursor.cursor }),
    fields: [...readsOf(resource, columns), 'server_time_nano', 'time_zone'].filter(field => field in shape),
  })) as unknown as ListAnswer<Row>
  // A raw row has no id of its own: its position identifies it on its page.
  return { ...answer, rows: answer.rows.map((row, index) => ({ ...row, _id: row._id ?? String(index) })) }
}
