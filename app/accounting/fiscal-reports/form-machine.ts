/** A fiscal form for programs: the same columns whatever the layout, the language and the currencies are. */
import { formColumns } from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { Sheet, SheetColumn, SheetRow } from '../../engine/export/sheet'
import { translator } from '../../i18n/i18n.server'
import type { FormKind } from './form-kind'

/** All of them, with no words of a layout's own. */
const everyColumn = { columns: [...formColumns], texts: {} }

const column = (key: string): SheetColumn => ({ key, label: key, kind: 'text', unit: null })

/** `line`: `row`, or which sum it is. `mark`: what stands in the way of a row's figures, by its name. */
export function machineSheet(documents: readonly FiscalDocument[], kind: FormKind): Sheet {
  // Its words are left out below: any language does.
  const sheets = documents.map(document => kind.sheetOf(document, everyColumn, translator('en')))
  const machineRow = (at: number, row: SheetRow, line: string): SheetRow => ({
    key: `${at} ${line} ${row.key}`,
    values: [
      documents[at]?.currency ?? null,
      line,
      ...row.values.map(value => (line !== 'row' && typeof value === 'string' ? null : value)),
      ...(kind.isMarked ? [row.flag ?? null] : []),
    ],
  })
  return {
    columns: [
      column('currency'),
      column('line'),
      ...(sheets[0]?.columns ?? []).map(one => ({ ...one, label: one.key, unit: null })),
      ...(kind.isMarked ? [column('mark')] : []),
    ],
    rows: sheets.flatMap(({ rows }, at) => rows.map(row => machineRow(at, row, 'row'))),
    totals: sheets.flatMap(({ totals }, at) => totals.map(row => machineRow(at, row, row.key))),
  }
}
