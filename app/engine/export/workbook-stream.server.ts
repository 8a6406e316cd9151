/**
 * A workbook of one sheet, written while it is sent. The library writes it around one row of example; further rows are written here in that one's
 * likeness, since a writer that has to be ready for any cell takes four times as long for a million of the same kind.
 */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { unzipSync, Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import { dateToSerial } from 'hucre'
import { colToLetter, writeXlsxStream } from 'hucre/xlsx'

export type Value = string | number | Date | null
interface Workbook {
  name: string
  heads: readonly string[]
  columns: readonly { width: number; numFmt?: string | undefined }[]
  /** Some at a time. */
  rows: AsyncIterable<readonly (readonly Value[])[]>
}

const SHEET = 'xl/worksheets/sheet1.xml'
/** Text of a sheet is repetitive: beyond this a tenth is gained for twice the time. */
const LEVEL = 3
const PIECE = 128 * 1024

export async function workbookStream(workbook: Workbook): Promise<ReadableStream<Uint8Array>> {
  const parts = unzipSync(await exampleOf(workbook))
  const pieces = zipped(parts, sheetTexts(workbook, Buffer.from(parts[SHEET] ?? []).toString()))
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  })
}

async function exampleOf({ name, heads, columns }: Workbook): Promise<Uint8Array> {
  const stream = writeXlsxStream([[...heads], columns.map(() => 0)], {
    name,
    freezePane: { rows: 1, columns: 1 },
    columns: columns.map(({ width, numFmt }) => ({ width, ...(numFmt && { numFmt }) })),
  })
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

async function* sheetTexts({ columns, rows }: Workbook, example: string): AsyncGenerator<string> {
  const at = example.indexOf('<row r="2"')
  const end = example.indexOf('</sheetData>')
  yield example.slice(0, at < 0 ? end : at)
  const letters = columns.map((_, column) => colToLetter(column))
  const styles = letters.map(letter => new RegExp(`<c r="${letter}2"( s="\\d+")?`).exec(example)?.[1] ?? '')
  let nr = 1
  let text = ''
  for await (const piece of rows)
    for (const row of piece) {
      nr++
      text += `<row r="${nr}">`
      for (let column = 0; column < row.length; column++)
        text += cellOf(row[column] ?? null, `${letters[column]}${nr}"${styles[column]}`)
      text += '</row>'
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
  yield text + example.slice(end)
}

/** `place`: with the column's style. */
function cellOf(value: Value, place: string): string {
  if (typeof value === 'string') {
    const text = MARKED.test(value) ? value.replaceAll(EACH_MARKED, escaped) : value
    return `<c r="${place} t="inlineStr"><is><t${EDGES.test(value) ? ' xml:space="preserve"' : ''}>${text}</t></is></c>`
  }
  const number = value instanceof Date ? dateToSerial(value) : value
  return number === null || !Number.isFinite(number) ? '' : `<c r="${place}><v>${number}</v></c>`
}
const EDGES = /^\s|\s$|[\n\t]/
const MARKED = /[&<>]|(?![\n\t])\p{Cc}|_(?=x[\dA-Fa-f]{4}_)/u
const EACH_MARKED = new RegExp(MARKED, 'gu')
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** A sheet has its own way to write what XML has none for; text that looks like it is written so, too. */
const escaped = (mark: string): string =>
  ENTITIES[mark] ?? `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** What is taken is packed on another thread while the next rows are written. */
async function* zipped(
  parts: Readonly<Record<string, Uint8Array>>,
  sheet: AsyncIterable<string>,
): AsyncGenerator<Uint8Array, void> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    written.push(piece)
  })
  const taken = () => {
    const all = Buffer.concat(written)
    written = []
    return all
  }
  for (const [path, bytes] of Object.entries(parts)) {
    if (path === SHEET) continue
    const file = new ZipDeflate(path)
    zip.add(file)
    file.push(bytes, true)
  }
  const file: ZipInputFile = { filename: SHEET, size: 0, crc: 0, compression: 8 }
  zip.add(file)
  for await (const { piece, end } of deflated(sheet)) {
    Object.assign(file, end)
    file.ondata?.(null, piece, end !== undefined)
    if (written.length > 0) yield taken()
  }
  zip.end()
  yield taken()
}

const [HEAD, TAIL] = [10, 8]
const NOTHING = Buffer.alloc(0)
/** An archive says how long its parts are in so many bytes. */
const MOST = 2 ** 32 - 1

/** Gzip is the same packing with a head before it, and behind it what an archive wants to know: the sum and the size of what was packed. */
async function* deflated(texts: AsyncIterable<string>) {
  const gzip = createGzip({ level: LEVEL })
  // What fails on either side ends the other, and is thrown below.
  pipeline(Readable.from(texts, { highWaterMark: 1 }), gzip, () => {})
  let held: Buffer<ArrayBuffer> = NOTHING
  let isHead = true
  for await (const piece of gzip as AsyncIterable<Buffer<ArrayBuffer>>) {
    held = Buffer.concat([held, piece])
    if (isHead && held.length >= HEAD) {
      held = held.subarray(HEAD)
      isHead = false
    }
    if (isHead || held.length <= TAIL) continue
    yield { piece: held.subarray(0, -TAIL) }
    held = held.subarray(-TAIL)
  }
  if (gzip.bytesWritten > MOST) throw new Error('A sheet of more than an archive can hold')
  yield { piece: NOTHING, end: { crc: held.readUInt32LE(0), size: held.readUInt32LE(4) } }
}
