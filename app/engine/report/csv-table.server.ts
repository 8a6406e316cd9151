/**
 * A typed table as CSV (rulings 31, 39): numbers as numbers; for people what is said around the table stands under it.
 */
import type { FileCell, FileFormat } from '../../i18n/file-format'
import { csvLines } from '../export/csv.server'
import type { Sheet, SheetColumn, SheetRow } from '../export/sheet'

/** `under`: lines of words, each in the first column. */
export function csvTable(
  { columns, rows, totals }: Sheet,
  file: FileFormat,
  under: readonly string[] = [],
): Promise<ReadableStream<Uint8Array>> {
  const head = columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label))
  async function* pieces() {
    yield await Promise.resolve([
      ...[...rows, ...totals].map(row => lineOf(row, columns, file)),
      ...under.map(text => columns.map((_, at) => (at === 0 ? text : ''))),
    ])
  }
  return csvLines(head, pieces(), file)
}

const lineOf = ({ values }: SheetRow, columns: readonly SheetColumn[], file: FileFormat): FileCell[] =>
  values.map((value, index): FileCell => {
    const kind = columns[index]?.kind
    if (value === null) return ''
    if (typeof value === 'string' && kind === 'hour') {
      const day = file.day(value.slice(0, 10))
      return { exact: `${typeof day === 'string' ? day : day.exact} ${value.slice(11)}` }
    }
    if (typeof value === 'string')
      return kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? file.day(value) : value
    return kind === 'money' || kind === 'percent' ? file.decimal(value, 2) : file.number(value)
  })
