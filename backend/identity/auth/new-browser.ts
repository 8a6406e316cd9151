import type { Db } from '../../platform/db/database'
import { notifyOwner, type NoticeRecipient } from './account-notices.service'
import { readEmailSettings } from '../preferences/email-settings.service'

/** A very first sign-in is not worth a message. Of the others only those are notified who want to be. */
export async function notifyOfNewBrowser(
  db: Db,
  user: NoticeRecipient,
  ip: string,
  now: number,
): Promise<void> {
  if (user.email === null || user.email_verified !== 1) return
  const earlier = await db
    .selectFrom('token_families')
    .select('id')
    .where('user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!earlier) return
  const wanted = await readEmailSettings(db, user.id)
  if (wanted.email_notification && wanted.new_sign_in) await notifyOwner(db, 'new_sign_in', user, now, { ip })
}
