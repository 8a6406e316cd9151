/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { locationsGroups } from './groups/locations-groups.resource'
import { slotsGroups } from './groups/slots-groups.resource'
import { tenantsGroups } from './groups/tenants-groups.resource'
import { locations } from './locations/locations.resource'
import { slotsMeters } from './slots-meters/slots-meters.resource'
import { slotsOffline } from './slots-offline/slots-offline.resource'
import { slots } from './slots/slots.resource'
import { smibs } from './smibs/smibs.resource'
import { tenants } from './tenants/tenants.resource'

export const found = {
  'locations-groups': locationsGroups,
  'slots-groups': slotsGroups,
  'tenants-groups': tenantsGroups,
  locations,
  'slots-meters': slotsMeters,
  'slots-offline': slotsOffline,
  slots,
  smibs,
  tenants,
}
