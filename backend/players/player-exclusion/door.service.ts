/**
 * Answers the door about a document, and records the answer. A number is looked up under every kind of document,
 * since the kind is a choice that the last visitor may have left: whoever is excluded under any is denied. Look-ups
 * go by hash index, over any number of exclusions.
 */
import type { z } from 'zod'
import { foldWords } from '../../platform/contract/fold'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor, Scope } from '../../platform/request/actor'
import { ageOf } from './age'
import {
  formsWithin,
  identify,
  keyring,
  newestGeneration,
  storedForms,
  type DocumentType,
  type Keyring,
} from './identity'
import { tellOfInside } from './inside.service'
import { hashesOf, activeExclusion } from './active-exclusions.queries'
import { doorWords, STALE_MS, type doorAnswer, type doorCause, type scanInput } from './player-scans.contract'
import { detailsOf } from './players.store'
import { countryOf } from './terms'

type Answer = z.output<typeof doorAnswer>
type Cause = z.output<typeof doorCause>
interface Verdict {
  answer: Answer
  cause: Cause
  playerId: string | null
  /** From when on the person is excluded, where that is the cause. */
  since?: number
  /** The fault that the manager has to check: about what was typed, never about the person. */
  fault?: string
  /** As which it is written down: as it was read, or as somebody is registered. */
  document?: { type: string; mask: string }
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
  if (!place || (tenantId !== null && place.tenant_id !== tenantId)) throw invalidField('location', 'unknown')
  // ONJN's list is Romania's: elsewhere there is none to wait for.
  const isStale =
    place.as_of === null ? countryOf(place.time_zone) === 'RO' : now - Number(place.as_of) > STALE_MS
  return { tenantId: place.tenant_id, zone: place.time_zone, isStale, asOf: place.as_of }
}

export interface DoorContext {
  db: Db
  scope: Scope
  actor: Actor
  now: number
  /** Milliseconds, for how long it took. */
  since: () => number
}

/** Returns the door's answer, and the notification to announce. In a transaction. */
export async function scan(
  { db, scope, actor, now, since }: DoorContext,
  { location, document_type, number, device, language }: z.output<typeof scanInput>,
) {
  const door = await doorAt(db, scope, location, now)
  const {
    answer,
    cause,
    playerId,
    since: excludedSince,
    fault,
    document,
  } = await judge(db, door, { type: document_type, number, location, now })
  const mask = document?.mask ?? null
  await db
    .insertInto('player_scans')
    .values({
      id: newId(now),
      version: 1,
      tenant_id: door.tenantId,
      location_id: location,
      player_id: playerId,
      document_type: document?.type ?? document_type,
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
    playerId === null || excludedSince === undefined
      ? null
      : await tellOfInside(db, {
          tenantId: door.tenantId,
          location,
          playerId,
          since: excludedSince,
          now,
          serial: null,
        })
  const answered = {
    answer,
    fault: fault ?? null,
    scanned_at: now,
    is_stale: door.isStale,
    list_as_of: door.asOf,
  }
  return { answered, raised }
}

interface Question {
  type: DocumentType
  number: string
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
    // Nobody can be found without the key, so nobody may be let in.
    if (error instanceof Problem && error.code === 'exclusion_key')
      return { answer: 'manager', cause: 'unreadable', playerId: null }
    throw error
  }
}

async function judgeWith(db: Db, ring: Keyring, door: Door, question: Question): Promise<Verdict> {
  const { type, number, location, now } = question
  const { tenantId, zone } = door
  const identity = identify(type, number)
  const isRead = !('fault' in identity)
  const queried = formsWithin(number).flatMap(sha => ring.all(sha))
  const found = await peopleUnder(db, ring, tenantId, queried)
  // The same person under another document, in each generation that the list may still be in.
  const players = found.map(one => one.id)
  const hashes = new Map<string, string | null>(queried.map(hash => [hash, null]))
  for (const [hash, owner] of await hashesOf(db, ring, players)) hashes.set(hash, owner)
  const read = isRead ? { type: identity.type, mask: identity.mask } : undefined
  const documentOf = (one: Found | undefined) => read ?? one?.document

  const exclusion = await activeExclusion(db, { tenantId, location, players, hashes, now })
  if (exclusion)
    return {
      answer: 'deny',
      ...exclusion,
      document: documentOf(found.find(one => one.id === exclusion.playerId)),
    }
  const own = new Set(isRead ? ring.all(identity.sha) : [])
  const isSaid = isRead && identity.births.length === 1
  const minor = found.find(one => ageOf(one.births, now, zone) === 'minor' && !(isSaid && own.has(one.hash)))
  if (minor) return { answer: 'deny', cause: 'minor', playerId: minor.id, document: documentOf(minor) }
  if (!isRead) return { answer: 'manager', cause: 'unreadable', playerId: null, fault: identity.fault }

  // Whoever is registered under another kind with this number, or with another number of the text, may be somebody
  // else: their birth says nothing of this visitor.
  const cnps = new Set(identity.type === 'cnp' ? storedForms(number).flatMap(sha => ring.all(sha)) : [])
  const person = found.find(one => own.has(one.hash)) ?? found.find(one => cnps.has(one.hash))
  const playerId = person?.id ?? null
  const age = ageOf(birthsOf(identity.births, person?.births ?? []), now, zone)
  if (age === 'unknown')
    return { answer: 'manager', cause: 'age_unknown', playerId, fault: 'age_unknown', document: read }
  return age === 'minor'
    ? { answer: 'deny', cause: 'minor', playerId, document: read }
    : { answer: 'allow', cause: 'clear', playerId, document: read }
}

/**
 * Where the number leaves the century open, or says nothing, by what was registered; nothing where the two disagree.
 */
const birthsOf = (said: readonly string[], registered: readonly string[]): readonly string[] =>
  said.length === 1 || registered.length === 0
    ? said
    : said.length === 0
      ? registered
      : said.filter(born => registered.includes(born))

interface Found {
  id: string
  hash: string
  /** The date of birth that is registered, or none. */
  births: string[]
  document: { type: string; mask: string }
}

async function peopleUnder(
  db: Db,
  ring: Keyring,
  tenantId: string,
  hashes: readonly string[],
): Promise<Found[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('player_documents as d')
    .innerJoin('players as p', 'p.id', 'd.player_id')
    .select(['p.id', 'p.details', 'd.hash', 'd.document_type', 'd.document'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.hash', 'in', hashes)
    .execute()
  return rows.map(({ id, details, hash, document_type, document }) => {
    const { born } = detailsOf(details === null ? null : ring.open(details))
    return {
      id,
      hash,
      births: born === null ? [] : [born],
      document: { type: document_type, mask: document },
    }
  })
}
