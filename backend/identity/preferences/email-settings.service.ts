/** Which e-mails somebody wants. */
import type { Db } from '../../platform/db/database'
import { readChoice, saveChoice } from './preferences.service'
import { emailSettings, usualEmailSettings, type EmailSettings } from './email-settings.contract'

const SETTINGS = 'email_settings'

export async function readEmailSettings(db: Db, userId: string): Promise<EmailSettings> {
  const read = emailSettings.safeParse(await readChoice(db, userId, SETTINGS))
  return read.success ? read.data : usualEmailSettings
}

export const saveEmailSettings = (db: Db, userId: string, settings: EmailSettings, now: number) =>
  saveChoice(db, userId, SETTINGS, settings, now)
