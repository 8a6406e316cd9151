/** Text to rows: any usual delimiter, quotes over lines, each row with the line on which it begins. */
import { parse, CsvError } from 'csv-parse'
import { setImmediate as breathe } from 'node:timers/promises'
import { Problem } from '../../platform/contract/problem'
import { currency } from '../../platform/contract/primitives'
import { columnLikely, columnNamed, unitNamed } from './aliases'
import { MAX_CELL, MAX_COLUMNS, MAX_IMPORT_ROWS, MAX_ROW, type ImportEntity } from './imports.contract'
import { importerOf } from './importers'
import { declaredDelimiter } from './declared-delimiter.service'
import type { CsvRow, FileColumn, CodedMessage, CsvFile } from './csv-file'

/**
 * Characters parsed, and rows gone through, between two turns of the event loop: some milliseconds. The parser makes an
 * Error of each row that has more or fewer cells than the first, and throws it away: some 40 µs.
 */
const PIECE = 2 * 1024
const ROWS = 500
const DELIMITERS = [',', ';', '\t', '|'] as const

/** Throws 422 when the file as a whole cannot be used; the check reports what is wrong with a single row. */
export async function readRows(entity: ImportEntity, given: string | readonly string[]): Promise<CsvFile> {
  const { pieces, delimiter, skipped } = sheetOf(entity, typeof given === 'string' ? [given] : given)
  const file: CsvFile = { delimiter, columns: [], rows: [], warnings: [] }
  let blank = 0
  for await (const { line, cells } of records(pieces, delimiter, skipped)) {
    if (cells.length > MAX_COLUMNS && !isNarrow(cells))
      throw new Problem(422, 'too_many_columns', { details: { line: line + skipped, limit: MAX_COLUMNS } })
    if (cells.every(cell => cell.trim() === '')) {
      if (++blank > MAX_IMPORT_ROWS)
        throw new Problem(422, 'over_row_limit', { details: { limit: MAX_IMPORT_ROWS } })
    } else if (file.columns.length === 0) Object.assign(file, header(entity, cells, file.warnings))
    else if (file.rows.length >= MAX_IMPORT_ROWS)
      throw new Problem(422, 'over_row_limit', { details: { limit: MAX_IMPORT_ROWS } })
    else file.rows.push({ line: line + skipped, cells: cells.map(cell => plainText(cell.trim())) })
    const long = cells.find(cell => cell.length > MAX_CELL)
    if (long !== undefined)
      throw new Problem(422, 'cell_too_long', { details: { line: line + skipped, limit: MAX_CELL } })
  }
  if (file.rows.length === 0) throw new Problem(422, 'no_rows')
  tellCurrency(file)
  if (blank > 0) file.warnings.push({ code: 'blank_rows', params: { count: blank } })
  return file
}

/**
 * Files of ours keep text that a spreadsheet would run as a formula by an apostrophe before it; others keep zeros in
 * front by a formula of a text: ="00412".
 */
export const plainText = (cell: string): string => {
  const [, inner] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? []
  return inner === undefined
    ? cell.replace(/^'(?='*\s*[=+\-@|\t\r\n])/, '')
    : inner.replaceAll('""', '"').trim()
}

/** "Denomination (EUR)" over amounts says the currency of every row, where no column does. */
function tellCurrency({ columns, rows }: CsvFile): void {
  const { data: declared } = currency.safeParse(
    unitNamed(columns.find(({ name }) => name === 'accounting_denom')?.header ?? ''),
  )
  if (!declared || columns.some(({ name }) => name === 'currency')) return
  const at = columns.push({ header: declared, name: 'currency' }) - 1
  for (const { cells } of rows)
    cells.push(...Array<string>(Math.max(0, at - cells.length)).fill(''), declared)
}

/** Excel may say the delimiter itself; otherwise it is the one that finds the most known columns in the first line. */
function sheetOf(
  entity: ImportEntity,
  pieces: readonly string[],
): { pieces: readonly string[]; delimiter: string; skipped: number } {
  const text = beginningOf(pieces)
  const declared = declaredDelimiter(text)
  if (declared)
    return {
      pieces: without(pieces, declared.length),
      delimiter: declared.delimiter,
      skipped: declared.lines,
    }
  const first = /^\s*[^\r\n]*/.exec(text)?.[0] ?? ''
  const score = (delimiter: string) => {
    const cells = first.split(delimiter, MAX_COLUMNS)
    return cells.filter(cell => columnNamed(entity, cell)).length * 1000 + cells.length
  }
  return {
    pieces,
    delimiter: DELIMITERS.reduce<string>((best, one) => (score(one) > score(best) ? one : best), ','),
    skipped: 0,
  }
}

