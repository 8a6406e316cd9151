/** Writes one message of all that waits for a person. */
import { MINUTE_MS } from '../../platform/contract/durations'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { momentText, textOf } from '../../identity/mail/mail-texts.service'
import { queueMail, type Compose } from '../../identity/mail/mail.service'
import { readerOf } from './mail-reader.service'
import { listOfNotifications } from '../news/notifications-link.service'
import { sentenceOf } from '../news/sentence.service'

/** People in one turn; the next turn takes the rest. */
const MOST_AT_ONCE = 200
/** Named in one message; of more, the number. */
const MOST_LINES = 30

export async function sendDue(deps: Deps): Promise<void> {
  const { db } = deps
  const now = deps.clock()
  const due = await db
    .selectFrom('notification_mails')
    .select(['user_id', row => row.fn.max('escalated').as('escalated')])
    .where('due_at', '<=', now)
    .groupBy('user_id')
    .orderBy('user_id')
    .limit(MOST_AT_ONCE)
    .execute()
  for (const { user_id, escalated } of due)
    await db.transaction().execute(tx => sendTo(deps, tx, user_id, Number(escalated) > 0, now))
}

async function sendTo(deps: Deps, db: Db, userId: string, atOnce: boolean, now: number): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader && !atOnce && (await isTooSoon(db, reader, now))) return
  const taken = await db
    .deleteFrom('notification_mails')
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .returning(['notification_id', 'escalated'])
    .execute()
  if (!reader || taken.length === 0) return
  const escalated = new Set(taken.filter(row => row.escalated === 1).map(row => row.notification_id))
  const ids = [...new Set(taken.map(row => row.notification_id))]
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('id', 'in', ids.slice(0, 500))
    .orderBy('first_at', 'desc')
    .limit(MOST_LINES)
    .execute()
  const lines = rows.map(
    row =>
      `${momentText(row.first_at, reader.language, reader.zone)}: ${sentenceOf(row, reader.language, escalated.has(row.id))}`,
  )
  if (ids.length > rows.length) lines.push(`… + ${ids.length - rows.length}`)
  await queueMail(
    db,
    {
      kind: 'notifications',
      address: reader.address,
      language: reader.language,
      user: { id: reader.id, tenantId: reader.tenantId },
      data: {
        name: reader.name,
        count: ids.length,
        lines: lines.join('\n'),
        link: listOfNotifications(deps.env),
      },
    },
    now,
  )
}

async function isTooSoon(
  db: Db,
  { id, tenantId }: { id: string; tenantId: string },
  now: number,
): Promise<boolean> {
  const settings = await settingsHeldBy(
    db,
    { tenantId: null },
    tenantId === SYSTEM_TENANT ? 'general-system' : 'general-tenant',
    tenantId,
  )
  const minutes = Number(settings['notices.mail_every']?.value ?? 0)
  const last = await db
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', id)
    .where('kind', '=', 'notifications')
    .where('created_at', '>', now - minutes * MINUTE_MS)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

export const noticeMails = {
  notifications: ((_context, mail) =>
    Promise.resolve(
      textOf(mail.kind, mail.language, [JSON.parse(mail.data) as Record<string, string>]),
    )) satisfies Compose,
}
