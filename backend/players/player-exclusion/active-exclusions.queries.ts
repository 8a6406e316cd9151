/**
 * Finds what bars somebody from a location now: the national list, an exclusion, a blacklist entry, in this order. By
 * index, over any number of them.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { identify, type Keyring } from './identity'
import { detailsOf } from './players.store'
import { inForce } from './terms'

export interface ActiveExclusion {
  cause: 'national' | 'excluded' | 'blacklisted'
  /** It holds from this instant. */
  since: number
  /** Null: nobody is registered whom it is of. */
  playerId: string | null
}
interface Question {
  tenantId: string
  location: string
  /** Whoever is registered under the number: several, where a passport and somebody's card have one. */
  players: readonly string[]
  /**
   * Hashes of the number and of every document of these players, in each generation that the list may still be in,
   * with their players.
   */
  hashes: ReadonlyMap<string, string | null>
  now: number
}

export async function activeExclusion(
  db: Db,
  { tenantId, location, players, hashes, now }: Question,
): Promise<ActiveExclusion | null> {
  const national =
    hashes.size === 0
      ? undefined
      : await db
          .selectFrom('onjn_exclusions')
          .select(['valid_from', 'hash'])
          .where('tenant_id', '=', tenantId)
          .where('hash', 'in', [...hashes.keys()])
          .where('removed_at', 'is', null)
          .where('valid_from', '<=', now)
          .executeTakeFirst()
  if (national)
    return {
      cause: 'national',
      since: Number(national.valid_from),
      playerId: hashes.get(national.hash) ?? null,
    }
  if (players.length === 0) return null
  const exclusion = await db
    .selectFrom('self_exclusions as e')
    .select(['e.source', 'e.valid_from', 'e.player_id'])
    .where('e.player_id', 'in', players)
    .where(inForce('e', now))
    .orderBy('e.valid_from')
    .executeTakeFirst()
  if (exclusion)
    return {
      cause: exclusion.source === 'national' ? 'national' : 'excluded',
      since: Number(exclusion.valid_from),
      playerId: exclusion.player_id,
    }
  const listed = await db
    .selectFrom('blacklists as b')
    .select(['b.valid_from', 'b.player_id'])
    .where('b.player_id', 'in', players)
    .where(inForce('b', now))
    .where(sql<boolean>`(b.location_id is null or b.location_id = ${location})`)
    .orderBy('b.valid_from')
    .executeTakeFirst()
  return listed
    ? { cause: 'blacklisted', since: Number(listed.valid_from), playerId: listed.player_id }
    : null
}

/**
 * Returns the hashes of all documents of these players, from the generation that each is in to the newest, with their
 * players.
 */
export async function hashesOf(
  db: Db,
  ring: Keyring,
  players: readonly string[],
): Promise<Map<string, string>> {
  if (players.length === 0) return new Map()
  const documents = await db
    .selectFrom('player_documents as d')
    .innerJoin('players as p', 'p.id', 'd.player_id')
    .select(['d.hash', 'd.generation', 'd.player_id', 'p.details'])
    .where('d.player_id', 'in', players)
    .execute()
  const hashes = new Map<string, string>()
  for (const { player_id, details, ...keyed } of documents) {
    for (const hash of ring.onwards(keyed)) hashes.set(hash, player_id)
    for (const sha of cnpsAmong(details === null ? null : ring.open(details)))
      for (const hash of ring.all(sha)) hashes.set(hash, player_id)
  }
  return hashes
}

/** A CNP may have been registered under another kind of document, and the national list knows it as a CNP alone. */
function cnpsAmong(details: string | null): string[] {
  return detailsOf(details).numbers.flatMap(({ type, number }) => {
    const identity = identify(type, number)
    return 'sha' in identity && identity.type === 'cnp' ? [identity.sha] : []
  })
}
