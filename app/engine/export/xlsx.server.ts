/** A typed table as a workbook: numbers as numbers, dates as dates, the header standing while one scrolls and on each printed page. */
import { colToLetter, writeXlsx } from 'hucre/xlsx'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from '../report/sheet'
import { disposition } from './csv.server'

export interface Workbook {
  /** Also the sheet's name, as far as one may be that long. */
  title: string
  /** Lines over the table: whose, of which days, how complete. */
  about: readonly string[]
  sheet: Sheet
  /** Of a stored document, whose file is the same each time: when that was made (epoch ms), and what its properties say. */
  stored?: { at: number; keywords: string }
}

/** Minor units and basis points have two decimals. */
const HUNDREDTHS = 100
const formats = {
  money: '#,##0.00;[Red]-#,##0.00',
  percent: '0.00%',
  count: '#,##0',
  day: 'dd/mm/yyyy',
  month: 'mm/yyyy',
  text: undefined,
} as const

export async function xlsxOf({
  title,
  about,
  stored,
  sheet: { columns, rows, totals },
}: Workbook): Promise<Uint8Array> {
  const heads = columns.map(({ label, unit, kind }) =>
    unit && kind === 'money' ? `${label} (${unit})` : label,
  )
  const first = about.length + 2
  const all = [...rows, ...totals]
  const written = all.map(row => row.values.map((value, index) => cellOf(value, columns[index])))
  const cells = new Map<string, { style: { numFmt?: string; font?: { bold: true } } }>()
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
  const lines = [[title], ...about.map(line => [line]), heads, ...written]
  return writeXlsx({
    ...(stored && { properties: { title, keywords: stored.keywords, modified: new Date(stored.at) } }),
    sheets: [
      {
        name: sheetName(title),
        columns: columns.map(({ kind, label }) => ({
          width: kind === 'text' || kind === 'day' || kind === 'month' ? 18 : Math.max(12, label.length + 7),
        })),
        rows: lines,
        cells,
        freezePane: { rows: first, columns: 1 },
        pageSetup: {
          orientation: 'landscape',
          paperSize: 'a4',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printArea: `$A$1:$${colToLetter(columns.length - 1)}$${first + all.length}`,
          printTitlesRow: `$${first}:$${first}`,
        },
      },
    ],
  })
}

const isTotal = (row: SheetRow, totals: readonly SheetRow[]) => totals.includes(row)

function cellOf(value: SheetValue, column: SheetColumn | undefined): string | number | Date | null {
  if (value === null || !column) return null
  const { kind } = column
  if (typeof value === 'string') {
    // A day has no zone: as midnight in UTC it is written as that day everywhere.
    if (kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return new Date(`${value}T00:00:00Z`)
    if (kind === 'month' && /^\d{4}-\d{2}$/.test(value)) return new Date(`${value}-01T00:00:00Z`)
    return value
  }
  // Two decimals of a whole number of hundredths are the nearest double to it: what a spreadsheet shows is exact.
  if (kind === 'money') return value / HUNDREDTHS
  return kind === 'percent' ? value / (HUNDREDTHS * HUNDREDTHS) : value
}

/** A sheet's name has at most 31 characters and none of these. */
export const sheetName = (title: string) =>
  title
    .replace(/[[\]:*?/\\]/g, ' ')
    .trim()
    .slice(0, 31) || 'Report'

export const xlsxHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'Content-Disposition': disposition(name.replace(/\.csv$/, '.xlsx')),
  'Cache-Control': 'no-store',
})
