/**
 * Notifications by e-mail. A new one is given to those who subscribed to it; what somebody is to be told comes together in one message, at most
 * every `notices.mail_every` minutes; quiet hours put it off; an alarm that nobody confirms is told to those who asked for that.
 */
import { asSeenBy } from '../acl/rules-of.service'
import { settingsHeldBy } from '../config/settings-held.service'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import type { Deps } from '../deps'
import { visibleAmong, type Row } from './notifications.queries'
import { readerOf } from './mail-reader.service'
import { sendDue } from './notice-sending.service'
import { quietUntil } from './quiet-hours'
import { wishesOf } from './subscriptions.service'

/** In one turn; the next turn takes the rest. */
const MOST_AT_ONCE = 200
/** Older ones are news to nobody: a backend that was away for long does not tell of them. */
const NEWS_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

type New = Pick<Row, 'id' | 'tenant_id' | 'template' | 'severity' | 'place'> & { first_at: number }
const fields = ['id', 'tenant_id', 'template', 'severity', 'place', 'first_at'] as const

/** One turn of the work; several backends may do it at once. */
export async function tellByMail(deps: Deps): Promise<void> {
  while ((await deps.db.transaction().execute(tx => fanOut(tx, deps.clock()))) === MOST_AT_ONCE);
  await deps.db.transaction().execute(tx => escalate(tx, deps.clock()))
  await sendDue(deps)
}

/** How many were looked at. */
async function fanOut(db: Db, now: number): Promise<number> {
  const waiting = await db
    .selectFrom('notifications')
    .select('id')
    .where('fanned_at', 'is', null)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  if (waiting.length === 0) return 0
  const taken: New[] = await db
    .updateTable('notifications')
    .set({ fanned_at: now })
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .where('fanned_at', 'is', null)
    .returning(fields)
    .execute()
  const fresh = taken.filter(one => one.first_at > now - NEWS_MS)
  await planEscalation(db, fresh)
  if (fresh.length === 0) return waiting.length
  const chosen = await db
    .selectFrom('notification_subscriptions')
    .select(['user_id', 'template', 'scope', 'email'])
    .where('template', 'in', [...new Set(fresh.map(({ template }) => template))])
    .where('scope', 'in', ['', ...new Set(fresh.map(({ place }) => place))])
    .where('email', 'is not', null)
    .execute()
  const keyOf = (user: string, template: string, scope: string) => `${user} ${template} ${scope}`
  const wanted = new Map(chosen.map(row => [keyOf(row.user_id, row.template, row.scope), row.email === 1]))
  const users = [...new Set(chosen.map(({ user_id }) => user_id))]
  await addFor(db, users, fresh, now, {
    escalated: false,
    wants: (user, { template, place }) =>
      wanted.get(keyOf(user, template, place)) ?? wanted.get(keyOf(user, template, '')) ?? false,
  })
  return waiting.length
}

/** When each alarm is to be told again, by its location's or tenant's settings. */
async function planEscalation(db: Db, fresh: readonly New[]): Promise<void> {
  const minutesAt = new Map<string, number>()
  for (const one of fresh.filter(({ severity }) => severity === 'alarm')) {
    const key = one.place || one.tenant_id
    const minutes =
      minutesAt.get(key) ??
      Number(
        (
          await settingsHeldBy(
            db,
            { tenantId: null },
            one.place
              ? 'general-location'
              : one.tenant_id === SYSTEM_TENANT
                ? 'general-system'
                : 'general-tenant',
            key,
          )
        )['notices.escalate']?.value ?? 0,
      )
    minutesAt.set(key, minutes)
    if (minutes > 0)
      await db
        .updateTable('notifications')
        .set({ escalate_at: one.first_at + minutes * MINUTE_MS })
        .where('id', '=', one.id)
        .execute()
  }
}

async function escalate(db: Db, now: number): Promise<void> {
  const due = await db
    .selectFrom('notifications')
    .select('id')
    .where('escalate_at', '<=', now)
    .orderBy('escalate_at')
    .limit(MOST_AT_ONCE)
    .execute()
  if (due.length === 0) return
  const taken: New[] = await db
    .updateTable('notifications')
    .set({ escalate_at: null })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('escalate_at', 'is not', null)
    .returning(fields)
    .execute()
  const confirmed = new Set(
    taken.length === 0
      ? []
      : (
          await db
            .selectFrom('notification_receipts')
            .select('notification_id')
            .distinct()
            .where(
              'notification_id',
              'in',
              taken.map(({ id }) => id),
            )
            .where('confirmed_at', 'is not', null)
            .execute()
        ).map(row => row.notification_id),
  )
  const open = taken.filter(one => !confirmed.has(one.id) && one.first_at > now - NEWS_MS)
  if (open.length === 0) return
  const users = await db
    .selectFrom('notification_wishes')
    .select('user_id')
    .where('escalations', '=', 1)
    .execute()
  await addFor(
    db,
    users.map(({ user_id }) => user_id),
    open,
    now,
    { escalated: true, wants: () => true },
  )
}

/** Puts down what each of the users wants and may see. */
async function addFor(
  db: Db,
  users: readonly string[],
  news: readonly New[],
  now: number,
  { escalated, wants }: { escalated: boolean; wants(user: string, one: New): boolean },
): Promise<void> {
  for (const userId of users) {
    const asked = news.filter(one => wants(userId, one))
    if (asked.length === 0) continue
    const reader = await readerOf(db, userId)
    if (!reader) continue
    const seen = new Set(
      await visibleAmong(
        await asSeenBy(db, userId),
        reader,
        asked.map(({ id }) => id),
      ),
    )
    const wishes = await wishesOf(db, userId)
    const until = quietUntil(wishes, now, reader.zone)
    for (const { id, severity } of asked.filter(one => seen.has(one.id))) {
      const atOnce = escalated || (severity === 'alarm' && wishes.alarms_in_quiet)
      await db
        .insertInto('notification_mails')
        .values({
          user_id: userId,
          notification_id: id,
          escalated: escalated ? 1 : 0,
          due_at: atOnce ? now : until,
        })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
  }
}
