/** Who gets a notification in their browsers: whoever has it on their bell, from the severity on that they chose. */
import type { Db } from '../../platform/db/database'
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
import { wishesOf } from './subscriptions.service'

const rankOf = (severity: string) => pushSeverity.options.indexOf(severity as 'info')

export async function pushesOf(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<WebhookDeliveriesTable[]> {
  if (ids.length === 0) return []
  const browsers = await db
    .selectFrom('push_browsers')
    .select(['id', 'user_id', 'severity'])
    .orderBy('id')
    .execute()
  if (browsers.length === 0) return []
  const rows = await db.selectFrom('notifications').selectAll().where('id', 'in', ids).execute()
  const planned: WebhookDeliveriesTable[] = []
  for (const userId of new Set(browsers.map(one => one.user_id))) {
    const own = browsers.filter(one => one.user_id === userId)
    const least = Math.min(...own.map(one => rankOf(one.severity)))
    const loud = rows.filter(row => rankOf(row.severity) >= least)
    const reader = loud.length > 0 ? await personOf(db, userId) : undefined
    if (!reader) continue
    const seen = new Set(
      await visibleAmong(
        await asSeenBy(db, userId),
        reader,
        loud.map(row => row.id),
      ),
    )
    const isMuted = await mutedBy(db, userId)
    const wishes = await wishesOf(db, userId)
    const until = quietUntil(wishes, now, reader.zone)
    for (const row of loud.filter(one => seen.has(one.id) && !isMuted(one)))
      for (const browser of own.filter(one => rankOf(row.severity) >= rankOf(one.severity)))
        planned.push({
          id: newId(now),
          tenant_id: row.tenant_id,
          location_id: row.place || null,
          receiver_id: browser.id,
          user_id: userId,
          notification_id: row.id,
          kind: categoryOf(row.template),
          body: pushMessage(row, reader.language),
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

/** Kept off the bell: of a location first, then everywhere. */
async function mutedBy(db: Db, userId: string) {
  const chosen = await db
    .selectFrom('notification_subscriptions')
    .select(['template', 'scope', 'in_app'])
    .where('user_id', '=', userId)
    .where('in_app', 'is not', null)
    .execute()
  const byKey = new Map(chosen.map(row => [`${row.template} ${row.scope}`, row.in_app]))
  return ({ template, place }: Pick<NotificationsTable, 'template' | 'place'>): boolean =>
    (byKey.get(`${template} ${place}`) ?? byKey.get(`${template} `)) === 0
}
