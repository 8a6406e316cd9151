/**
 * What every paged list has in common beyond its rows: the page requested, the page there is, and how many
 * rows one holds.
 */
import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { RefusedRequest } from '../../session/form.server'
import type { GuardedContext } from '../../session/guard.server'
import { preferenceHeaders, readChoices, rowsFor } from '../../session/preferences.server'
import { attempt, refreshOf, type Failure } from './failure.server'
import {
  DEFAULT_ROWS,
  hrefOf,
  readListQuery,
  toRequest,
  type ListQuery,
  type Reading,
} from '../address/list-query'
import type { ListSpec, Notice } from '../address/list-spec'

type ListBody = ReturnType<typeof toRequest>

/** A page beyond the last one shows the last one, and says so (ruling 2). `query` is the one that was answered. */
export async function pageInReach<
  Query extends Pick<ListQuery, 'page' | 'rowsPerPage'>,
  Answer extends { total: number },
>(
  wanted: Query,
  notices: Notice[],
  ask: (query: Query) => Promise<Answer>,
): Promise<{ query: Query; answer: Answer }> {
  const answer = await ask(wanted)
  const last = Math.max(1, Math.ceil(answer.total / wanted.rowsPerPage))
  if (wanted.page <= last) return { query: wanted, answer }
  notices.push({ parameter: 'page', value: String(wanted.page), reason: 'beyond' })
  const query = { ...wanted, page: last }
  return { query, answer: await ask(query) }
}

/** How this reader's addresses are read: with the page size that they have chosen (ruling 42). */
export const readingOf = ({ request }: { request: Request }, own?: readonly string[]): Reading => ({
  rows: rowsFor(request.headers.get('Cookie')),
  ...(own && { own }),
})

export interface Page<Answer> {
  query: ListQuery
  notices: Notice[]
  answer: Answer | null
  failure: Failure | null
}

/**
 * Of a list with an address of its own that is no resource: what its URL asks, what came, or why not. Its filters'
 * texts are the backend's values.
 */
export async function readPage<Answer extends { total: number }>(
  { url, timeZone, request }: Pick<GuardedContext, 'url' | 'timeZone' | 'request'>,
  spec: ListSpec,
  ask: (request: ListBody, query: ListQuery) => Promise<Answer>,
  own?: readonly string[],
): Promise<Page<Answer>> {
  const { query, notices } = readListQuery(url.searchParams, spec, timeZone, readingOf({ request }, own))
  const { value, failure } = await attempt(
    pageInReach(query, notices, one =>
      ask(
        toRequest(one, spec, (_, text) => text, Date.now(), timeZone),
        one,
      ),
    ),
  )
  return { query: value?.query ?? query, notices, answer: value?.answer ?? null, failure: failure ?? null }
}

/** A page whose list could not be read has that answer's status, and asks again by itself when it may help. */
export const pageOrFailure = <Loaded extends { failure: Failure | null }>(loaded: Loaded) =>
  loaded.failure
    ? data(loaded, { status: loaded.failure.status, headers: refreshOf(loaded.failure) })
    : loaded

export const listHeaders: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return new Headers(refresh ? { Refresh: refresh } : {})
}

/**
 * The page size is this person's from now on; the address names it, so that it shows the same page to others. A list
 * takes no other form.
 */
export function choosePageSize(
  { form, url, timeZone }: Pick<GuardedContext, 'form' | 'url' | 'timeZone'>,
  spec: ListSpec,
  path = url.pathname,
) {
  const { rowsPerPage } = readChoices(form)
  if (!rowsPerPage) throw new RefusedRequest('bad-request', 400)
  const { query } = readListQuery(url.searchParams, spec, timeZone)
  const ownRows = rowsPerPage === DEFAULT_ROWS ? undefined : rowsPerPage
  return redirect(hrefOf(path, { ...query, rowsPerPage, ownRows }, spec), {
    status: 303,
    headers: preferenceHeaders({ rowsPerPage }),
  })
}
