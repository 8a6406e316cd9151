/**
 * Panels of other wings that the pages of records show: a slot's figures and events, a location's map. The records'
 * own definitions know none of it.
 */
import type { SidePanel } from '../../engine/definition/side-panel'
import type { ResourceName } from '../../addresses/names'
import { gamingDays } from './gaming-days'
import { boardOfGroup } from './group-board'
import { boardOfLocation } from './location-board'
import { lastMessages } from './messages'
import { refusedOfSmib } from './refused'
import { boardOfSlot } from './slot-board'
import { boardOfSmib } from './smib-board'
import { boardOfTenant } from './tenant-board'
import { unknownOfToken } from './unknown-smibs'
import type { Resource } from '../../engine/definition/resource'

const panels: Readonly<Partial<Record<ResourceName, readonly SidePanel[]>>> = {
  tenants: [boardOfTenant(), gamingDays('tenant')],
  'tenants-groups': [boardOfGroup('tenant')],
  locations: [boardOfLocation(), gamingDays('location')],
  'locations-groups': [boardOfGroup('location')],
  slots: [boardOfSlot(), gamingDays('slot')],
  'slots-groups': [boardOfGroup('slot')],
  smibs: [boardOfSmib(), lastMessages(), refusedOfSmib()],
  'api-tokens': [unknownOfToken()],
}

/** The same definitions, each with its panels after its own. */
export const withOverview = <Known extends Readonly<Record<string, Resource>>>(definitions: Known): Known =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, resource]) => {
      const more = panels[name as ResourceName] ?? []
      const activity = [...resource.detail.activity, ...more]
      return [name, { ...resource, detail: { ...resource.detail, activity } }]
    }),
  ) as Record<string, Resource> as Known
