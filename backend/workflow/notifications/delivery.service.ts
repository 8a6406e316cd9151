/** One notification for one listener: what live delivery needs of this module. */
import { narrowedDb } from '../../identity/auth/narrowing.service'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import type { RealTimeNotification } from '../news/notifications.contract'
import { maySee, notificationById, toWire, visibleAmong, type Row } from './notifications.queries'

export interface Delivery {
  notification: RealTimeNotification
  isFor(reader: Reader): Promise<boolean>
}

type Reader = Pick<Actor, 'id' | 'tenantId' | 'permissions' | 'rules'>

/** Undefined while its transaction is not committed, and for ever if it never is. */
export async function deliveryOf(db: Db, id: string, now: number): Promise<Delivery | undefined> {
  const row = await notificationById(db, id)
  if (!row) return undefined
  const muted = await mutedFor(db, row)
  return {
    notification: toWire(row, now),
    isFor: async reader => maySee(reader, row) && !muted.has(reader.id) && (await isShown(db, reader, id)),
  }
}

/** To whom rules narrow only what they would find in the list. */
async function isShown(db: Db, reader: Reader, id: string): Promise<boolean> {
  if (!reader.rules) return true
  return (await visibleAmong(narrowedDb(db, reader.rules, reader.id), reader, [id])).length > 0
}

/** Whose subscriptions keep it off the bell. */
async function mutedFor(db: Db, { template, place }: Pick<Row, 'template' | 'place'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notification_subscriptions')
    .select(['user_id', 'scope', 'in_app'])
    .where('template', '=', template)
    .where('scope', 'in', ['', place])
    .where('in_app', 'is not', null)
    // The nearer one comes last, and counts.
    .orderBy('scope')
    .execute()
  const chosen = new Map(rows.map(row => [row.user_id, row.in_app]))
  return new Set([...chosen].flatMap(([user, inApp]) => (inApp === 0 ? [user] : [])))
}
