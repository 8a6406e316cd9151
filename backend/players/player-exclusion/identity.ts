/**
 * How a document is stored: as HMAC(key, SHA-256 of its number). A CNP has some billions of values, so its plain
 * hash is reversed in seconds;
 * without the key it cannot. The keys are random, in the database, sealed under the installation's secret: where
 * SESSION_SECRET is set, a copy of the database alone opens nothing.
 *
 * Rotation does not need the numbers, which nobody has any more: the next generation is the HMAC of the one before
 * under a new key. Whoever looks a document up works out all generations of it, so what is still to be rotated is found
 * as well.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { secretOf } from '../../platform/db/secret'
import { keyFor, openWith, sealWith } from '../../platform/db/under-secret'
import { maskCnp, maskDocument, parseCnp, type CnpFault } from './cnp'
import {
  canHave,
  LONGEST,
  numbersWithin,
  otherDocuments,
  plainDocument,
  SHORTEST,
  type OtherDocument,
} from './document-number'

interface Keyed {
  hash: string
  generation: number
}

export interface Keyring {
  /** The generation that is written. */
  newest: number
  /** In the newest generation. */
  keyed(sha: string): Keyed
  /** In every generation: what a look-up compares with. */
  all(sha: string): string[]
  /** From one generation to the newest. */
  renewed(keyed: Keyed): Keyed
  /** As it is, and in every later generation. */
  onwards(keyed: Keyed): string[]
  seal(text: string): string
  /** Null for what another secret has sealed. */
  open(sealed: string): string | null
}

const known = new WeakMap<object, Map<string, Keyring>>()

/**
 * Throws 503 `exclusion_key` when the installation's secret was changed: to answer without the key would let everybody
 * in.
 */
export async function keyring(db: Db, now: number): Promise<Keyring> {
  const secret = await secretOf(db)
  let rows = await readKeys(db)
  if (rows.length === 0) {
    await addKey(db, secret, 1, now)
    rows = await readKeys(db)
  }
  const name = `${secret} ${rows.map(row => row.sealed).join(' ')}`
  const executor = db.getExecutor().adapter
  const ours = known.get(executor) ?? new Map<string, Keyring>()
  known.set(executor, ours)
  const made = ours.get(name) ?? keyringOf(secret, rows)
  ours.set(name, made)
  return made
}

/**
 * For whoever writes hashes, until their transaction ends: no generation begins meanwhile, and nobody else writes any.
 * Without that, what is written under the last key but one could lie where no look-up of another document expects it.
 * Look-ups hold nothing: they look again (`newestGeneration`).
 */
export async function heldKeyring(db: Db, now: number): Promise<Keyring> {
  await keyring(db, now)
  await db
    .updateTable('exclusion_keys')
    .set(row => ({ created_at: row.ref('created_at') }))
    .where('generation', '=', 1)
    .execute()
  return keyring(db, now)
}

/** A look-up that found nobody under an earlier one has to look again: rows may have moved between its statements. */
export const newestGeneration = async (db: Db): Promise<number> => (await readKeys(db)).length

/** Another generation begins. The rows follow by task (`key-rotation.service.ts`). In a transaction. */
export async function rotateKey(db: Db, now: number): Promise<number> {
  await heldKeyring(db, now)
  const rows = await readKeys(db)
  const generation = rows.length + 1
  await addKey(db, await secretOf(db), generation, now)
  return generation
}

const readKeys = (db: Db) =>
  db.selectFrom('exclusion_keys').select(['generation', 'sealed']).orderBy('generation').execute()

async function addKey(db: Db, secret: string, generation: number, now: number): Promise<void> {
  const sealed = sealWith(sealingKey(secret), randomBytes(32).toString('hex'))
  await db
    .insertInto('exclusion_keys')
    .values({ generation, sealed, created_at: now })
    // Two backends that begin at once agree on the first one's.
    .onConflict(conflict => conflict.column('generation').doNothing())
    .execute()
}

