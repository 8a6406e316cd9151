/** The specification's one list with a parameter: the groups of one type, locations unless told otherwise or not permitted. */
import { redirect } from '@remix-run/node'
import { entityType } from '../../../backend/entity-groups/entity-groups.contract'
import { guarded } from '../../session/guard.server'
import { groupPages, mayList } from './group-pages'

export const loader = guarded({ any: groupPages.map(({ rule }) => rule) }, ({ url, can }) => {
  const wanted = entityType.safeParse(url.searchParams.get('entityType') ?? 'location')
  const { path } = (wanted.success ? groupPages.find(({ type }) => type === wanted.data) : undefined) ?? groupPages[0]
  url.searchParams.delete('entityType')
  const search = url.searchParams.toString()
  const first = url.search === '' ? mayList(can) ?? path : path
  return redirect(search ? `${first}?${search}` : first)
})
