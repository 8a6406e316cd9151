/**
 * Notices about an account go to an address that is verified as its owner's, since somebody else may have changed the
 * account.
 */
import type { Db } from '../../platform/db/database'
import { momentText, textOf } from '../mail/mail-texts.service'
import { languageOf, queueMail, type Compose } from '../mail/mail.service'
import { chosenZone } from '../preferences/preferences.service'

export interface NoticeRecipient {
  id: string
  tenant_id: string
  username: string
  full_name: string
  email: string | null
  email_verified: number
  language: string | null
}

/** What becomes of a second factor. */
type FactorKind =
  | 'second_factor_on'
  | 'second_factor_off'
  | 'app_added'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'

type NoticeKind =
  | 'password_changed'
  | 'email_changed'
  | 'new_sign_in'
  | 'identity_tied'
  | 'push_browser_added'
  | FactorKind

/** Needs the transaction of the change that it is about. */
export async function notifyOwner(
  db: Db,
  kind: NoticeKind,
  user: NoticeRecipient,
  now: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (user.email === null || user.email_verified !== 1) return
  const language = await languageOf(db, user)
  await queueMail(
    db,
    {
      kind,
      address: user.email,
      language,
      user: { id: user.id, tenantId: user.tenant_id },
      data: {
        name: user.full_name || user.username,
        username: user.username,
        at: momentText(now, language, await zoneOf(db, user.id)),
        ...more,
      },
    },
    now,
  )
}

/**
 * The owner is notified whoever changed the account: it may have been an administrator, or somebody at an open session.
 */
export async function notifyOfAccount(
  db: Db,
  kind: NoticeKind,
  userId: string,
  now: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'tenant_id', 'username', 'full_name', 'email', 'email_verified', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user) await notifyOwner(db, kind, user, now, more)
}

export const zoneOf = async (db: Db, userId: string): Promise<string> =>
  (await chosenZone(db, userId)) ?? 'Europe/Bucharest'

const asStored: Compose = (_context, mail) =>
  Promise.resolve(textOf(mail.kind, mail.language, [JSON.parse(mail.data) as Record<string, string>]))

export const accountNoticeMails = {
  password_changed: asStored,
  email_changed: asStored,
  new_sign_in: asStored,
  second_factor_on: asStored,
  second_factor_off: asStored,
  app_added: asStored,
  passkey_added: asStored,
  passkey_removed: asStored,
  recovery_codes_renewed: asStored,
  recovery_code_used: asStored,
  push_browser_added: asStored,
  identity_tied: asStored,
  registration_received: asStored,
  registration_refused: asStored,
  registration_request: asStored,
} satisfies Record<string, Compose>
