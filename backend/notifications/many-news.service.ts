/** The same thing happening to many machines at once is one piece of news for each hall. */
import type { Db } from '../db/database'
import type { TemplateName } from './notification-templates'
import { raise, type Raised } from './notifications.service'

/** Up to this many machines of a hall are told one by one. */
const TOLD_SINGLY = 5

export interface Machine {
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
}

export async function raiseForMachines(
  db: Db,
  machines: readonly Machine[],
  { one, many, data }: Happening,
  now: number,
): Promise<Raised[]> {
  const halls = new Map<string, Machine[]>()
  for (const machine of machines) {
    const hall = halls.get(machine.locationId)
    if (hall) hall.push(machine)
    else halls.set(machine.locationId, [machine])
  }
  const raised: (Raised | null)[] = []
  for (const hall of halls.values()) {
    const [first] = hall
    if (!first) continue
    const place = {
      tenant_id: first.tenantId,
      ...(first.tenantName && { tenant_name: first.tenantName }),
      location_id: first.locationId,
      location_name: first.locationName,
    }
    if (hall.length > TOLD_SINGLY) {
      raised.push(
        await raise(
          db,
          {
            template: many,
            tenantId: first.tenantId,
            resourceType: 'location',
            resourceId: first.locationId,
            details: place,
            data: { ...data, location: first.locationName, count: String(hall.length) },
          },
          now,
        ),
      )
      continue
    }
    for (const machine of hall) {
      raised.push(
        await raise(
          db,
          {
            template: one,
            tenantId: machine.tenantId,
            resourceType: 'slot',
            resourceId: machine.slotId,
            details: { ...place, slot_id: machine.slotId, slot_name: machine.serial },
            data: { ...data, ...machine.data, serial: machine.serial, location: machine.locationName },
          },
          now,
        ),
      )
    }
  }
  return raised.flatMap(single => single ?? [])
}
