/** The specification's one list with a parameter: the groups of one type, by default locations if permitted. */
import { redirect } from '@remix-run/node'
import { entityType } from '../../../backend/estate/entity-groups/entity-groups.contract'
import { guarded } from '../../session/guard.server'
import { groupPages, mayList } from './group-pages'

export const loader = guarded({ any: groupPages.map(({ rule }) => rule) }, ({ url, can }) => {
  const named = entityType.safeParse(url.searchParams.get('entityType'))
  const page = groupPages.find(({ type }) => type === named.data)
  // A type that there is none of stays in the address: the list that is shown instead says that it means nothing.
  if (page) url.searchParams.delete('entityType')
  const path = page?.path ?? mayList(can) ?? groupPages[0].path
  const search = url.searchParams.toString()
  return redirect(search ? `${path}?${search}` : path)
})
