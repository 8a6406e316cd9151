/** The parameters of an address that every list shares (ruling 2). */
import type { ListSpec } from './list-spec'

/**
 * What the button sends that ticks a whole page: that page's number, since the rows' form itself leads to the first.
 */
export const TICK = 'tick'

/** All rows that the filters match are meant, instead of single ones. */
export const MATCHING = 'matching'

/** Those that say a period. */
export const OF_PERIOD = new Set(['timeRange', 'timeZone', 'dateStart', 'dateEnd'])

/** Whether a list has a use for this parameter; filters are its own matter. */
export function isOfList(
  parameter: string,
  { period, searched = true, fixedOrder = false }: ListSpec,
): boolean {
  if (OF_PERIOD.has(parameter)) return period !== undefined
  if (parameter === 'query') return searched
  if (parameter === 'sortBy' || parameter === 'sortDirection') return !fixedOrder
  return parameter === 'page' || parameter === 'rowsPerPage'
}
