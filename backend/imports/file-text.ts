/** Bytes to text: what a spreadsheet of any language saves, and a clear word for what is no text at all. */
import { setImmediate as breathe } from 'node:timers/promises'
import { Problem } from '../contract/problem'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250'
export interface FileText { text: string; encoding: Encoding }

/** Decoded at once; the event loop gets its turn in between. */
const PIECE = 1024 * 1024

/** UTF-16 by its mark, then UTF-8, then Windows-1250, which knows nearly every byte. Throws 422 `empty_file`, `binary_file`, `not_text`. */
export async function readText(bytes: Uint8Array): Promise<FileText> {
  if (bytes.byteLength === 0) throw new Problem(422, 'empty_file')
  const kind = kindOf(bytes)
  if (kind) throw new Problem(422, 'binary_file', { message: `The file is no text but ${kind}`, details: { kind } })
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  for (const encoding of marked ? [marked] as const : ['utf-8', 'windows-1250'] as const) {
    const text = await decode(bytes, encoding)
    if (text === undefined) continue
    if (text.includes('\0')) throw new Problem(422, 'binary_file', { details: { kind: 'unknown' } })
    if (text.trim() === '') throw new Problem(422, 'empty_file')
    return { text, encoding }
  }
  throw new Problem(422, 'not_text')
}

async function decode(bytes: Uint8Array, encoding: Encoding): Promise<string | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const parts: string[] = []
  try {
    for (let from = 0; from < bytes.byteLength; from += PIECE) {
      parts.push(decoder.decode(bytes.subarray(from, from + PIECE), { stream: true }))
      await breathe()
    }
    return parts.join('') + decoder.decode()
  } catch {
    return undefined
  }
}

/** What people send instead of CSV, by its first bytes. */
const signatures: readonly [kind: string, hex: string][] = [
  ['zip', '504b0304'], ['xls', 'd0cf11e0a1b11ae1'], ['pdf', '255044462d'], ['gzip', '1f8b08'], ['image', '89504e470d0a1a0a'], ['image', 'ffd8ff'], ['image', '47494638'],
]

function kindOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
  const hex = start.subarray(0, 8).toString('hex')
  const kind = signatures.find(([, signature]) => hex.startsWith(signature))?.[0]
  // A workbook of today is a zip with these names in it.
  return kind === 'zip' && /\[Content_Types\]\.xml|xl\/|_rels\//.test(start.toString('latin1')) ? 'xlsx' : kind
}
