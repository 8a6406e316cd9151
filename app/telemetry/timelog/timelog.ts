/**
 * `/advanced/timelog/slot/<id>`: the time log of one, where every stream has its subject; without an id, what happens
 * to things of the type.
 */
import { redirect } from '@remix-run/node'
import { spanKinds, timelogContract } from '../../../backend/telemetry/streams/records.contract'
import { guarded } from '../../session/guard.server'

/** A SMIB falls silent, the rest happens to its slot; in a location of a tenant, all of it does. */
const kindsOf = (type: string) =>
  type === 'smib' ? ['offline'] : type === 'slot' ? spanKinds.filter(kind => kind !== 'offline') : []

export const loader = guarded(timelogContract.permissions.list, ({ url, params }) => {
  const [type = ''] = url.pathname.split('/').slice(3)
  const search = new URLSearchParams(url.search)
  if (params.id) search.set('type', type)
  else for (const kind of kindsOf(type)) search.append('kind', kind)
  const query = search.size > 0 ? `?${search.toString()}` : ''
  throw redirect(`/advanced/timelog${params.id ? `/${params.id}` : ''}${query}`)
})
