/** The rows of a stream's page: what its backend is asked, by page number or beside a cursor. */
import { RAW_TOTAL_CAP, type ListAnswer, type ListRequest } from '../../../backend/platform/contract/list'
import { attempt } from '../failure.server'
import { requestFor } from '../list/list.server'
import type { ListQuery } from '../list/list-query'
import { pageInReach } from '../list/paging.server'
import { readsOf } from '../render-context'
import type { RequestContext } from '../resource-at.server'
import { noticeOf } from '../list/notice'
import type { StreamPlace, Subject } from './stream-place'
import type { Notice } from '../list/list-spec'
import type { Resource } from '../resource'
import type { Row } from '../row'

/** From the address: rows that follow a cursor of an earlier page, or come just before it. */
export interface Beside {
  side: 'after' | 'before'
  cursor: string
}
export const SIDES = ['after', 'before'] as const

/** What the backend is asked. What happened at a slot that has been archived since happened all the same. */
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

/** More rows of raw data than the cap are not counted: a page beyond is reached by a period, and not asked for. */
const inReach = (query: ListQuery): ListQuery => ({
  ...query,
  page: Math.min(query.page, Math.ceil(RAW_TOTAL_CAP / query.rowsPerPage)),
})

export function besideIn({ searchParams }: URL): Beside | null {
  const side = SIDES.find(one => searchParams.get(one))
  return side ? { side, cursor: searchParams.get(side) ?? '' } : null
}

interface Wanted {
  query: ListQuery
  place: StreamPlace
  columns: readonly string[]
  notices: Notice[]
  beside: Beside | null
}

/** The rows beside the address's cursor, else those of its page number. A cursor that the backend has no use for is told, like all that is not used. */
export async function readPage(ctx: RequestContext, resource: Resource, wanted: Wanted) {
  const { query, place, columns, notices, beside } = wanted
  if (beside) {
    const first = { ...query, page: 1 }
    const { value, failure } = await attempt(readRows(ctx, resource, first, place, columns, beside))
    if (value) return { value: { query: first, answer: value }, beside }
    if (!SIDES.some(side => failure?.fields[side])) return { failure, beside }
    for (const side of SIDES)
      for (const cursor of ctx.url.searchParams.getAll(side)) notices.push(noticeOf(side, cursor, 'unusable'))
  }
  return {
    ...(await attempt(
      pageInReach(query, notices, one => readRows(ctx, resource, inReach(one), place, columns)),
    )),
    beside: null,
  }
}

export async function readRows(
  { api }: Pick<RequestContext, 'api'>,
  resource: Resource,
  query: ListQuery,
  place: StreamPlace,
  columns: readonly string[],
  beside: Beside | null = null,
): Promise<ListAnswer<Row>> {
  const shape = resource.contract.row.shape
  const answer = (await api(resource.contract).list({
    ...streamRequest(resource, query, place),
    ...(beside && { [beside.side]: beside.cursor }),
    fields: [...readsOf(resource, columns), 'server_time_nano', 'time_zone'].filter(field => field in shape),
  })) as unknown as ListAnswer<Row>
  // A raw row has no id of its own: on its page it is told apart by its place.
  return { ...answer, rows: answer.rows.map((row, index) => ({ ...row, _id: row._id ?? String(index) })) }
}
