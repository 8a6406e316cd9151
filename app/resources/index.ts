/** The registry: every entity that the engine turns into pages. */
import type { Resource } from '../engine/define-resource'
import { locations } from './locations/locations.resource'
import { resourcePaths, type ResourceName } from './names'
import { locationsGroups } from './groups/locations-groups.resource'
import { slotsGroups } from './groups/slots-groups.resource'
import { tenantsGroups } from './groups/tenants-groups.resource'
import { slots } from './slots/slots.resource'
import { slotsOffline } from './slots-offline/slots-offline.resource'
import { slotsMeters } from './slots-meters/slots-meters.resource'
import { smibs } from './smibs/smibs.resource'
import { tenants } from './tenants/tenants.resource'
import { tasks } from './tasks/tasks.resource'
import { dataExports } from './exports/exports.resource'
import { notifications } from './notifications/notifications.resource'
import { commands, commandPlaces } from './commands/commands.resource'
import { bulk } from './bulk/bulk.resource'
import { changePlaces, changes } from './changes/changes.resource'
import { importPlaces, imports } from './imports/imports.resource'
import { placedAt } from '../engine/list/sub-list'

export const resources: Readonly<Record<ResourceName, Resource>> = {
  tenants,
  locations,
  slots,
  smibs,
  'tenants-groups': tenantsGroups,
  'locations-groups': locationsGroups,
  'slots-groups': slotsGroups,
  'slots-offline': slotsOffline,
  'slots-meters': slotsMeters,
  tasks,
  exports: dataExports,
  notifications,
  bulk,
  commands,
  changes,
  imports,
}

/** Addresses of the lists that stand below something else. */
const places = { commands: commandPlaces, changes: changePlaces, imports: importPlaces }

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
