/**
 * Notifications by e-mail. A new one goes to those who subscribed to it. One message collects all that is new for a
 * person, at most every `notices.mail_every` minutes, and quiet hours put it off. An alarm that nobody confirms goes
 * to those who subscribed to that.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import type { Config, ConfigKind } from '../../platform/layered-settings/config.contract'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { isOfStep } from '../news/step-templates.contract'
import { listOfNotifications } from '../news/notifications-link.service'
import { deliveriesOf, putDeliveries } from '../webhooks/webhook-deliveries.service'
import { visibleAmong, type Row } from './notifications.queries'
import type { NotificationMailsTable } from '../news/notifications.table'
import { readerOf } from './mail-reader.service'
import { sendDue } from './notice-sending.service'
import { pushesOf } from './push-plan.service'
import { quietUntil } from '../news/quiet-hours.service'
import { wishesOf } from './subscriptions.service'

/** In one turn; the next turn takes the rest. */
const MOST_AT_ONCE = 200
/** A backend that was away for long sends no older ones, which nobody needs any more. */
const MAX_AGE_MS = DAY_MS

type New = Pick<Row, 'id' | 'tenant_id' | 'template' | 'severity' | 'place' | 'to_user_id'> & {
  first_at: number
}
const fields = ['id', 'tenant_id', 'template', 'severity', 'place', 'to_user_id', 'first_at'] as const

/**
 * One turn of the work, which one backend at a time does. It finds the recipients before it writes, since only the
 * write holds up others. The same transaction marks a notification as done, so that nothing is sent twice and nothing
 * is lost.
 */
export async function notifyByMail(deps: Deps): Promise<void> {
  while ((await fanOut(deps, deps.clock())) === MOST_AT_ONCE);
  await escalate(deps.db, deps.clock())
  await sendDue(deps)
}

