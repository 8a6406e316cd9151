/** Who gets a notification in their browsers: whoever has it on their bell, from the severity on that they chose. */
import type { Db } from '../../platform/db/database'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { newId } from '../../platform/db/new-id'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { categoryOf } from '../news/notification-templates.contract'
import type { NotificationsTable } from '../news/notifications.table'
import { quietUntil } from '../news/quiet-hours.service'
import { pushMessage } from '../webhooks/channel-message.service'
import { pushSeverity } from '../webhooks/push.contract'
import type { WebhookDeliveriesTable } from '../webhooks/webhooks.table'
import { personOf } from './mail-reader.service'
import { visibleAmong } from './notifications.queries'
import { wishesOfAll } from './subscriptions.service'

const rankOf = (severity: string) => pushSeverity.options.indexOf(severity as 'info')

export async function pushesOf(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<WebhookDeliveriesTable[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('notifications').selectAll().where('id', 'in', ids).execute()
  // Of other tenants, the installation's own people alone see anything.
  const tenants = [...new Set([...rows.map(row => row.tenant_id), SYSTEM_TENANT])]
  const browsers = await db
    .selectFrom('push_browsers as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'p.severity'])
    .where('u.tenant_id', 'in', tenants)
    .where('u.enabled', '=', 1)
    .where('u.archived_at', 'is', null)
    .orderBy('p.id')
    .execute()
  if (browsers.length === 0) return []
  const users = [...new Set(browsers.map(one => one.user_id))]
  const isMuted = await mutedBy(db, users)
  const wishesFor = await wishesOfAll(db, users)
  const planned: WebhookDeliveriesTable[] = []
  for (const userId of users) {
    const own = browsers.filter(one => one.user_id === userId)
    const least = Math.min(...own.map(one => rankOf(one.severity)))
    const loud = rows.filter(row => rankOf(row.severity) >= least && !isMuted(userId, row))
    const reader = loud.length > 0 ? await personOf(db, userId) : undefined
    if (!reader) continue
    const seen = new Set(
      await visibleAmong(
        await asSeenBy(db, userId),
        reader,
        loud.map(row => row.id),
      ),
    )
    const wishes = wishesFor(userId)
    const until = quietUntil(wishes, now, reader.zone)
    for (const row of loud.filter(one => seen.has(one.id)))
      for (const browser of own.filter(one => rankOf(row.severity) >= rankOf(one.severity)))
        planned.push({
          id: newId(now),
          tenant_id: row.tenant_id,
          location_id: row.place || null,
          receiver_id: browser.id,
          user_id: userId,
          notification_id: row.id,
          kind: categoryOf(row.template),
          body: pushMessage(row, reader),
          state: 'waiting',
          attempts: 0,
          replays: 0,
          next_at: row.severity === 'alarm' && wishes.alarms_in_quiet ? now : until,
          answer_code: null,
          answer: null,
          problem: null,
          delivered_at: null,
          search: row.search,
          version: 1,
          archived_at: null,
          created_at: now,
          updated_at: now,
        })
  }
  return planned
}

/** Off the bell: of a location first, then everywhere. */
async function mutedBy(db: Db, users: readonly string[]) {
  const chosen = await db
    .selectFrom('notification_subscriptions')
    .select(['user_id', 'template', 'scope', 'in_app'])
    .where('user_id', 'in', users)
    .where('in_app', 'is not', null)
    .execute()
  const byKey = new Map(chosen.map(row => [`${row.user_id} ${row.template} ${row.scope}`, row.in_app]))
  return (userId: string, { template, place }: Pick<NotificationsTable, 'template' | 'place'>): boolean =>
    (byKey.get(`${userId} ${template} ${place}`) ?? byKey.get(`${userId} ${template} `)) === 0
}

/** Judged again when it is sent, since permissions and rules may have changed while it waited. */
export async function mayStillSee(db: Db, userId: string, notificationId: string): Promise<boolean> {
  const reader = await personOf(db, userId)
  if (!reader) return false
  return (await visibleAmong(await asSeenBy(db, userId), reader, [notificationId])).length > 0
}
