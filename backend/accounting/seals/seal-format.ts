/**
 * What a seal is made of, without a database: whoever has a file and the public keys checks it with this alone (`npm
 * run verify`).
 * SHA-256 and Ed25519 over `slot-seal/1`, a line end and the canonical JSON of the body.
 */
import {
  createHash,
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
  type KeyObject,
} from 'node:crypto'
import { canonical, type Sealable } from './canonical'
import { saysSeal } from './file-mark'

export const FORMAT = 'slot-seal/1'
const PAPER_FORMAT = 'slot-seal-paper/1'

/** All integers as texts, as they stand in the canonical JSON. */
export interface SealBody {
  format: string
  tenant: { id: string; name: string }
  location: { id: string; code: string; name: string }
  kind: string
  /** YYYY-MM-DD or YYYY-MM; of a key change the day. */
  period: string
  currency: string | null
  revision: string
  number: string
  sealed_at: string
  /** Hash of the location's seal before this one. */
  previous: string | null
  key: string
  totals: Record<string, string>
  /** Of all documents of one kind and currency that stand sealed, by `kind currency total`. */
  perpetual: Record<string, string>
  document: Sealable
}

export interface Sealed {
  body: string
  hash: string
  code: string
  signature: string
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const sealedText = (body: string): string => `${FORMAT}\n${body}`

/** `body` in its canonical form. */
export function sealBody(privateKey: KeyObject, body: string): Sealed {
  const bytes = Buffer.from(sealedText(body))
  const hash = sha256(bytes)
  return {
    body,
    hash,
    code: codeOf(hash),
    signature: signBytes(null, bytes, privateKey).toString('base64url'),
  }
}

export const isSignedBy = (publicKey: KeyObject, body: string, signature: string): boolean =>
  verifies(publicKey, sealedText(body), signature)

export const sealHashOf = (body: string): string => sha256(sealedText(body))

/** Base64 has several spellings of one signature; only the shortest is ours, or an altered character would not show. */
export function verifies(publicKey: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  return (
    bytes.length === 64 &&
    bytes.toString('base64url') === signature &&
    verifyBytes(null, Buffer.from(text), publicKey, bytes)
  )
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 12

/** The first 60 bits of the hash in Crockford's alphabet, which has no letters that look like digits. */
export function codeOf(hash: string): string {
  let rest = BigInt(`0x${hash.slice(0, 15)}`)
  let code = ''
  for (let at = 0; at < CODE_LENGTH; at++) {
    code = (ALPHABET[Number(rest & 31n)] as string) + code
    rest >>= 5n
  }
  return code
}

/** As it stands on paper. */
export const shownCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Of what somebody typed; null for what is no code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every(letter => ALPHABET.includes(letter)) ? code : null
}

/** Characters 1, 11, 21 and 31 of the signature: on paper, by the Portuguese custom. */
export const signatureCharacters = (signature: string): string =>
  [0, 10, 20, 30].map(at => signature.charAt(at)).join('')

/** Names a public key by its own bytes. */
export const keyIdOf = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64url')).slice(0, 16)

/** `publicKey`: SubjectPublicKeyInfo, DER, base64url. Throws for anything else than Ed25519. */
export function publicKeyFrom(publicKey: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  return key
}

/**
 * The file that is handed out and attached to the PDF: the body with its seal, canonical itself, so that no byte of it
 * is free.
 */
export const sealFile = ({ body, hash, code, signature }: Sealed): string =>
  canonical({ code, hash, seal: JSON.parse(body) as Sealable, signature })

export type FileCheck =
  | { state: 'intact'; sealed: Sealed; seal: SealBody }
  /** It says that it is a seal, and its parts do not fit each other. */
  | { state: 'altered' }
  | { state: 'no_seal' }

/** Larger than any form of one location; what is larger is no file of a seal. */
const MAX_SEAL_FILE = 2 * 1024 * 1024

/** Whether the file's parts fit each other. Who signed it is another question: `isSignedBy`. */
export function readSealFile(bytes: Uint8Array): FileCheck {
  const broken = { state: saysSeal(bytes) ? 'altered' : 'no_seal' } as const
  if (bytes.byteLength > MAX_SEAL_FILE) return broken
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const file = JSON.parse(text) as Record<'code' | 'hash' | 'seal' | 'signature', unknown>
    const body = canonical(file.seal)
    const { code, hash, signature } = file
    if (typeof code !== 'string' || typeof hash !== 'string' || typeof signature !== 'string') return broken
    const isWhole =
      Object.keys(file).length === 4 &&
      canonical(file) === text &&
      sealHashOf(body) === hash &&
      codeOf(hash) === code &&
      (file.seal as SealBody).format === FORMAT
    return isWhole
      ? { state: 'intact', sealed: { body, hash, code, signature }, seal: file.seal as SealBody }
      : broken
  } catch {
    return broken
  }
}

export interface Paper {
  kind: string
  number: string
  location: string
  period: string
  currency: string
  revision: string
  totals: string
  hash: string
  key: string
}
const paperFields = [
  'kind',
  'number',
  'location',
  'period',
  'currency',
  'revision',
  'totals',
  'hash',
  'key',
] as const

/**
 * What the QR code on paper holds: it verifies without this product, with the public key. Letters that an address holds
 * unescaped.
 */
export function paperOf(privateKey: KeyObject, body: SealBody, hash: string): string {
  const paper: Paper = {
    kind: body.kind,
    number: body.number,
    location: body.location.code,
    period: body.period,
    currency: body.currency ?? '',
    revision: body.revision,
    totals: Object.entries(body.totals)
      .map(([name, amount]) => `${name}:${amount}`)
      .join('~'),
    hash: Buffer.from(hash, 'hex').toString('base64url'),
    key: body.key,
  }
  const text = ['1', ...paperFields.map(name => escaped(paper[name]))].join('*')
  const signature = signBytes(null, Buffer.from(`${PAPER_FORMAT}\n${text}`), privateKey).toString('base64url')
  return `${text}*${signature}`
}

const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll('*', '%2A').replaceAll('%3A', ':')

/** Null for what is no such text. The signature is not checked: `isPaperSignedBy`. */
export function readPaper(text: string): Paper | null {
  const [version, ...parts] = text.split('*')
  if (version !== '1' || parts.length !== paperFields.length + 1) return null
  try {
    return Object.fromEntries(
      paperFields.map((name, at) => [name, decodeURIComponent(parts[at] as string)]),
    ) as unknown as Paper
  } catch {
    return null
  }
}

export function isPaperSignedBy(publicKey: KeyObject, text: string): boolean {
  const end = text.lastIndexOf('*')
  return verifies(publicKey, `${PAPER_FORMAT}\n${text.slice(0, end)}`, text.slice(end + 1))
}

/** What both keys sign when one takes the other's place. `lost`: the earlier one could not sign any more. */
export interface KeyChange {
  format: string
  from: string
  to: string
  public_key: string
  at: string
  reason: string
  lost: boolean
}
export const CHANGE_FORMAT = 'slot-seal-key/1'
export const changeText = (change: KeyChange): string => `${CHANGE_FORMAT}\n${canonical(change)}`
