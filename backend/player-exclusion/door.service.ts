/** What the door is told of a document, and the record of it. Look-ups go by hash index: by four of them, over any number of exclusions. */
import type { z } from 'zod'
import { foldWords } from '../contract/fold'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Actor, Scope } from '../http/actor'
import { identify, keyring, newestGeneration, type Identity, type Keyring } from './identity'
import { tellOfInside } from './inside.service'
import { hashesOf, keptOut } from './kept-out.queries'
import { doorWords, STALE_MS, type doorAnswer, type doorCause, type scanInput } from './player-scans.contract'
import { detailsOf } from './players.store'
import { countryOf, refuse } from './terms'
import { parseLocalTime } from '../contract/time-zone'

const OF_AGE = 18

type Answer = z.output<typeof doorAnswer>
type Cause = z.output<typeof doorCause>
interface Verdict {
  answer: Answer
  cause: Cause
  playerId: string | null
  /** From when on the person is kept out, where that is why. */
  since?: number
}

export interface Door {
  tenantId: string
  zone: string
  isStale: boolean
  asOf: number | null
}

/** How old the national list is where this door is. Throws 422 for a location that is not the asker's. */
export async function doorAt(db: Db, { tenantId }: Scope, location: string, now: number): Promise<Door> {
  const place = await db
    .selectFrom('locations as l')
    .leftJoin('onjn_lists as o', 'o.tenant_id', 'l.tenant_id')
    .select(['l.tenant_id', 'l.time_zone', 'o.as_of'])
    .where('l.id', '=', location)
    .where('l.archived_at', 'is', null)
    .executeTakeFirst()
  if (!place || (tenantId !== null && place.tenant_id !== tenantId)) throw refuse('location', 'unknown')
  // ONJN's list is Romania's: elsewhere there is none to wait for.
  const isStale =
    place.as_of === null ? countryOf(place.time_zone) === 'RO' : now - Number(place.as_of) > STALE_MS
  return { tenantId: place.tenant_id, zone: place.time_zone, isStale, asOf: place.as_of }
}

export interface Asked {
  db: Db
  scope: Scope
  actor: Actor
  now: number
  /** Milliseconds, for how long it took. */
  since: () => number
}

/** What the door is told, and the notification to announce. In a transaction. */
export async function scan(
  { db, scope, actor, now, since }: Asked,
  { location, document_type, number, device, language }: z.output<typeof scanInput>,
) {
  const door = await doorAt(db, scope, location, now)
  const identity = identify(document_type, number)
  const isRead = !('fault' in identity)
  const {
    answer,
    cause,
    playerId,
    since: keptOutSince,
  } = isRead
    ? await judge(db, door, { identity, location, now })
    : ({ answer: 'manager', cause: 'unreadable', playerId: null } satisfies Verdict as Verdict)
  const mask = isRead ? identity.mask : null
  await db
    .insertInto('player_scans')
    .values({
      id: newId(now),
      version: 1,
      tenant_id: door.tenantId,
      location_id: location,
      player_id: playerId,
      document_type,
      document: mask,
      answer,
      cause,
      shown: doorWords[language][answer],
      list_as_of: door.asOf,
      device: device || null,
      operator_name: actor.name,
      took_ms: Math.round(since()),
      search: foldWords([mask, actor.name]),
      archived_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const raised =
    playerId === null || keptOutSince === undefined
      ? null
      : await tellOfInside(db, {
          tenantId: door.tenantId,
          location,
          playerId,
          since: keptOutSince,
          now,
          serial: null,
        })
  const answered = {
    answer,
    fault: isRead ? null : identity.fault,
    scanned_at: now,
    is_stale: door.isStale,
    list_as_of: door.asOf,
  }
  return { answered, raised }
}

interface Question {
  identity: Identity
  location: string
  now: number
}

async function judge(db: Db, door: Door, question: Question): Promise<Verdict> {
  try {
    for (;;) {
      const ring = await keyring(db, question.now)
      const verdict = await judgeWith(db, ring, door, question)
      // Rows that moved to a key that began between two of these statements were seen in neither place.
      if (verdict.answer === 'deny' || (await newestGeneration(db)) === ring.newest) return verdict
    }
  } catch (error) {
    // Without the key nobody can be found, so nobody may be let in.
    if (error instanceof Problem && error.code === 'exclusion_key')
      return { answer: 'manager', cause: 'unreadable', playerId: null }
    throw error
  }
}

async function judgeWith(
  db: Db,
  ring: Keyring,
  { tenantId, zone }: Door,
  { identity, location, now }: Question,
): Promise<Verdict> {
  const hashes = ring.all(identity.sha)
  const player = await db
    .selectFrom('player_documents as d')
    .innerJoin('players as p', 'p.id', 'd.player_id')
    .select(['p.id', 'p.details'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.hash', 'in', hashes)
    .executeTakeFirst()
  const playerId = player?.id ?? null
  // The same person under another document, in each generation that the list may still be in.
  const all = [...hashes, ...(playerId === null ? [] : await hashesOf(db, ring, playerId))]
  const kept = await keptOut(db, { tenantId, location, playerId, hashes: all, now })
  if (kept) return { answer: 'deny', ...kept, playerId }
  const born = identity.bornOn ?? (player?.details ? detailsOf(ring.open(player.details)).born : null)
  if (born !== null && isMinor(born, now, zone)) return { answer: 'deny', cause: 'minor', playerId }
  return { answer: 'allow', cause: 'clear', playerId }
}

/** By the calendar of the place: somebody is of age from 00:00 of the birthday on. */
export const isMinor = (born: string, now: number, zone: string): boolean =>
  parseLocalTime(born, zone).plus({ years: OF_AGE }).toMillis() > now
