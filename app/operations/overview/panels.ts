/**
 * Panels of other wings that the pages of records show: a slot's figures and events, a location's map. The records'
 * own definitions know none of it.
 */
import type { SidePanel } from '../../engine/definition/side-panel'
import type { ResourceName } from '../../addresses/names'
import { commentsOn } from '../comments/comments-panel'
import { gamingDays } from './gaming-days'
import { overviewOfGroup } from './group-overview'
import { overviewOfLocation } from './location-overview'
import { lastMessages } from './messages'
import { refusedOfSmib } from './refused'
import { overviewOfSlot } from './slot-overview'
import { overviewOfSmib } from './smib-overview'
import { overviewOfTenant } from './tenant-overview'
import { unknownOfToken } from './unknown-smibs'
import type { Resource } from '../../engine/definition/resource'

const panels: Readonly<Partial<Record<ResourceName, readonly SidePanel[]>>> = {
  tenants: [overviewOfTenant(), gamingDays('tenant')],
  'tenants-groups': [overviewOfGroup('tenant')],
  locations: [overviewOfLocation(), gamingDays('location')],
  'locations-groups': [overviewOfGroup('location')],
  slots: [overviewOfSlot(), gamingDays('slot'), commentsOn('slot')],
  'slots-groups': [overviewOfGroup('slot')],
  smibs: [overviewOfSmib(), lastMessages(), refusedOfSmib()],
  anomalies: [commentsOn('anomaly')],
  repairs: [commentsOn('repair')],
  'collector-checkpoints': [commentsOn('collector-checkpoint')],
  'work-orders': [commentsOn('work-order')],
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
