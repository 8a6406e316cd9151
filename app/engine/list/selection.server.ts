import { redirect } from '@remix-run/node'
import type { Resource } from '../define-resource'
import { readListQuery } from './list-query'
import { rangeOf, writeInstant } from '../period/period'
import type { RequestContext } from '../resource-at.server'

/**
 * What is done to all that match is done to what was looked at: "today" in the address of a command would mean other rows an hour later, when its
 * button is pressed. So such an address is answered by a redirect to the one that names the range.
 */
export function pinSelection(
  { url, timeZone }: Pick<RequestContext, 'url' | 'timeZone'>,
  resource: Resource,
): void {
  if (url.searchParams.get('matching') !== '1') return
  const { query } = readListQuery(url.searchParams, resource.list, timeZone)
  const range =
    query.period?.kind === 'relative' ? rangeOf(query, resource.list, Date.now(), timeZone) : undefined
  if (!range) return
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => name !== 'timeRange' && name !== 'timeZone'),
  )
  search.set('dateStart', writeInstant(range.start))
  search.set('dateEnd', writeInstant(range.end))
  throw redirect(`${url.pathname}?${search.toString()}`)
}
