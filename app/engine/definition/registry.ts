/**
 * Every definition that becomes pages. The engine knows none of them: `app/definitions.ts` fills this when
 * the program starts.
 */
import { resourcePaths, type ResourceName } from '../../addresses/names'
import { placedAt, type Place } from './sub-list'
import type { Report } from './define-report'
import type { Resource } from './resource'
import { withCustomFields } from './with-custom-fields'

const known = {} as Record<ResourceName, Resource>
const knownReports: Report[] = []
const subLists = new Map<ResourceName, readonly Place[]>()
const byPath = new Map<string, Resource>()

export const resources: Readonly<Record<ResourceName, Resource>> = known
export const reports: readonly Report[] = knownReports

export interface Definitions {
  resources: Readonly<Record<ResourceName, Resource>>
  /** Addresses of the lists that stand below something else. */
  subLists: Readonly<Partial<Record<ResourceName, readonly Place[]>>>
  reports: readonly Report[]
}

/**
 * Takes the place of what was registered before, so that a program which reads its sources again has no definition
 * twice.
 */
export function registerDefinitions(definitions: Definitions): void {
  Object.assign(known, definitions.resources)
  knownReports.splice(0, knownReports.length, ...definitions.reports)
  for (const [name, places] of Object.entries(definitions.subLists))
    subLists.set(name as ResourceName, places)
  for (const [name, path] of Object.entries(resourcePaths)) byPath.set(path, known[name as ResourceName])
}

/** `/slots/…` and `/advanced/smibs/…`: the first or the first two segments name the entity. */
export function resourceAtPath(pathname: string): Resource | undefined {
  for (const [name, places] of subLists) {
    const found = placedAt(pathname, known[name], places, path => byPath.get(path))
    if (found) return found
  }
  const [, first = '', second = ''] = pathname.split('/')
  return byPath.get(`/${first}/${second}`) ?? byPath.get(`/${first}`)
}

/** The list that a page's loader has read: by its address, which one below something else shares with nobody. */
export const resourceOf = ({
  name,
  path,
  custom,
}: {
  name: ResourceName
  path: string
  custom?: Resource['custom']
}): Resource => withCustomFields(resourceAtPath(path) ?? known[name], custom)

/** The list that the backend knows as `family/many`. */
export const resourceOfList = (list: string): Resource | undefined =>
  Object.values(known).find(({ contract }) => `${contract.family}/${contract.many}` === list)
