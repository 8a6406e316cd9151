/** A fiscal form's rows and lines as its CSV says them: what a reader without the system can add up. */
import { parse } from 'csv-parse/sync'
import type { FiscalDocument } from '../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { csvTable } from '../../app/engine/report/csv-table.server'
import { fileFormat } from '../../app/i18n/file-format'
import { tableOf } from '../../app/accounting/fiscal-reports/form-files.server'

export interface PrintedRow {
  /** By the column's head. */
  figures: Record<string, number | null>
  serial: string
  mark: string
}

export async function printedRows(
  document: FiscalDocument,
): Promise<{ rows: PrintedRow[]; totals: Record<string, string>; lines: string[] }> {
  const context = { url: new URL('https://console.example.com/?lng=en'), locale: 'en' as const }
  const { sheet, over, under } = tableOf(context, { documents: [document], seals: [], title: 'x' })
  const text = await new Response(
    await csvTable(sheet, fileFormat('en', document.time_zone), [over, ...under]),
  ).text()
  const [head = [], ...table] = parse(text, {
    bom: true,
    delimiter: ',',
    relax_column_count: true,
  }) as string[][]
  // A column of money has its currency behind its name.
  const heads = head.map(name => name.replace(/[\s,]*[([]?(RON|EUR)[)\]]?$/, ''))
  const named = (row: readonly string[]) => Object.fromEntries(heads.map((name, at) => [name, row[at] ?? '']))
  return {
    rows: table.slice(0, document.rows.length).map(row => ({
      serial: named(row)['Serial'] ?? '',
      mark: row[head.length - 1] ?? '',
      figures: Object.fromEntries(
        Object.entries(named(row)).map(([name, cell]) => [
          name,
          /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null,
        ]),
      ),
    })),
    totals: named(table[document.rows.length] ?? []),
    lines: table.slice(document.rows.length).map(row => row.filter(Boolean).join(' ')),
  }
}
