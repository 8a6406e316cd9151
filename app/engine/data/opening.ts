/** What a work queue opens with: an address like any other, so that whoever shares it shows the same. */
import { readListQuery, sortOf, type ListQuery } from '../address/list-query'
import type { Resource } from '../definition/resource'
import { meaning } from './views'

/** Null for a list that opens with all of its rows. */
export function openingQuery({ list }: Resource, rows?: number | null): ListQuery | null {
  const { opens, shows } = list
  if (!opens) return null
  const { query } = readListQuery(new URLSearchParams(), list, 'UTC', { rows: rows ?? null })
  const [sortBy, sortDirection] = sortOf(opens)
  const filters = Object.entries(shows[opens.show] ?? {}).map(([name, values]) => [name, [...values]])
  return { ...query, filters: Object.fromEntries(filters) as ListQuery['filters'], sortBy, sortDirection }
}

/** Whether these are the rows that the list opens with, whatever page and page size. */
export function isOpening(resource: Resource, query: ListQuery): boolean {
  const opening = openingQuery(resource)
  return opening !== null && meaning(resource, opening) === meaning(resource, query)
}

/**
 * A list's usual order in place of the one that it opens with; another one was chosen and stays. `show`: the order that
 * goes with this one of its links.
 */
export function orderFor({ list }: Resource, query: ListQuery, show?: string): Partial<ListQuery> {
  if (!list.opens) return {}
  const isIn = ([by, direction]: readonly [string, string]) =>
    query.sortBy === by && query.sortDirection === direction
  const [usual, opening] = [sortOf(list), sortOf(list.opens)]
  if (!isIn(usual) && !isIn(opening)) return {}
  const [sortBy, sortDirection] = show === list.opens.show ? opening : usual
  return { sortBy, sortDirection }
}
