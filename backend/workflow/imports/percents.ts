/**
 * Percents that a file may write as parts of one: 0.95 for 95 %. The file is not changed by a guess: a warning offers
 * a button that corrects it.
 */
import type { ImportEntity } from './imports.contract'
import { importerOf } from './importers'
import type { CsvFile, FileColumn, CodedMessage } from './csv-file'

/** 0.95, 0,9550, .95, 1: with a percent sign it says what it means. */
const PART = /^(?:0?[.,]\d{1,4}|1(?:[.,]0{1,4})?)$/

/**
 * How many rows have a percent that nobody means, by column, and in how many of them it is written as a part of one.
 */
export function lowPercents(
  entity: ImportEntity,
  { columns, rows }: Pick<CsvFile, 'rows'> & { columns: readonly FileColumn[] },
): CodedMessage[] {
  return columns.flatMap(({ name }, index) => {
    const cell = name === null ? undefined : importerOf(entity).columns[name]?.cell
    if (cell?.low === undefined || name === null) return []
    let count = 0
    let parts = 0
    for (const { cells } of rows) {
      const text = cells[index] ?? ''
      if (text === '') continue
      const read = cell.read(text)
      if (PART.test(text)) parts += 1
      if (PART.test(text) || ('value' in read && typeof read.value === 'number' && read.value < cell.low))
        count += 1
    }
    return count === 0 ? [] : [{ code: 'low_percent', params: { column: name, count, parts } }]
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
