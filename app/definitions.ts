/** The registry: every entity that the engine turns into pages. */
import type { Resource } from './engine/define-resource'
import { resourcePaths, type ResourceName } from './names'
import { bulkItemPlaces } from './operations/bulk/bulk-items.resource'
import { changeRowPlaces } from './operations/bulk/change-rows.resource'
import { changePlaces } from './operations/bulk/changes.resource'
import { commandPlaces } from './estate/control/commands.resource'
import { importRowPlaces } from './workflow/imports/import-rows.resource'
import { importPlaces } from './workflow/imports/imports.resource'
import { placedAt } from './engine/list/sub-list'
import { found } from './definitions.found'

// A name without a definition does not compile.
export const resources: Readonly<Record<ResourceName, Resource>> = found

/** Addresses of the lists that stand below something else. */
const places = {
  commands: commandPlaces,
  changes: changePlaces,
  'change-rows': changeRowPlaces,
  imports: importPlaces,
  'import-rows': importRowPlaces,
  'bulk-items': bulkItemPlaces,
}

const byPath = new Map(
  Object.entries(resourcePaths).map(([name, path]) => [path as string, resources[name as ResourceName]]),
)

/** `/slots/…` and `/advanced/smibs/…`: the first or the first two segments name the entity. */
export function resourceAtPath(pathname: string): Resource | undefined {
  for (const [name, of] of Object.entries(places)) {
    const found = placedAt(pathname, resources[name as ResourceName], of, path => byPath.get(path))
    if (found) return found
  }
  const [, first = '', second = ''] = pathname.split('/')
  return byPath.get(`/${first}/${second}`) ?? byPath.get(`/${first}`)
}

/** The list that a page's loader has read: by its address, which one below something else shares with nobody. */
export const resourceOf = ({ name, path }: { name: ResourceName; path: string }): Resource =>
  resourceAtPath(path) ?? resources[name]

/** The list that the backend knows as `family/many`. */
export const resourceOfList = (list: string): Resource | undefined =>
  Object.values(resources).find(({ contract }) => `${contract.family}/${contract.many}` === list)
