/** The registry: every entity that the engine turns into pages. */
import type { Resource } from '../engine/define-resource'
import { resourcePaths, type ResourceName } from './names'
import { found } from './resources.found'

// A name without a definition does not compile.
export const resources: Readonly<Record<ResourceName, Resource>> = found

const byPath = new Map(
  Object.entries(resourcePaths).map(([name, path]) => [path as string, resources[name as ResourceName]]),
)

/** `/slots/…` and `/advanced/smibs/…`: the first or the first two segments name the entity. */
export function resourceAtPath(pathname: string): Resource | undefined {
  const [, first = '', second = ''] = pathname.split('/')
  return byPath.get(`/${first}/${second}`) ?? byPath.get(`/${first}`)
}

/** The list that the backend knows as `family/many`. */
export const resourceOfList = (list: string): Resource | undefined =>
  Object.values(resources).find(({ contract }) => `${contract.family}/${contract.many}` === list)
