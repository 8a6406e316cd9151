/** Every list of the engine can have its columns set; they are stored under these names. */
import { offeredColumns } from '../../engine/definition/columns'
import { resources } from '../../engine/definition/registry'
import { resourcePaths, type ResourceName } from '../../addresses/names'
import type { Resource } from '../../engine/definition/resource'

export interface Configurable {
  name: ResourceName
  /** Its address; null for a list that is only part of another page. */
  route: string | null
  resource: Resource
}

/** Lists that share another's columns are set with it. */
export const configurable: readonly Configurable[] = (Object.entries(resources) as [ResourceName, Resource][])
  .filter(([, resource]) => resource.columnsOf === undefined && offeredColumns(resource).length > 1)
  .map(([name, resource]) => ({
    name,
    resource,
    route: (resourcePaths as Partial<Record<ResourceName, string>>)[name] ?? null,
  }))

export const configurableNamed = (name: string | undefined): Configurable | undefined =>
  configurable.find(one => one.name === name)

export const columnsPath = (name?: string): string =>
  name === undefined ? '/admin/columns-configurations' : `/admin/columns-configurations/${name}`
