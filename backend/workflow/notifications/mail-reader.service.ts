/** Who gets e-mail, and how they read it. */
import { permissionsOfUser } from '../../identity/auth/permissions-of.service'
import type { Db } from '../../platform/db/database'
import { languageOf } from '../../identity/mail/mail.service'
import { readEmailSettings } from '../../identity/preferences/email-settings.service'
import { chosenZone } from '../../identity/preferences/preferences.service'

/** Of notifications. Undefined for whoever gets none: as `addresseeOf`, or by their own choice. */
export async function readerOf(db: Db, id: string) {
  const reader = await addresseeOf(db, id)
  return reader && (await readEmailSettings(db, id)).email_notification ? reader : undefined
}

/** Undefined for whoever gets no e-mail at all: disabled, archived, or without a verified address. */
export async function addresseeOf(db: Db, id: string) {
  const person = await personOf(db, id)
  return person && person.address !== null ? { ...person, address: person.address } : undefined
}

/** Undefined for whoever gets nothing at all: disabled or archived. Their address is null where it is not verified. */
export async function personOf(db: Db, id: string) {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user || user.enabled !== 1 || user.archived_at !== null) return undefined
  return {
    id,
    tenantId: user.tenant_id,
    permissions: await permissionsOfUser(db, id),
    name: user.full_name || user.username,
    address: user.email_verified === 1 ? user.email : null,
    language: await languageOf(db, user),
    zone: (await chosenZone(db, id)) ?? user.time_zone ?? 'Europe/Bucharest',
  }
}
