/**
 * `/advanced/checkpoints/slot/<id>`: the specification says whose rows they are before the id, where every stream has
 * its subject.
 */
import { redirect } from '@remix-run/node'
import { readsCheckpoints } from '../../../backend/accounting/aggregations/aggregations.contract'
import { guarded } from '../../session/guard.server'

export const loader = guarded(readsCheckpoints, ({ url, params }) => {
  const [section = '', stream = '', type = ''] = url.pathname.split('/').slice(1)
  const search = new URLSearchParams(url.search)
  if (params.id) search.set('type', type)
  // Without an id: a row for each thing of the type. A SMIB has the sums of its slots.
  else if (stream === 'computed-aggregations') search.set('by', type === 'smib' ? 'slot' : type)
  const query = search.size > 0 ? `?${search.toString()}` : ''
  throw redirect(`/${section}/${stream}${params.id ? `/${params.id}` : ''}${query}`)
})
