/** A list as a CSV file (ruling 31): the whole filtered result, written piece by piece while it is being sent. */
import { fewAtATime } from './few-at-a-time'
import type { FileCell, FileFormat } from '../../i18n/file-format'
import { csvText, quotedLine } from './csv-text'
import { isAbsent, sourceOf, type Base } from '../render/render-context'
import { fieldLabel } from '../render/labels'
import { Sum, summedColumn } from '../render/sum'
import { localTime } from '../../../backend/platform/contract/time-zone'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

const PIECE = 1_000
const BOM = '\uFEFF'

export type CsvBase = Base & { file: FileFormat }

interface CsvFile {
  resource: Resource
  columns: readonly string[]
  face: CsvBase
  /** What each column's values are counted in, of all rows of the file. */
  units: Units
  pieces: AsyncIterator<readonly Row[]>
}

/**
 * Any table as a CSV file: its header, then its lines as they come. The first piece is read before anything is sent: a
 * list that cannot be read is an error page, not half a file. One that breaks later breaks the download.
 */
export async function csvLines(
  head: string[],
  pieces: AsyncIterator<FileCell[][]>,
  { delimiter, kind }: Pick<FileFormat, 'delimiter' | 'kind'>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const lines = (records: FileCell[][]) => csvText(records, delimiter, neutral)
  let next: IteratorResult<FileCell[][]> | undefined = await pieces.next()
  let start = BOM + (kind === 'machine' ? quotedLine(head, delimiter) : lines([head]))
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A piece whose rows are all gone is empty: a stream that was given nothing does not pull again.
      let piece = next ?? (await pieces.next())
      next = undefined
      while (!piece.done && piece.value.length === 0) piece = await pieces.next()
      const text = start + (piece.done ? '' : lines(piece.value as FileCell[][]))
      start = ''
      if (text) controller.enqueue(encoder.encode(text))
      if (piece.done) controller.close()
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}

/** How a list's rows are written to one file. */
export interface CsvForm {
  head: string[]
  line: (row: Row) => FileCell[]
  /** What stands under all rows, once each is written: the list's sum, for people. */
  under: () => FileCell[][]
}

/** By column; unknown until all rows are known. */
export type Units = Readonly<Record<string, readonly string[] | undefined>>

export function unitsOf(resource: Resource, columns: readonly string[], rows: readonly Row[]): Units {
  return Object.fromEntries(
    columns.flatMap(name => {
      const { csvUnit } = resource.fields[name] ?? {}
      const source = sourceOf(resource, name)
      // A value that is not there in its row is in no currency.
      const units = csvUnit
        ? rows.flatMap(row => (isAbsent(row[source]) ? [] : csvUnit(row[source]) || []))
        : undefined
      return units ? [[name, [...new Set(units)]]] : []
    }),
  )
}

/**
 * One currency stands in the header, so that the amounts under it are numbers that add up. Where there are several, or
 * not known yet, each row says its own in the next column; for a program always, so that it finds the same columns
 * whatever the rows are.
 */
export function csvForm(resource: Resource, columns: readonly string[], ctx: CsvBase, units: Units): CsvForm {
  const parts = columns.flatMap(name =>
    partsOf(resource, name, ctx, units[name]).map(part => ({ ...part, name })),
  )
  const summed = ctx.file.kind === 'machine' ? undefined : summedColumn(resource, columns)
  const sum = summed === undefined ? null : new Sum(summed)
  return {
    head: parts.map(({ head }) => head),
    line: row => {
      sum?.add(row)
      return parts.map(({ cell }) => cell(row))
    },
    under: () =>
      sum?.amounts().map(amount => {
        const line: Row = { _id: '', [sum.column]: amount }
        return parts.map(({ name, cell }, at) =>
          name === sum.column ? cell(line) : at === 0 ? sum.label(ctx.t) : '',
        )
      }) ?? [],
  }
}

interface Part {
  head: string
  cell: (row: Row) => FileCell
}

