/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { bulkItems } from './bulk/bulk-items.resource'
import { bulk } from './bulk/bulk.resource'
import { changes } from './changes/changes.resource'
import { commands } from './commands/commands.resource'
import { exports } from './exports/exports.resource'
import { locationsGroups } from './groups/locations-groups.resource'
import { slotsGroups } from './groups/slots-groups.resource'
import { tenantsGroups } from './groups/tenants-groups.resource'
import { imports } from './imports/imports.resource'
import { locations } from './locations/locations.resource'
import { notifications } from './notifications/notifications.resource'
import { slotsMeters } from './slots-meters/slots-meters.resource'
import { slotsOffline } from './slots-offline/slots-offline.resource'
import { slots } from './slots/slots.resource'
import { smibs } from './smibs/smibs.resource'
import { tasks } from './tasks/tasks.resource'
import { tenants } from './tenants/tenants.resource'

export const found = {
  'bulk-items': bulkItems,
  bulk,
  changes,
  commands,
  exports,
  'locations-groups': locationsGroups,
  'slots-groups': slotsGroups,
  'tenants-groups': tenantsGroups,
  imports,
  locations,
  notifications,
  'slots-meters': slotsMeters,
  'slots-offline': slotsOffline,
  slots,
  smibs,
  tasks,
  tenants,
}