/** The first line is looked at so far: nothing is split, and no name looked up, of what is longer than any header. */
const LOOKED_AT = MAX_ROW

function beginningOf(pieces: readonly string[]): string {
  let text = ''
  for (const piece of pieces) {
    text += piece.slice(0, LOOKED_AT - text.length)
    if (text.length === LOOKED_AT) break
  }
  return text
}

/** Without so many characters at the beginning. */
function without(pieces: readonly string[], length: number): string[] {
  let left = length
  return pieces.map(piece => {
    const rest = piece.slice(left)
    left -= piece.length - rest.length
    return rest
  })
}

/** Delimiters at the end of a line are no columns. */
const isNarrow = (cells: readonly string[]): boolean =>
  cells.findLastIndex(cell => cell.trim() !== '') < MAX_COLUMNS

function header(entity: ImportEntity, cells: string[], warnings: CodedMessage[]): Pick<CsvFile, 'columns'> {
  // A delimiter at the end of every line is no column.
  while (cells.at(-1)?.trim() === '') cells.pop()
  return { columns: columnsOf(entity, cells, warnings) }
}

/** What each header names. Throws 422 for a name that comes twice, and without the key. */
export function columnsOf(
  entity: ImportEntity,
  cells: readonly string[],
  warnings: CodedMessage[] = [],
): FileColumn[] {
  const columns = cells.map(cell => ({ header: cell.trim().slice(0, 60), name: columnNamed(entity, cell) }))
  for (const column of columns) {
    const likely = column.name === null ? columnLikely(entity, column.header) : null
    if (likely !== null && columns.every(({ name }) => name !== likely)) column.name = likely
  }
  const names = columns.map(column => column.name)
  for (const [index, { header: text, name }] of columns.entries()) {
    if (text === '') warnings.push({ code: 'empty_header', params: { index: index + 1 } })
    else if (name === null) warnings.push({ code: 'unknown_column', params: { header: text } })
    else if (names.indexOf(name) !== index) {
      throw new Problem(422, 'repeated_column', {
        details: { column: name, headers: columns.filter(one => one.name === name).map(one => one.header) },
      })
    }
  }
  if (!names.includes(importerOf(entity).kind.key)) {
    const required = importerOf(entity)
      .kind.columns.filter(column => column.required)
      .map(column => column.name)
    throw new Problem(422, 'missing_column', {
      details: {
        column: importerOf(entity).kind.key,
        required,
        found: columns.slice(0, MAX_NAMED).map(one => one.header),
      },
    })
  }
  return columns
}

/** Headers of a file without the one that is needed that are named to its sender. */
const MAX_NAMED = 40

async function* records(
  pieces: readonly string[],
  delimiter: string,
  skipped: number,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const state: { failed?: Error } = {}
  parser.on('error', error => {
    state.failed = error
  })
  let end = 0
  let open = 0
  let rows = 0
  for (const { text, isLast } of portions(pieces)) {
    const blank = parser.info.empty_lines
    if (isLast) parser.end(text)
    else parser.write(text)
    open += text.length
    await breathe()
    for (let read: Parsed | null; (read = parser.read() as Parsed | null) !== null;) {
      open = 0
      end = read.info.lines
      yield { line: end - read.record.reduce((sum, cell) => sum + newlinesIn(cell), 0), cells: read.record }
      if (++rows % ROWS === 0) await breathe()
    }
    if (state.failed) throw refusal(state.failed, end + 1 + skipped)
    if (parser.info.empty_lines > blank) open = 0
    // Whatever it is, it is no row: often a quote that never closes. Nothing waits for its end.
    if (open > MAX_ROW)
      throw new Problem(422, 'row_too_long', { details: { line: end + 1 + skipped, limit: MAX_ROW } })
  }
}

/**
 * What is parsed at a time. Lines are counted by one kind of end, whatever the file mixes; neither the two signs of one
 * end nor the two halves of a rare letter are parted.
 */
function* portions(pieces: readonly string[]): Generator<{ text: string; isLast: boolean }> {
  let remainder = ''
  for (const [index, piece] of pieces.entries()) {
    for (let from = 0; from < piece.length; from += PIECE) {
      const text = remainder + piece.slice(from, from + PIECE)
      remainder = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? ''
      yield { text: unixEnds(text.slice(0, text.length - remainder.length)), isLast: false }
    }
    if (index === pieces.length - 1) yield { text: unixEnds(remainder), isLast: true }
  }
}

const unixEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

interface Parsed {
  record: string[]
  info: { lines: number }
}

const newlinesIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/** A quote that never closes swallows the rest of the file; what helps is where it was opened. */
function refusal(error: Error, line: number): Error {
  if (!(error instanceof CsvError)) return error
  return new Problem(422, 'quote_not_closed', { message: error.message, details: { line } })
}
