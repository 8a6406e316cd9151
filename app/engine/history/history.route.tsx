/** `/slots/<id>/history`: everything that happened to one record. */
import { withCustomFields } from '../definition/with-custom-fields'
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { historySpec } from './history'
import { loadHistory } from './history.server'
import { choosePageSize, listHeaders, pageOrFailure } from '../data/paging.server'
import { HistoryPage } from './history-page'
import { resourceAt } from '../data/resource-at.server'
import { useLoaded } from '../../console/shell-context'

const needs = (args: { url: URL }) =>
  ({ all: [resourceAt(args).contract.permissions.read, 'audit_log::list'] }) as const

export const loader = guarded(needs, async ctx => pageOrFailure(await loadHistory(ctx)))

export const headers = listHeaders

export const action = guarded(needs, ctx => choosePageSize(ctx, historySpec))

export default function History() {
  const data = useLoaded<typeof loader>()
  return <HistoryPage resource={withCustomFields(resources[data.name], data.custom)} data={data} />
}
