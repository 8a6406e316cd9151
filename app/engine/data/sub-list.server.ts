import type { RequestContext } from './resource-at.server'
import type { Resource } from '../definition/resource'
import type { Named } from '../definition/list-owner'

/**
 * A list's title; of one below something else, also what that is called. Throws 404 where that is not there for this
 * person.
 */
export async function aboutList(
  { api, t }: Pick<RequestContext, 'api' | 't'>,
  { name, about }: Resource,
): Promise<Named> {
  if (!about) return { title: t(`${name}:title`) }
  const { ask, say } = about
  return say(ask ? await api.call('GET', ask.path, { schema: ask.shape }) : undefined, t)
}
