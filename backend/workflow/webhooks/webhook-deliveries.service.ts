/**
 * Finds the webhooks and channels of a notification. Their deliveries are written in the transaction that marks the
 * notification as done.
 */
import { sql } from 'kysely'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { notificationBody } from '../news/notification-body.service'
import { categoryOf } from '../news/notification-templates.contract'
import { channelsOf, type Receiver } from './channel-receivers.queries'
import type { WebhookDeliveriesTable } from './webhooks.table'

interface NotificationKey {
  id: string
  tenant_id: string
}

export async function deliveriesOf(
  db: Db,
  notifications: readonly NotificationKey[],
  { now, link }: { now: number; link: string },
): Promise<WebhookDeliveriesTable[]> {
  if (notifications.length === 0) return []
  const tenants = [...new Set(notifications.map(one => one.tenant_id))]
  const receivers = [
    ...(await webhooksOf(db, tenants, now)),
    ...(await channelsOf(db, tenants, { now, link })),
  ]
  if (receivers.length === 0) return []
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('id', 'in', idsOf(notifications))
    // What is one person's or channel's own is nobody else's, and exclusions of players stay in the house.
    .where('resource_type', 'not in', ['user', 'player'])
    .where(eb =>
      eb.or([
        eb('to_user_id', 'is', null),
        eb(
          'to_user_id',
          'in',
          receivers.map(one => one.id),
        ),
      ]),
    )
    .execute()
  return rows.flatMap(row => {
    const kind = categoryOf(row.template)
    return receivers
      .filter(
        receiver =>
          receiver.tenant_id === row.tenant_id &&
          (row.to_user_id === null
            ? receiver.kinds.has(kind) && receiver.created_at <= row.first_at && receiver.wants(row)
            : row.to_user_id === receiver.id),
      )
      .map(receiver => ({
        id: newId(now),
        tenant_id: row.tenant_id,
        location_id: receiver.location_id,
        receiver_id: receiver.id,
        user_id: null,
        notification_id: row.id,
        kind,
        body: receiver.bodyOf(row),
        state: 'waiting' as const,
        attempts: 0,
        replays: 0,
        next_at: receiver.sendsAt(row),
        answer_code: null,
        answer: null,
        problem: null,
        delivered_at: null,
        search: row.search,
        version: 1,
        archived_at: null,
        created_at: now,
        updated_at: now,
      }))
  })
}

async function webhooksOf(db: Db, tenants: readonly string[], now: number): Promise<Receiver[]> {
  const hooks = await db
    .selectFrom('webhooks')
    .select(['id', 'tenant_id', 'location_id', 'kinds', 'created_at'])
    .where('tenant_id', 'in', tenants)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .execute()
  return hooks.map(({ kinds, ...hook }) => ({
    ...hook,
    kinds: new Set(JSON.parse(kinds) as string[]),
    wants: ({ place }) => hook.location_id === null || hook.location_id === place,
    bodyOf: notificationBody,
    sendsAt: () => now,
  }))
}

const idsOf = (notifications: readonly NotificationKey[]): string[] => notifications.map(one => one.id)

/** Whoever looks at the same notification at the same time finds it written already. */
export const putDeliveries = (db: Db, planned: readonly WebhookDeliveriesTable[]) =>
  insertMany(
    db,
    'webhook_deliveries',
    {
      id: 'text',
      tenant_id: 'text',
      location_id: 'text',
      receiver_id: 'text',
      user_id: 'text',
      notification_id: 'text',
      kind: 'text',
      body: 'text',
      state: 'text',
      attempts: 'bigint',
      replays: 'bigint',
      next_at: 'bigint',
      answer_code: 'bigint',
      answer: 'text',
      problem: 'text',
      delivered_at: 'bigint',
      search: 'text',
      version: 'bigint',
      archived_at: 'bigint',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    planned,
    sql`(receiver_id, notification_id) do nothing`,
  )
