/**
 * A typed table as a workbook: numbers as numbers, dates as dates, the header standing while one scrolls and on each
 * printed page.
 */
import type { Cell, NamedRange } from 'hucre'
import { colToLetter, writeXlsx } from 'hucre/xlsx'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from './sheet'
import { disposition } from './csv.server'

export interface Workbook {
  /** Also the sheet's name, as far as one may be that long. */
  title: string
  /** One line over the table, which stands still while one scrolls; '' for none. */
  over: string
  sheet: Sheet
  /** Lines under it. They may be many, and over it no row could be seen beneath them. */
  under: readonly string[]
  /**
   * Of a stored document, whose file is the same each time: when that was made (epoch ms), and what its properties say.
   */
  stored?: { at: number; keywords: string }
}

type CellStyle = NonNullable<Cell['style']>

/** Points. */
const LINE_HEIGHT = 15
/** Minor units and basis points have two decimals. */
const HUNDREDTHS = 100
const formats = {
  money: '#,##0.00;[Red]-#,##0.00',
  percent: '0.00%',
  count: '#,##0',
  day: 'dd/mm/yyyy',
  month: 'mm/yyyy',
  hour: 'dd/mm/yyyy hh:mm',
  text: undefined,
} as const

export async function xlsxOf({
  title,
  over,
  under,
  stored,
  sheet: { columns, rows, totals },
}: Workbook): Promise<Uint8Array> {
  const heads = columns.map(({ label, unit, kind }) =>
    unit && kind === 'money' ? `${label} (${unit})` : label,
  )
  const above = [title, ...(over ? [over] : [])]
  const first = above.length + 1
  const all = [...rows, ...totals]
  const written = all.map(row => row.values.map((value, index) => cellOf(value, columns[index])))
  const cells = new Map<string, { style: CellStyle }>()
  const style = (row: number, column: number, numFmt: string | undefined, bold: boolean) => {
    if (numFmt || bold)
      cells.set(`${row},${column}`, {
        style: { ...(numFmt && { numFmt }), ...(bold && { font: { bold: true } }) },
      })
  }
  style(0, 0, undefined, true)
  heads.forEach((_, column) => style(first - 1, column, undefined, true))
  all.forEach((row, index) =>
    columns.forEach(({ kind }, column) =>
      style(
        first + index,
        column,
        typeof written[index]?.[column] === 'string' ? undefined : formats[kind],
        isTotal(row, totals),
      ),
    ),
  )
  const widths = columns.map(({ kind, label }) =>
    kind === 'text' || kind === 'day' || kind === 'month' || kind === 'hour'
      ? 18
      : Math.max(12, label.length + 7),
  )
  const width = widths.reduce((sum, one) => sum + one, 0)
  const end = first + all.length
  // A line goes over the whole width and on in the next: a cell alone would be cut at the paper's edge.
  const lines = under.map((text, at) => ({ text, row: end + 1 + at, rows: Math.ceil(text.length / width) }))
  for (const { row } of lines)
    cells.set(`${row},0`, { style: { alignment: { wrapText: true, vertical: 'top' } } })
  const name = sheetName(title)
  return writeXlsx({
    ...(stored && { properties: { title, keywords: stored.keywords, modified: new Date(stored.at) } }),
    namedRanges: printNames(name, {
      area: `$A$1:$${colToLetter(columns.length - 1)}$${end + (lines.length > 0 ? 1 + lines.length : 0)}`,
      titles: `$${first}:$${first}`,
    }),
    sheets: [
      {
        name,
        columns: widths.map(one => ({ width: one })),
        rows: [
          ...above.map(line => [line]),
          heads,
          ...written,
          ...(lines.length > 0 ? [[]] : []),
          ...lines.map(({ text }) => [text]),
        ],
        cells,
        ...(columns.length > 1 && {
          merges: lines.map(({ row }) => ({
            startRow: row,
            endRow: row,
            startCol: 0,
            endCol: columns.length - 1,
          })),
        }),
        // Programs find no height for cells that are merged.
        rowDefs: new Map(
          lines.flatMap(({ row, rows: of }) => (of > 1 ? [[row, { height: of * LINE_HEIGHT }]] : [])),
        ),
        freezePane: { rows: first, columns: 1 },
        pageSetup: {
          orientation: 'landscape',
          paperSize: 'a4',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
        },
      },
    ],
  })
}

/**
 * What is printed, and what is repeated on each page. The library's own settings write the sheet's name as it is; in a
 * reference it stands in apostrophes, with each of its own doubled.
 */
function printNames(sheet: string, { area, titles }: { area: string; titles: string }): NamedRange[] {
  const reference = (cells: string) => `'${sheet.replaceAll("'", "''")}'!${cells}`
  return [
    { name: '_xlnm.Print_Area', range: reference(area), scope: sheet },
    { name: '_xlnm.Print_Titles', range: reference(titles), scope: sheet },
  ]
}

const isTotal = (row: SheetRow, totals: readonly SheetRow[]) => totals.includes(row)

function cellOf(value: SheetValue, column: SheetColumn | undefined): string | number | Date | null {
  if (value === null || !column) return null
  const { kind } = column
  if (typeof value === 'string') {
    // A day has no zone: as midnight in UTC it is written as that day everywhere.
    if (kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return new Date(`${value}T00:00:00Z`)
    if (kind === 'hour' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value)) return new Date(`${value}:00Z`)
    if (kind === 'month' && /^\d{4}-\d{2}$/.test(value)) return new Date(`${value}-01T00:00:00Z`)
    return value
  }
  // Two decimals of a whole number of hundredths are the nearest double to it: what a spreadsheet shows is exact.
  if (kind === 'money') return value / HUNDREDTHS
  return kind === 'percent' ? value / (HUNDREDTHS * HUNDREDTHS) : value
}

const LONGEST_NAME = 31
const NAME_END = 11

/**
 * A sheet's name has at most 31 characters and none of these, and is not the one that Excel has taken. Its apostrophes
 * are those of print: Excel wants none at either end, and Gnumeric does not understand a reference in which they are
 * doubled.
 */
export function sheetName(title: string): string {
  const name = title
    .replaceAll("'", '’')
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .trim()
  return name === '' || name.toLowerCase() === 'history' ? 'Report' : shortened(name)
}

/** A title ends with what tells it from its like: the day or the month. Half a character is no text. */
const shortened = (name: string): string =>
  name.length <= LONGEST_NAME
    ? name
    : `${name
        .slice(0, LONGEST_NAME - NAME_END - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…${name
        .slice(-NAME_END)
        .replace(/^[\udc00-\udfff]/, '')
        .trimStart()}`

export const xlsxHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'Content-Disposition': disposition(name.replace(/\.csv$/, '.xlsx')),
  'Cache-Control': 'no-store',
})
