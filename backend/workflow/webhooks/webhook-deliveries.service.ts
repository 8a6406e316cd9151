/**
 * Finds the webhooks of a notification. Their deliveries are written in the transaction that marks the notification as
 * done.
 */
import { sql } from 'kysely'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { notificationBody } from '../news/notification-body.service'
import { categoryOf } from '../news/notification-templates.contract'
import type { WebhookDeliveriesTable } from './webhooks.table'

interface NotificationKey {
  id: string
  tenant_id: string
}

export async function deliveriesOf(
  db: Db,
  notifications: readonly NotificationKey[],
  now: number,
): Promise<WebhookDeliveriesTable[]> {
  if (notifications.length === 0) return []
  const hooks = await db
    .selectFrom('webhooks')
    .select(['id', 'tenant_id', 'location_id', 'kinds', 'created_at'])
    .where('tenant_id', 'in', [...new Set(notifications.map(one => one.tenant_id))])
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .execute()
  if (hooks.length === 0) return []
  const kindsOf = new Map(hooks.map(hook => [hook.id, new Set(JSON.parse(hook.kinds) as string[])]))
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('id', 'in', idsOf(notifications))
    // What is one person's own is nobody else's, and exclusions of players stay in the house.
    .where('resource_type', 'not in', ['user', 'player'])
    .where('to_user_id', 'is', null)
    .execute()
  return rows.flatMap(row => {
    const kind = categoryOf(row.template)
    const concerned = hooks.filter(
      hook =>
        hook.tenant_id === row.tenant_id &&
        kindsOf.get(hook.id)?.has(kind) &&
        hook.created_at <= row.first_at &&
        (hook.location_id === null || hook.location_id === row.place),
    )
    if (concerned.length === 0) return []
    const body = notificationBody(row)
    return concerned.map(hook => ({
      id: newId(now),
      tenant_id: row.tenant_id,
      location_id: hook.location_id,
      webhook_id: hook.id,
      notification_id: row.id,
      kind,
      body,
      state: 'waiting' as const,
      attempts: 0,
      replays: 0,
      next_at: now,
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
      webhook_id: 'text',
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
    sql`(webhook_id, notification_id) do nothing`,
  )
