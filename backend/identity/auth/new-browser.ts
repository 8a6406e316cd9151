import type { Db } from '../../platform/db/database'
import { readEmailSettings } from '../profile/email-settings.service'
import { tellOwner, type Told } from './account-notices.service'

/** Nobody is told of their very first sign-in, and only who wants to know of the others. */
export async function tellNewBrowser(db: Db, user: Told, ip: string, now: number): Promise<void> {
  if (user.email === null || user.email_verified !== 1) return
  const earlier = await db
    .selectFrom('token_families')
    .select('id')
    .where('user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!earlier) return
  const wanted = await readEmailSettings(db, user.id)
  if (wanted.email_notification && wanted.new_sign_in) await tellOwner(db, 'new_sign_in', user, now, { ip })
}
