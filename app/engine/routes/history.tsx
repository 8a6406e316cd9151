/** `/slots/<id>/history`: everything that happened to one record. */
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { resources } from '../../resources/index'
import { guarded } from '../../session/guard.server'
import { preferenceCookies, readChoices } from '../../session/preferences.server'
import { historySpec } from '../history'
import { loadHistory, type HistoryData } from '../history.server'
import { hrefOf, readListQuery } from '../list-query'
import { HistoryPage } from '../parts/history-page'
import { resourceAt } from '../resource-at.server'

const needs = (args: { url: URL }) => ({ all: [resourceAt(args).contract.permissions.read, 'audit_log::list'] }) as const

export const loader = guarded(needs, loadHistory)

/** The page size, as on every list. */
export const action = guarded(needs, ({ form, url, timeZone }) => {
  const { rowsPerPage } = readChoices(form)
  const { query } = readListQuery(url.searchParams, historySpec, timeZone)
  const headers = rowsPerPage ? preferenceCookies({ rowsPerPage }).map((cookie): [string, string] => ['Set-Cookie', cookie]) : []
  return redirect(hrefOf(url.pathname, rowsPerPage ? { ...query, rowsPerPage } : query, historySpec), { status: 303, headers })
})

export default function History() {
  const data = useLoaderData() as HistoryData
  return <HistoryPage resource={resources[data.name]} data={data} />
}
