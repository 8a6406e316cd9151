import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { resources } from '../../resources/index'
import { guarded } from '../../session/guard.server'
import { preferenceCookies, readChoices } from '../../session/preferences.server'
import { attempt, refreshOf } from '../failure.server'
import { loadList, type ListData } from '../list.server'
import { hrefOf, readListQuery } from '../list-query'
import { ListPage } from '../parts/list-page'
import { resourceAt } from '../resource-at.server'

export const loader = guarded(args => resourceAt(args).contract.permissions.list, async asked => {
  const loaded = await loadList(asked, resourceAt(asked))
  return loaded.failure ? data(loaded, { status: loaded.failure.status, headers: refreshOf(loaded.failure) }) : loaded
})

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return new Headers(refresh ? { Refresh: refresh } : {})
}

/** The page size is this person's from now on; the address names it, so that it shows the same page to others. */
export const action = guarded(args => resourceAt(args).contract.permissions.list, async ({ api, form, url, timeZone }) => {
  const { list, path } = resourceAt({ url })
  const { rowsPerPage } = readChoices(form)
  const { query } = readListQuery(url.searchParams, list, timeZone)
  if (!rowsPerPage) return redirect(hrefOf(path, query, list), 303)
  // The cookie decides; the backend's copy is for the next browser, so its absence costs nothing now.
  await attempt(api.call('PUT', '/api/settings/v1/preferences', { body: { rows_per_page: rowsPerPage }, schema: z.unknown() }))
  return redirect(hrefOf(path, { ...query, rowsPerPage }, list), { status: 303, headers: preferenceCookies({ rowsPerPage }).map((cookie): [string, string] => ['Set-Cookie', cookie]) })
})

export default function List() {
  const loaded = useLoaderData() as ListData
  return <ListPage resource={resources[loaded.name]} data={loaded} />
}
