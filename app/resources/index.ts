/** The registry: every entity that the engine turns into pages. */
import type { Resource } from '../engine/define-resource'
import { apiTokens } from './api-tokens/api-tokens.resource'
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
  'api-tokens': apiTokens,
}

const byPath = new Map(
  Object.entries(resourcePaths).map(([name, path]) => [path as string, resources[name as ResourceName]]),
)

/** `/slots/…` and `/advanced/smibs/…`: the first or the first two segments name the entity. */
export function resourceAtPath(pathname: string): Resource | undefined {
  const [, first = '', second = ''] = pathname.split('/')
  return byPath.get(`/${first}/${second}`) ?? byPath.get(`/${first}`)
}