function keyringOf(secret: string, rows: readonly { sealed: string }[]): Keyring {
  const sealing = sealingKey(secret)
  const keys = rows.map(({ sealed }) => {
    const key = openWith(sealing, sealed)
    if (key === null)
      throw new Problem(503, 'exclusion_key', {
        message:
          'The keys of player exclusion were sealed under another secret: give back the earlier SESSION_SECRET',
      })
    return Buffer.from(key, 'hex')
  })
  const next = (hash: string, index: number) =>
    createHmac('sha256', keys[index] as Buffer)
      .update(hash)
      .digest('hex')
  const all = (sha: string) => {
    const hashes: string[] = []
    for (let index = 0; index < keys.length; index++) hashes.push(next(hashes[index - 1] ?? sha, index))
    return hashes
  }
  const onwards = ({ hash, generation }: Keyed) => {
    const hashes = [hash]
    for (let index = generation; index < keys.length; index++)
      hashes.push(next(hashes.at(-1) as string, index))
    return hashes
  }
  return {
    newest: keys.length,
    all,
    onwards,
    keyed: sha => ({ hash: all(sha).at(-1) as string, generation: keys.length }),
    renewed: keyed => ({ hash: onwards(keyed).at(-1) as string, generation: keys.length }),
    seal: text => sealWith(sealing, text),
    open: sealed => openWith(sealing, sealed),
  }
}

const sealingKey = (secret: string) => keyFor(secret, 'backoffice player exclusion')

export type DocumentType = 'cnp' | OtherDocument

export interface Identity {
  /** As which it was read: a CNP is one, whatever was chosen. */
  type: DocumentType
  /** SHA-256, as the national list has it for a CNP. */
  sha: string
  mask: string
  /** ISO dates that the number can mean; none where it says nothing of a birth. */
  births: string[]
  /** Of a document that is no CNP. */
  number: string | null
}

export type DocumentFault = CnpFault | 'document_number' | 'passport_number' | 'residence_number'

const faults = {
  passport: 'passport_number',
  id_card: 'document_number',
  residence: 'residence_number',
} as const satisfies Record<OtherDocument, DocumentFault>

/** A document of a person, as it was typed or scanned. The number itself is in no answer of a CNP. */
export function identify(type: DocumentType, text: string): Identity | { fault: DocumentFault } {
  const parsed = parseCnp(text)
  if ('cnp' in parsed) {
    const { digits, births } = parsed.cnp
    return { type: 'cnp', sha: shaOf(digits), mask: maskCnp(digits), births, number: null }
  }
  if (type === 'cnp') return parsed
  const number = plainDocument(text)
  if (number === null || !canHave(type, number)) return { fault: faults[type] }
  return { type, sha: shaOfKind(type, number), mask: maskDocument(number), births: [], number }
}

/**
 * Every form under which the number may be stored: as a CNP, and under each other kind. CNPs stood under other kinds as
 * well as long as the kind that was chosen was believed, and with the letters before them as long as those were taken
 * for a part of them. Empty for what no document has.
 */
export function storedForms(text: string): string[] {
  const number = plainDocument(text)
  const parsed = parseCnp(text)
  const digits = 'cnp' in parsed ? parsed.cnp.digits : null
  const numbers = new Set(digits === null ? [] : ['', ...EARLIER_PREFIXES].map(prefix => prefix + digits))
  if (number !== null && number.length >= SHORTEST && number.length <= LONGEST) numbers.add(number)
  return [...(digits === null ? [] : [shaOf(digits)]), ...underKinds(numbers)]
}

/**
 * The forms of every number that the text contains. A person may be known by one of them alone, such as the card that
 * was shown with a CNP, so whoever looks for an exclusion looks for all.
 */
export function formsWithin(text: string): string[] {
  const numbers = numbersWithin(text)
  const thirteen = [...numbers].filter(number => /^[0-9]{13}$/.test(number))
  for (const digits of thirteen) for (const prefix of EARLIER_PREFIXES) numbers.add(prefix + digits)
  return [...new Set([...storedForms(text), ...thirteen.map(shaOf), ...underKinds(numbers)])]
}

const underKinds = (numbers: ReadonlySet<string>) =>
  [...numbers].flatMap(number => otherDocuments.map(type => shaOfKind(type, number)))

const EARLIER_PREFIXES = ['CNP', 'RO', 'ROU']

const shaOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** The kind is part of it: a passport may have the number of somebody's card. */
const shaOfKind = (type: OtherDocument, number: string) => shaOf(`${type}:${number}`)
