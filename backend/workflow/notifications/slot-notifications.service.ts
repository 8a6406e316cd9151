/** What happens to many slots at once is one notification for each location. */
import { groupBy } from '../../platform/contract/group-by'
import type { Db } from '../../platform/db/database'
import type { TemplateName } from '../news/notification-templates.contract'
import type { ResourceDetails } from '../news/resource-details.contract'
import { raise, type NewNotification, type Raised } from './notifications.service'

/** Up to this many slots of a location get a notification each. */
const MAX_INDIVIDUAL = 5

export interface Slot {
  slotId: string
  serial: string
  tenantId: string
  tenantName?: string
  locationId: string
  locationName: string
  data?: Record<string, string>
}
interface Happening {
  one: TemplateName
  many: TemplateName
  data?: Record<string, string>
  /** What it is about besides the slots and their location. */
  details?: ResourceDetails
  severity?: NewNotification['severity']
  /** Of those about one slot, and of those that say how many. */
  ofOne?: Pick<NewNotification, 'words' | 'folds'>
  ofMany?: Pick<NewNotification, 'folds'>
}

export async function raiseForSlots(
  db: Db,
  slots: readonly Slot[],
  { one, many, data, details, severity, ofOne, ofMany }: Happening,
  now: number,
): Promise<Raised[]> {
  const locations = groupBy(slots, ({ locationId }) => locationId)
  const raised: (Raised | null)[] = []
  for (const location of locations.values()) {
    const [first] = location
    if (!first) continue
    const place = {
      ...details,
      tenant_id: first.tenantId,
      ...(first.tenantName && { tenant_name: first.tenantName }),
      location_id: first.locationId,
      location_name: first.locationName,
    }
    if (location.length > MAX_INDIVIDUAL) {
      raised.push(
        await raise(
          db,
          {
            ...ofMany,
            ...(severity && { severity }),
            template: many,
            tenantId: first.tenantId,
            resourceType: 'location',
            resourceId: first.locationId,
            details: place,
            data: { ...data, location: first.locationName, count: String(location.length) },
          },
          now,
        ),
      )
      continue
    }
    for (const slot of location) {
      raised.push(
        await raise(
          db,
          {
            ...ofOne,
            ...(severity && { severity }),
            template: one,
            tenantId: slot.tenantId,
            resourceType: 'slot',
            resourceId: slot.slotId,
            details: { ...place, slot_id: slot.slotId, slot_name: slot.serial },
            data: { ...data, ...slot.data, serial: slot.serial, location: slot.locationName },
          },
          now,
        ),
      )
    }
  }
  return raised.flatMap(single => single ?? [])
}
