/** What a list request asks of a stream: one reading for its pages, its total and its export. */
import type { z } from 'zod'
import type { ListRequest } from '../contract/list'
import { Problem } from '../contract/problem'
import { exactFilters } from '../http/exact-filters'
import { eventFilters, FILTERED_BACK_MS } from './streams.contract'
import type { Places, StreamFilter } from './streams.queries'

export interface StreamAsked<Table extends StreamFilter['table'] = StreamFilter['table']> {
  table: Table
  filters: z.ZodObject
  /** Filter names that are not their column's. */
  columns: Record<string, string>
}

export const eventStream = { table: 'events', filters: eventFilters, columns: { type: 'category' } } as const satisfies StreamAsked

/** Throws 422 for what the stream does not understand. */
export function filterOf<Table extends StreamFilter['table']>(request: ListRequest, { table, filters, columns }: StreamAsked<Table>, now: number): StreamFilter & { table: Table } {
  const { sortBy, sortDirection, dateStart, dateEnd } = request
  if (sortBy.some(key => !['server_time', 'id', '_id'].includes(key))) invalid('sortBy', 'unknown_field')
  if (request.query !== '') invalid('query', 'unknown_field')
  const { tenant, location, slot, smib, ...rest } = exactFilters(request, filters) as Places & Record<string, (string | number)[]>
  const also = Object.fromEntries(Object.entries(rest).map(([name, values]) => [columns[name] ?? name, values]))
  return {
    table, places: { ...(tenant && { tenant }), ...(location && { location }), ...(slot && { slot }), ...(smib && { smib }) }, also,
    from: dateStart ?? (Object.keys(also).length > 0 ? (dateEnd ?? now) - FILTERED_BACK_MS : null), to: dateEnd ?? null,
    direction: sortDirection[0] === 'ASC' ? 'asc' : 'desc',
  }
}

export function invalid(field: string, code: string, params?: Record<string, number>): never {
  throw new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })
}
