/**
 * Any table as a workbook, written row by row while it is sent: numbers as numbers, instants as dates,
 * whatever the number of rows. Next to a column of instants stands one of their offsets from UTC: a date has
 * none, and in the hour that clocks show twice two instants would be one.
 */
import { dateToSerial } from 'hucre'
import { writeXlsxStream, type StreamWriterOptions } from 'hucre/xlsx'
import { fewAtATime } from './few-at-a-time'
import type { FileCell } from '../../i18n/file-format'
import { sheetFromThread, type SheetRow } from './sheet-thread.server'
import { sheetName } from './xlsx.server'

type Kind = 'text' | 'count' | 'decimal' | 'instant' | 'day'
const formats: Record<Kind, string | undefined> = {
  text: undefined,
  count: undefined,
  decimal: '#,##0.00;[Red]-#,##0.00',
  instant: 'dd/mm/yyyy hh:mm:ss',
  day: 'dd/mm/yyyy',
}
const widths: Record<Kind, number> = { text: 24, count: 12, decimal: 14, instant: 20, day: 12 }

const OFFSET_WIDTH = 10

/**
 * The first two pieces are read before anything is sent (`csvLines`): the first says what each column holds, and a file
 * of more than one is worth a thread.
 */
export async function sheetStream<Row>(
  title: string,
  head: readonly string[],
  /** The heading of the offsets, which stand next to a column of instants. */
  offsetOf: (head: string) => string,
  line: (row: Row) => readonly FileCell[],
  pieces: AsyncIterator<readonly Row[]>,
  /** Lines under all rows, once each is written. */
  under: () => readonly (readonly FileCell[])[] = () => [],
): Promise<ReadableStream<Uint8Array>> {
  const first = await pieces.next()
  const start: (readonly FileCell[])[] = []
  for await (const rows of fewAtATime(first.done ? [] : first.value))
    for (const row of rows) start.push(line(row))
  const second = first.done ? first : await pieces.next()
  const kinds = head.map((_, at) => kindOf(start, at))
  const heading = head.flatMap((name, at) => (kinds[at] === 'instant' ? [name, offsetOf(name)] : [name]))
  async function* written(): AsyncGenerator<SheetRow[], void> {
    try {
      yield [heading]
      for await (const rows of fewAtATime(start)) yield rows.map(cells => valuesOf(cells, kinds))
      // Cells are made row by row, so that a whole piece is never in memory twice.
      for (let next = second; !next.done; next = await pieces.next())
        for await (const rows of fewAtATime(next.value)) yield rows.map(row => valuesOf(line(row), kinds))
      const last = under().map(cells => valuesOf(cells, kinds))
      if (last.length > 0) yield last
    } finally {
      await pieces.return?.()
    }
  }
  const options = {
    name: sheetName(title),
    freezePane: { rows: 1, columns: 1 },
    // As a style: the library makes one of a format anew for each cell.
    columns: kinds.flatMap(kind => {
      const own = { width: widths[kind], ...(formats[kind] && { style: { numFmt: formats[kind] } }) }
      return kind === 'instant' ? [own, { width: OFFSET_WIDTH }] : [own]
    }),
  }
  return (second.done ? undefined : sheetFromThread(options, written())) ?? sheetFromHere(options, written())
}

function sheetFromHere(
  options: StreamWriterOptions,
  pieces: AsyncGenerator<SheetRow[], void>,
): ReadableStream<Uint8Array> {
  async function* rows() {
    for await (const piece of pieces) yield* piece
  }
  const workbook = writeXlsxStream(rows(), options).getReader()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await workbook.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    // Whoever leaves takes no more rows: the library would let them wait for ever.
    async cancel(reason) {
      await workbook.cancel(reason)
      await pieces.return()
    },
  })
}

/** By its first value; a column that begins empty is text. */
function kindOf(rows: readonly (readonly FileCell[])[], at: number): Kind {
  for (const row of rows) {
    const cell = row[at]
    if (cell === undefined || cell === '') continue
    if (typeof cell === 'string' || cell.typed === undefined) return 'text'
    if (cell.typed instanceof Date) return cell.exact.includes(':') ? 'instant' : 'day'
    return /[.,]/.test(cell.exact) ? 'decimal' : 'count'
  }
  return 'text'
}

function valuesOf(row: readonly FileCell[], kinds: readonly Kind[]): SheetRow {
  const values: SheetRow = []
  for (let at = 0; at < row.length; at++) {
    const cell = row[at] ?? ''
    values.push(valueOf(cell, kinds[at]))
    if (kinds[at] === 'instant') values.push(typeof cell === 'string' ? null : (cell.offset ?? null))
  }
  return values
}

/** What does not fit its column stands there as text, rather than as a number that means something else. */
function valueOf(cell: FileCell, kind: Kind | undefined): SheetRow[number] {
  if (cell === '') return null
  if (typeof cell === 'string') return cell
  const { typed } = cell
  const isDate = typed instanceof Date
  if (typed === undefined || kind === 'text' || isDate !== (kind === 'instant' || kind === 'day'))
    return cell.exact
  // A date is a number of days that its column's format shows: nothing else has to cross to the thread that writes.
  return isDate ? dateToSerial(typed) : typed
}
