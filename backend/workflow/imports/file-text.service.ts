/** Bytes to text: what a spreadsheet of any language saves, and a clear word for what is no text at all. */
import { setImmediate as breathe } from 'node:timers/promises'
import { Problem } from '../../platform/contract/problem'
import { encoding as encodings, type Encoding } from './encodings.contract'
import type { OwnColumns } from './own-columns'
import { otherOf, readAs, addEvidence, type Evidence, type OneByte } from './letters.service'

/**
 * In pieces, as it was decoded: one text of 32 MB would have to be copied together at once. No piece ends in the middle
 * of a letter.
 */
export interface FileText {
  pieces: string[]
  encoding: Encoding
  /**
   * Set where the letters may be read in another way, too. `isSure`: the words, or those who send it, say which it is.
   */
  other?: { encoding: OneByte; isSure: boolean }
}
export interface ReadingOptions {
  /** As somebody said. Throws 422 `not_text` where the file cannot be read so. */
  encoding?: Encoding | undefined
  /** Encodings that the sender's country and language make likely. Called only where words do not decide. */
  likely?(): Promise<readonly OneByte[]>
  /** Columns of the sender's tenant. */
  own?: OwnColumns
}

/** Decoded at once; the event loop gets its turn in between. */
const PIECE = 1024 * 1024
/** Looking at words takes longer than decoding: letters at once. */
const WEIGHED = 64 * 1024

/**
 * UTF-16 by its mark or by the look of its first line, then UTF-8, then one byte a letter, which knows every byte.
 * Throws 422 `empty_file`, `binary_file`, `not_text`.
 */
export async function readText(
  bytes: Uint8Array,
  { encoding: given, likely }: ReadingOptions = {},
): Promise<FileText> {
  if (bytes.byteLength === 0) throw new Problem(422, 'empty_file')
  const kind = kindOf(bytes)
  if (kind)
    throw new Problem(422, 'binary_file', { message: `The file is no text but ${kind}`, details: { kind } })
  const marked =
    given ??
    (bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : unmarked(bytes))
  for (const encoding of marked ? [marked] : (['utf-8', 'windows-1250'] as const)) {
    const read = await decode(bytes, encoding === 'windows-1252' ? 'windows-1250' : encoding)
    if (read === undefined) continue
    if (read.hasNul) throw new Problem(422, 'binary_file', { details: { kind: 'unknown' } })
    if (read.isBlank) throw new Problem(422, 'empty_file')
    if (encoding !== 'windows-1250' && encoding !== 'windows-1252') return { pieces: read.pieces, encoding }
    return inOneByte(read.pieces, given === undefined ? undefined : encoding, likely)
  }
  throw new Problem(422, 'not_text', { details: { encodings: encodings.options.join(', ') } })
}

/** `central` was read as Windows-1250. */
async function inOneByte(
  central: string[],
  given: OneByte | undefined,
  likely: ReadingOptions['likely'],
): Promise<FileText> {
  const evidence: Evidence = { central: false, western: false, typical: false }
  const western: string[] = []
  for (const piece of central) {
    let read = ''
    for (let from = 0; from < piece.length;) {
      // Whole lines, so that no word is cut, unless one is longer.
      const end = piece.lastIndexOf('\n', from + WEIGHED) + 1
      const part = piece.slice(from, end > from ? end : from + WEIGHED)
      from += part.length
      addEvidence(part, evidence)
      read += readAs(part, 'windows-1252')
      await breathe()
    }
    western.push(read)
  }
  if (central.every((piece, index) => piece === western[index]))
    return { pieces: central, encoding: given ?? 'windows-1250' }
  const likeliest = given ?? likelyEncoding(evidence, (await likely?.()) ?? [])
  const encoding = likeliest ?? 'windows-1250'
  return {
    pieces: encoding === 'windows-1250' ? central : western,
    encoding,
    other: { encoding: otherOf(encoding), isSure: likeliest !== undefined },
  }
}

/** Words lead. Where they leave both readings, country and language have to agree. */
function likelyEncoding(
  { central, western, typical }: Evidence,
  likely: readonly OneByte[],
): OneByte | undefined {
  if (central !== western) return central ? 'windows-1250' : 'windows-1252'
  if (central) return undefined
  if (typical) return likely.includes('windows-1250') ? undefined : 'windows-1252'
  return likely.length > 1 && likely.every(one => one === likely[0]) ? likely[0] : undefined
}

/**
 * A header is mostly plain letters, whose other half in UTF-16 is zero: nearly all second bytes and none of the first,
 * or the other way round.
 */
function unmarked(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, LOOKED_AT)
  if (start.length < 4 || bytes.byteLength % 2 === 1) return undefined
  const [first, second] = [0, 1].map(half => {
    let zeros = 0
    for (let at = half; at < start.length; at += 2) if (start[at] === 0) zeros += 1
    return zeros / Math.floor(start.length / 2)
  }) as [number, number]
  const encoding =
    second >= MOSTLY && first < 1 - MOSTLY
      ? 'utf-16le'
      : first >= MOSTLY && second < 1 - MOSTLY
        ? 'utf-16be'
        : undefined
  // Columns of small numbers look the same and are no text.
  return encoding && /^[^\u0000-\u0008\u000e-\u001f]*$/.test(new TextDecoder(encoding).decode(start))
    ? encoding
    : undefined
}
const LOOKED_AT = 512
const MOSTLY = 0.7

interface Decoded {
  pieces: string[]
  hasNul: boolean
  isBlank: boolean
}

/** Decodes and examines the text piece by piece, since a single pass over 32 MB would block other requests. */
async function decode(
  bytes: Uint8Array,
  encoding: Exclude<Encoding, OneByte> | 'windows-1250',
): Promise<Decoded | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const all: Decoded = { pieces: [], hasNul: false, isBlank: true }
  const take = (piece: string) => {
    all.pieces.push(piece)
    all.hasNul ||= piece.includes('\0')
    all.isBlank &&= !/\S/.test(piece)
  }
  try {
    for (let from = 0; from < bytes.byteLength; from += PIECE) {
      take(decoder.decode(bytes.subarray(from, from + PIECE), { stream: true }))
      await breathe()
    }
    take(decoder.decode())
    return all
  } catch {
    return undefined
  }
}

/** What people send instead of CSV, by its first bytes. */
const signatures: readonly [kind: string, hex: string][] = [
  ['zip', '504b0304'],
  ['xls', 'd0cf11e0a1b11ae1'],
  ['pdf', '255044462d'],
  ['gzip', '1f8b08'],
  ['image', '89504e470d0a1a0a'],
  ['image', 'ffd8ff'],
  ['image', '47494638'],
]

function kindOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
  const hex = start.subarray(0, 8).toString('hex')
  const kind = signatures.find(([, signature]) => hex.startsWith(signature))?.[0]
  // A workbook of today is a zip with these names in it.
  return kind === 'zip' && /\[Content_Types\]\.xml|xl\/|_rels\//.test(start.toString('latin1'))
    ? 'xlsx'
    : kind
}
