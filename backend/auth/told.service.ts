/** What somebody is told of their account: to the address that is known to be theirs, since somebody else may have changed it. */
import type { Db } from '../db/database'
import { momentText, textOf } from '../mail/mail-texts.service'
import { languageOf, queueMail, type Compose } from '../mail/mail.service'
import { chosenZone } from '../settings/preferences.service'

export interface Told {
  id: string
  tenant_id: string
  username: string
  full_name: string
  email: string | null
  email_verified: number
  language: string | null
}

type ToldKind = 'password_changed' | 'email_changed' | 'new_sign_in'

/** Needs the transaction of what it tells. */
export async function tellOwner(
  db: Db,
  kind: ToldKind,
  user: Told,
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

export const zoneOf = async (db: Db, userId: string): Promise<string> =>
  (await chosenZone(db, userId)) ?? 'Europe/Bucharest'

const asStored: Compose = (_context, mail) =>
  Promise.resolve(textOf(mail.kind, mail.language, [JSON.parse(mail.data) as Record<string, string>]))

export const toldMails = {
  password_changed: asStored,
  email_changed: asStored,
  new_sign_in: asStored,
  registration_received: asStored,
  registration_refused: asStored,
  registration_request: asStored,
} satisfies Record<string, Compose>
