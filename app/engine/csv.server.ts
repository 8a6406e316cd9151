/** A list as a CSV file (ruling 31): the whole filtered result, written piece by piece while it is being sent. */
import { stringify } from 'csv-stringify/sync'
import { DateTime } from 'luxon'
import type { Resource, Row } from './define-resource'
import { isAbsent, type Base } from './face'
import { fieldLabel } from './labels'

/** Rows written at once: the event loop has others to serve. */
const PIECE = 1_000
const BOM = '\uFEFF'

interface CsvFile {
  resource: Resource
  columns: readonly string[]
  face: Base
  pieces: AsyncIterator<readonly Row[]>
}

/**
 * Any table as a CSV file: its header, then its lines as they come. The first piece is read before anything is sent: a list that cannot be read is
 * an error page, not half a file. One that breaks later breaks the download.
 */
export async function csvLines(head: string[], pieces: AsyncIterator<string[][]>, delimiter = ','): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const lines = (records: string[][]) => stringify(records.map(record => record.map(neutral)), { delimiter, record_delimiter: 'windows' })
  let next: IteratorResult<string[][]> | undefined = await pieces.next()
  let start = BOM + lines([head])
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = next ?? await pieces.next()
      next = undefined
      const text = start + (done ? '' : lines(value as string[][]))
      start = ''
      if (text) controller.enqueue(encoder.encode(text))
      if (done) controller.close()
    },
    async cancel() { await pieces.return?.() },
  })
}

/** How a list's rows are written. */
export interface CsvForm { head: string[]; line: (row: Row) => string[] }

export const csvForm = (resource: Resource, columns: readonly string[], face: Base): CsvForm =>
  ({ head: headers(resource, columns, face), line: row => cells(resource, columns, row, face) })

export const csvRows = ({ head, line }: CsvForm, pieces: AsyncIterator<readonly Row[]>): Promise<ReadableStream<Uint8Array>> => csvLines(head, linesOf(pieces, line))

/** Rows of an entity, as its list shows them. */
export const csvStream = ({ resource, columns, face, pieces }: CsvFile): Promise<ReadableStream<Uint8Array>> => csvRows(csvForm(resource, columns, face), pieces)

async function* linesOf(pieces: AsyncIterator<readonly Row[]>, line: (row: Row) => string[]): AsyncGenerator<string[][], void> {
  for await (const rows of { [Symbol.asyncIterator]: () => pieces }) yield rows.map(line)
}

/** Rows that are here already, a few at a time. */
export async function* inPieces(rows: readonly Row[]): AsyncGenerator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += PIECE) yield await Promise.resolve(rows.slice(from, from + PIECE))
}

export const csvHeaders = (name: string): Record<string, string> =>
  ({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition(name), 'Cache-Control': 'no-store' })

/** Labels with what the numbers are counted in, or the zone of the times. */
const headers = (resource: Resource, columns: readonly string[], face: Base): string[] =>
  columns.map(name => {
    const unit = resource.fields[name]?.unit?.({ ...face, field: name })
    const label = fieldLabel(face.t, resource.name, name)
    return unit ? `${label} (${unit})` : label
  })

const cells = (resource: Resource, columns: readonly string[], row: Row, face: Base): string[] =>
  columns.map(name => (isAbsent(row[name]) ? '' : resource.fields[name]?.plain(row[name], { ...face, field: name }) ?? ''))

/** A cell that a spreadsheet would run as a formula is kept text by an apostrophe; plain negative numbers stay numbers. */
export function neutral(cell: string): string {
  if (/^-\d+(?:\.\d+)?$/.test(cell)) return cell
  return /^[=+\-@\t\r\n|]/.test(cell) || /^\s+[=+\-@|]/.test(cell) ? `'${cell}` : cell
}

/** Specification, section 9: lower-cased label, its first space an underscore, then DDMMYYYYHHmmss. */
export function exportName(label: string, at: number, zone: string): string {
  return `${label.toLowerCase().replace(' ', '_')}${DateTime.fromMillis(at, { zone }).toFormat('ddMMyyyyHHmmss')}.csv`
}

/** The name for old browsers in ASCII, and as it is for all others (RFC 6266). */
export function disposition(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
