/** One notification for one listener: what live delivery needs of this module. */
import type { Db } from '../db/database'
import type { Actor } from '../http/actor'
import type { RealTimeNotification } from './notifications.contract'
import { maySee, notificationById, toWire } from './notifications.queries'

export interface Delivery {
  notification: RealTimeNotification
  isFor(reader: Pick<Actor, 'id' | 'tenantId' | 'permissions'>): boolean
}

/** Undefined while its transaction is not committed, and for ever if it never is. */
export async function deliveryOf(db: Db, id: string): Promise<Delivery | undefined> {
  const row = await notificationById(db, id)
  return row && { notification: toWire(row), isFor: reader => maySee(reader, row) }
}
