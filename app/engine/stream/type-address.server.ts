/**
 * `/advanced/checkpoints/slot/<id>`: the specification says whose rows they are before the id, where every stream has
 * its subject. Without an id the type is a filter of the whole stream.
 */
import { redirect } from '@remix-run/node'
import type { RequestContext } from '../data/resource-at.server'

export function redirectToFilter({ url, params }: Pick<RequestContext, 'url' | 'params'>): never {
  const [section = '', stream = '', type = ''] = url.pathname.split('/').slice(1)
  const search = new URLSearchParams(url.search)
  search.set('type', type)
  throw redirect(`/${section}/${stream}${params.id ? `/${params.id}` : ''}?${search.toString()}`)
}