function partsOf(
  resource: Resource,
  name: string,
  base: CsvBase,
  units: readonly string[] | undefined,
): Part[] {
  const field = resource.fields[name]
  if (!field) return []
  const { csvValue, csvUnit, parts, unit, whole } = field
  // A computed column may be the page's alone.
  if (whole && !csvValue) return []
  const ctx = { ...base, field: name }
  const label = fieldLabel(base.t, resource.name, name, resource.fields)
  const source = sourceOf(resource, name)
  const written = (of: (value: unknown, row: Row) => FileCell) => (row: Row) =>
    whole ? of(row, row) : isAbsent(row[source]) ? '' : of(row[source], row)
  // For programs columns are called as in the API, in every language, whatever the rows are.
  const isMachine = base.file.kind === 'machine'
  if (isMachine && parts)
    return parts.map(part => ({
      head: `${name}_${part.name}`,
      cell: written(value => part.csvValue(value, ctx)),
    }))
  const own = csvUnit && (isMachine || units?.length !== 1) && units?.length !== 0
  const named = csvUnit ? (own ? undefined : units?.[0]) : unit?.(ctx)
  return [
    {
      head: isMachine ? name : named ? `${label} (${named})` : label,
      cell: written((value, row) => csvValue(value, ctx, row)),
    },
    ...(own
      ? [
          {
            head: isMachine ? `${name}_currency` : base.t('engine:file.currency_of', { label }),
            cell: written(value => csvUnit(value)),
          },
        ]
      : []),
  ]
}

export const csvRows = (
  form: CsvForm,
  pieces: AsyncIterator<readonly Row[]>,
  file: FileFormat,
): Promise<ReadableStream<Uint8Array>> => csvLines(form.head, rowsAsCells(pieces, form), file)

/** Rows of an entity, as its list shows them. */
export const csvStream = ({
  resource,
  columns,
  face: ctx,
  units,
  pieces,
}: CsvFile): Promise<ReadableStream<Uint8Array>> =>
  csvRows(csvForm(resource, columns, ctx, units), pieces, ctx.file)

async function* rowsAsCells(
  pieces: AsyncIterator<readonly Row[]>,
  { line, under }: CsvForm,
): AsyncGenerator<FileCell[][], void> {
  for await (const piece of { [Symbol.asyncIterator]: () => pieces })
    for await (const rows of fewAtATime(piece)) yield rows.map(line)
  const last = under()
  if (last.length > 0) yield last
}

/** Rows that are here already, a few at a time. */
export async function* inPieces(rows: readonly Row[]): AsyncGenerator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += PIECE)
    yield await Promise.resolve(rows.slice(from, from + PIECE))
}

/**
 * Whoever takes a file watches it arrive, and waits longer for its first row than for a page: ten thousand rows take
 * seconds on a busy machine.
 */
export const FILE_TIME_MS = 30_000

export const csvHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': disposition(name),
  'Cache-Control': 'no-store',
})

/**
 * An apostrophe makes a spreadsheet take a formula for text; an import takes it away again. Text that begins
 * with an apostrophe where it would be taken for that gets a second. Numbers and instants are written by us
 * and stay as they are.
 */
export function neutral(cell: FileCell): string {
  if (typeof cell !== 'string') return cell.exact
  return /^'*\s*[=+\-@|\t\r\n]/.test(cell) ? `'${cell}` : cell
}

/**
 * Specification, section 9: lower-cased label, its first space an underscore, then DDMMYYYYHHmmss. Where a label ends
 * with a digit, as a report's month does, an underscore parts it from the time.
 */
export function exportName(label: string, at: number, zone: string): string {
  const name = label.toLowerCase().replace(' ', '_')
  return `${name}${/\d$/.test(name) ? '_' : ''}${localTime(at, zone).toFormat('ddMMyyyyHHmmss')}.csv`
}

/** The name for old browsers in ASCII, and as it is for all others (RFC 6266). */
export function disposition(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '')
  // An apostrophe ends the name of the character set (RFC 8187): one in a location's name would be read as another.
  const escaped = encodeURIComponent(name).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${escaped}`
}