/** How many were looked at. */
async function fanOut({ db, env }: Pick<Deps, 'db' | 'env'>, now: number): Promise<number> {
  const waiting: New[] = await db
    .selectFrom('notifications')
    .select(fields)
    .where('fanned_at', 'is', null)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  if (waiting.length === 0) return 0
  const fresh = waiting.filter(one => one.first_at > now - MAX_AGE_MS)
  const again = await escalationsOf(db, fresh)
  const planned = await planFor(db, await subscribersTo(db, fresh), fresh, now, false)
  const hooked = await deliveriesOf(db, fresh, { now, link: listOfNotifications(env) })
  const pushed = await pushesOf(db, idsOf(fresh), now)
  await db.transaction().execute(async tx => {
    await tx.updateTable('notifications').set({ fanned_at: now }).where('id', 'in', idsOf(waiting)).execute()
    for (const [id, escalate_at] of again)
      await tx.updateTable('notifications').set({ escalate_at }).where('id', '=', id).execute()
    await put(tx, planned)
    await putDeliveries(tx, [...hooked, ...pushed])
  })
  return waiting.length
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

interface Wanting {
  users: string[]
  wants(user: string, one: New): boolean
}

/** Who wants them by e-mail: chosen for the place, then for everywhere. */
async function subscribersTo(db: Db, fresh: readonly New[]): Promise<Wanting> {
  if (fresh.length === 0) return { users: [], wants: () => false }
  const chosen = await db
    .selectFrom('notification_subscriptions')
    .select(['user_id', 'template', 'scope', 'email'])
    .where('template', 'in', [...new Set(fresh.map(({ template }) => template))])
    .where('scope', 'in', ['', ...new Set(fresh.map(({ place }) => place))])
    .where('email', 'is not', null)
    .execute()
  const keyOf = (user: string, template: string, scope: string) => `${user} ${template} ${scope}`
  const wanted = new Map(chosen.map(row => [keyOf(row.user_id, row.template, row.scope), row.email === 1]))
  return {
    users: [
      ...new Set([
        ...chosen.map(({ user_id }) => user_id),
        ...fresh.flatMap(one => (isOfStep(one.template) ? (one.to_user_id ?? []) : [])),
      ]),
    ],
    // A step of an alarm rule names whom it is sent to: it is theirs unless they have chosen otherwise.
    wants: (user, { template, place, to_user_id }) =>
      wanted.get(keyOf(user, template, place)) ??
      wanted.get(keyOf(user, template, '')) ??
      (isOfStep(template) && to_user_id === user),
  }
}

/** When each alarm is sent again, by its location's or tenant's settings. */
async function escalationsOf(db: Db, fresh: readonly New[]): Promise<[id: string, at: number][]> {
  const minutesAt = new Map<string, number>()
  const found: [string, number][] = []
  // What is one person's own goes to nobody else.
  for (const one of fresh.filter(({ severity, to_user_id }) => severity === 'alarm' && to_user_id === null)) {
    const key = one.place || one.tenant_id
    const kind = one.place
      ? 'general-location'
      : one.tenant_id === SYSTEM_TENANT
        ? 'general-system'
        : 'general-tenant'
    const minutes =
      minutesAt.get(key) ?? Number((await settingsOf(db, kind, key))['notices.escalate']?.value ?? 0)
    minutesAt.set(key, minutes)
    if (minutes > 0) found.push([one.id, one.first_at + minutes * MINUTE_MS])
  }
  return found
}

/** Of a place that is gone, nothing: one notification must not hold up all others. */
async function settingsOf(db: Db, kind: ConfigKind, id: string): Promise<Config['settings']> {
  try {
    return await settingsHeldBy(db, { tenantId: null }, kind, id)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return {}
    throw error
  }
}

async function escalate(db: Db, now: number): Promise<void> {
  const due: New[] = await db
    .selectFrom('notifications')
    .select(fields)
    .where('escalate_at', '<=', now)
    .orderBy('escalate_at')
    .limit(MOST_AT_ONCE)
    .execute()
  if (due.length === 0) return
  const receipts = await db
    .selectFrom('notification_receipts')
    .select('notification_id')
    .distinct()
    .where('notification_id', 'in', idsOf(due))
    .where('confirmed_at', 'is not', null)
    .execute()
  const confirmed = new Set(receipts.map(row => row.notification_id))
  const open = due.filter(one => !confirmed.has(one.id) && one.first_at > now - MAX_AGE_MS)
  const users = await db
    .selectFrom('notification_wishes')
    .select('user_id')
    .where('escalations', '=', 1)
    .execute()
  const asking = { users: users.map(({ user_id }) => user_id), wants: () => true }
  const planned = await planFor(db, asking, open, now, true)
  await db.transaction().execute(async tx => {
    await tx.updateTable('notifications').set({ escalate_at: null }).where('id', 'in', idsOf(due)).execute()
    await put(tx, planned)
  })
}

/** What each of them wants and may see, and when it may be sent. */
async function planFor(
  db: Db,
  { users, wants }: Wanting,
  notifications: readonly New[],
  now: number,
  escalated: boolean,
): Promise<NotificationMailsTable[]> {
  const planned: NotificationMailsTable[] = []
  for (const userId of users) {
    const subscribed = notifications.filter(one => wants(userId, one))
    if (subscribed.length === 0) continue
    const reader = await readerOf(db, userId)
    if (!reader) continue
    const seen = new Set(await visibleAmong(await asSeenBy(db, userId), reader, idsOf(subscribed)))
    const wishes = await wishesOf(db, userId)
    const until = quietUntil(wishes, now, reader.zone)
    for (const { id, severity, template } of subscribed.filter(one => seen.has(one.id))) {
      const atOnce = escalated || (severity === 'alarm' && wishes.alarms_in_quiet)
      planned.push({
        user_id: userId,
        notification_id: id,
        escalated: escalated ? 1 : isOfStep(template) ? 2 : 0,
        due_at: atOnce ? now : until,
      })
    }
  }
  return planned
}

const put = (db: Db, planned: readonly NotificationMailsTable[]) =>
  insertMany(
    db,
    'notification_mails',
    { user_id: 'text', notification_id: 'text', escalated: 'bigint', due_at: 'bigint' },
    planned,
    sql`(user_id, notification_id, escalated) do nothing`,
  )
