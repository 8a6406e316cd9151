/**
 * The encodings that somebody's spreadsheet is likely to save, by their operator's country and their own language.
 * That is only a guess, so it counts only where a file's words do not decide.
 */
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { canonicalZone } from '../../platform/contract/time-zone'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { languageOf } from '../../identity/mail/mail.service'
import type { OneByte } from './letters.service'

const byLanguage: Readonly<Record<string, OneByte>> = { ro: 'windows-1250', pt: 'windows-1252' }
/** Cities whose Windows saves Windows-1250; other zones of Portugal and its neighbours save Windows-1252. */
const central = [
  'Bucharest',
  'Chisinau',
  'Budapest',
  'Warsaw',
  'Prague',
  'Bratislava',
  'Ljubljana',
  'Zagreb',
  'Sarajevo',
  'Belgrade',
].map(city => `Europe/${city}`)
const western = [
  ...['Lisbon', 'Madrid', 'Paris', 'Rome', 'Berlin', 'London', 'Dublin'].map(city => `Europe/${city}`),
  'Atlantic/Madeira',
  'Atlantic/Azores',
]

/** One of the operator's country and one of the sender's language, where they say something. */
export async function likelyEncodings(db: Db, actor: Actor, tenantId: string | null): Promise<OneByte[]> {
  const tenant =
    tenantId === null || tenantId === SYSTEM_TENANT
      ? undefined
      : await db.selectFrom('tenants').select('time_zone').where('id', '=', tenantId).executeTakeFirst()
  const user =
    actor.kind === 'user'
      ? await db.selectFrom('users').select(['id', 'language']).where('id', '=', actor.id).executeTakeFirst()
      : undefined
  const language = user ? byLanguage[await languageOf(db, user)] : undefined
  const zone = canonicalZone(tenant?.time_zone ?? '')
  return [
    ...(central.includes(zone)
      ? (['windows-1250'] as const)
      : western.includes(zone)
        ? (['windows-1252'] as const)
        : []),
    ...(language ? [language] : []),
  ]
}
