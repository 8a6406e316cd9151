/**
 * Percents that a file may write as parts of one: 0.95 for 95 %. The file is not changed by a guess: a warning offers
 * a button that corrects it.
 */
import type { ImportEntity } from './imports.contract'
import { importerOf } from './importers'
import type { CsvFile, FileColumn, CodedMessage } from './csv-file'

/** 0.95, 0,9550, .95, 1: with a percent sign it says what it means. */
const PART = /^(?:0?[.,]\d{1,4}|1(?:[.,]0{1,4})?)$/

/** Lines that a warning names; more are counted. */
const NAMED_LINES = 12
const named = (lines: readonly number[]): string =>
  lines.slice(0, NAMED_LINES).join(', ') + (lines.length > NAMED_LINES ? ', …' : '')

/**
 * Which rows have a percent that nobody means, by column, and in which of them it is written as a part of one: each as
 * a number of rows and the lines of the file.
 */
export function lowPercents(
  entity: ImportEntity,
  { columns, rows }: Pick<CsvFile, 'rows'> & { columns: readonly FileColumn[] },
): CodedMessage[] {
  return columns.flatMap(({ name }, index) => {
    const cell = name === null ? undefined : importerOf(entity).columns[name]?.cell
    if (cell?.low === undefined || name === null) return []
    const low: number[] = []
    const parts: number[] = []
    for (const { line, cells } of rows) {
      const text = cells[index] ?? ''
      if (text === '') continue
      const read = cell.read(text)
      if (PART.test(text)) parts.push(line)
      if (PART.test(text) || ('value' in read && typeof read.value === 'number' && read.value < cell.low))
        low.push(line)
    }
    if (low.length === 0) return []
    const ofParts = parts.length > 0 && { part_lines: named(parts) }
    const params = { column: name, count: low.length, lines: named(low), parts: parts.length, ...ofParts }
    return [{ code: 'low_percent', params }]
  })
}

/** Parts of one as percents, exactly: 0.955 is 95.50. */
export function asPercents(
  columns: readonly FileColumn[],
  rows: CsvFile['rows'],
  column: string,
): CsvFile['rows'] {
  const at = columns.findIndex(({ name }) => name === column)
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((text, index) => (index === at && PART.test(text) ? percentOf(text) : text)),
  }))
}

function percentOf(text: string): string {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  const hundredths = Number(whole || '0') * 10_000 + Number(fraction.padEnd(4, '0'))
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
