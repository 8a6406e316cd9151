/**
 * What a file says of its own seal: the mark that PDF, XLSX and CSV carry, also after another program saved them again.
 * Nothing of it is believed: it tells an altered file from somebody else's.
 */
import { inflateRawSync } from 'node:zlib'

/** Of a workbook: its properties, and the texts of its cells, where the mark stands as well. */
const PARTS = ['docProps/core.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml']
/** Anybody may send a file: a small one may unfold to gigabytes, or have a million parts. */
const MOST_HEADERS = 200
const MOST_PARTS = 6
const MAX_PART = 2 * 1024 * 1024
const MOST_MARKS = 20

/** Codes as they stand on paper, each once. */
export function marksIn(bytes: Uint8Array): string[] {
  const codes = textsOf(bytes).flatMap(text =>
    [...text.matchAll(/slot-seal:([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})(?![\w-])/g)].map(
      ([, code = '']) => code,
    ),
  )
  return [...new Set(codes)].slice(0, MOST_MARKS)
}

/** Also when a single byte of a trace is another: a workbook and a sealed JSON have two. */
export const saysSeal = (bytes: Uint8Array): boolean =>
  textsOf(bytes).some(text => text.includes('slot-seal') || /"signature":"[\w-]{60}/.test(text))

function textsOf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [file.toString('latin1'), ...unfolded(file)]
}

/** The parts of a workbook, found by their own headers: the directory at its end may be what was altered. */
function unfolded(file: Buffer): string[] {
  const found: string[] = []
  let at = -4
  for (let header = 0; header < MOST_HEADERS && found.length < MOST_PARTS; header++) {
    at = file.indexOf('PK\u0003\u0004', at + 4, 'latin1')
    if (at < 0 || at + 30 > file.length) break
    const name = at + 30
    const part = PARTS.find(one => file.toString('latin1', name, name + one.length) === one)
    if (part === undefined) continue
    try {
      const packed = file.subarray(name + part.length + file.readUInt16LE(at + 28))
      found.push(inflateRawSync(packed, { maxOutputLength: MAX_PART }).toString('latin1'))
    } catch {
      // A part that does not unfold says nothing; the others may.
      found.push('')
    }
  }
  return found
}
