/** Which rows an address names for what is done to several: the ticked ones, or all that the list's filters match. */
import { redirect } from '@remix-run/node'
import { ANSWER, SAVED_FORM } from '../../addresses/own-parameters'
import { MAX_SELECTED, readListQuery, type ListQuery } from '../address/list-query'
import { rangeOf, writeInstant } from '../period/period'
import { isId, type RequestContext } from './resource-at.server'
import { noticeOf } from '../address/notice'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'

type Address = Pick<RequestContext, 'url' | 'timeZone'>

export interface Selection {
  isMatching: boolean
  ids: string[]
  query: ListQuery
  /** What of the address was not used. */
  notices: Notice[]
  /** Without what was not used it would be more rows than the address asks for: nothing is done to them. */
  isUnclear: boolean
}

/** `own`: parameters of the page itself. */
export function readSelection(
  { url: { searchParams }, timeZone }: Address,
  { list }: Pick<Resource, 'list'>,
  own: readonly string[] = [],
): Selection {
  const { query, notices } = readListQuery(searchParams, list, timeZone, {
    own: [...own, 'matching', 'selected', 'view', ANSWER, SAVED_FORM],
  })
  const reject = (parameter: string, value: string, reason: Notice['reason']) =>
    notices.push(noticeOf(parameter, value, reason))
  const matching = searchParams.get('matching') ?? ''
  const isMatching = matching === '1'
  if (matching !== '' && !isMatching) reject('matching', matching, 'unusable')
  const named: readonly string[] = [...new Set(searchParams.getAll('selected'))]
  const ids = named.filter(isId)
  for (const text of named) if (text !== '' && !isId(text)) reject('selected', text, 'unusable')
  if (ids.length > MAX_SELECTED) reject('selected', String(ids.length), 'too_large')
  return {
    isMatching,
    ids: ids.slice(0, MAX_SELECTED),
    query,
    notices,
    isUnclear: isMatching && notices.length > 0,
  }
}

/**
 * What is done to all that match is done to what was looked at: "today" in the address of a command would mean other
 * rows an hour later, when its button is pressed. So such an address is answered by a redirect to the one that names
 * the range.
 */
export function pinSelection(
  { url, timeZone }: Address,
  resource: Resource,
  { isMatching, isUnclear, query }: Selection,
): void {
  if (!isMatching || isUnclear || query.period?.kind !== 'relative') return
  const range = rangeOf(query, resource.list, Date.now(), timeZone)
  if (!range) return
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => name !== 'timeRange' && name !== 'timeZone'),
  )
  search.set('dateStart', writeInstant(range.start))
  search.set('dateEnd', writeInstant(range.end))
  throw redirect(`${url.pathname}?${search.toString()}`)
}
