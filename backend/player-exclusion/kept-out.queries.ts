/** What keeps a person out of a location now: the national list, an exclusion, a blacklist entry, in this order. By index, over any number of them. */
import { sql } from 'kysely'
import type { Db } from '../db/database'
import type { Keyring } from './identity'
import { inForce } from './terms'

export interface KeptOut {
  cause: 'national' | 'excluded' | 'blacklisted'
  /** From when on it holds. */
  since: number
}
interface Question {
  tenantId: string
  location: string
  /** Null: nobody is registered under the document. */
  playerId: string | null
  /** Of every document of the person, in each generation that the list may still be in. */
  hashes: readonly string[]
  now: number
}

export async function keptOut(
  db: Db,
  { tenantId, location, playerId, hashes, now }: Question,
): Promise<KeptOut | null> {
  const national =
    hashes.length === 0
      ? undefined
      : await db
          .selectFrom('onjn_exclusions')
          .select('valid_from')
          .where('tenant_id', '=', tenantId)
          .where('hash', 'in', [...new Set(hashes)])
          .where('removed_at', 'is', null)
          .where('valid_from', '<=', now)
          .executeTakeFirst()
  if (national) return { cause: 'national', since: Number(national.valid_from) }
  if (playerId === null) return null
  const kept = await db
    .selectFrom('self_exclusions as e')
    .select(['e.source', 'e.valid_from'])
    .where('e.player_id', '=', playerId)
    .where(inForce('e', now))
    .orderBy('e.valid_from')
    .executeTakeFirst()
  if (kept)
    return {
      cause: kept.source === 'national' ? 'national' : 'excluded',
      since: Number(kept.valid_from),
    }
  const listed = await db
    .selectFrom('blacklists as b')
    .select('b.valid_from')
    .where('b.player_id', '=', playerId)
    .where(inForce('b', now))
    .where(sql<boolean>`(b.location_id is null or b.location_id = ${location})`)
    .orderBy('b.valid_from')
    .executeTakeFirst()
  return listed ? { cause: 'blacklisted', since: Number(listed.valid_from) } : null
}

/** Of all documents of a person, from the generation that each is in to the newest. */
export async function hashesOf(db: Db, ring: Keyring, playerId: string): Promise<string[]> {
  const documents = await db
    .selectFrom('player_documents')
    .select(['hash', 'generation'])
    .where('player_id', '=', playerId)
    .execute()
  return documents.flatMap(one => ring.onwards(one))
}
