/** A clear form as CSV, XLSX or PDF. */
import { repairsContract } from '../../../backend/accounting/repairs/repairs.contract'
import { csvHeaders, exportName } from '../../engine/export/csv.server'
import { csvTable } from '../../engine/report/csv-table.server'
import type { Sheet } from '../../engine/export/sheet'
import { readWholeFile } from '../../engine/export/file-address.server'
import { xlsxHeaders, xlsxOf } from '../../engine/export/xlsx.server'
import { pdfHeaders, pdfOf } from '../../engine/paper/pdf.server'
import { notFound } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { clearPaper, clearSheet, factsOf, loadClearForm } from './clear-form.server'

const types = ['export.csv', 'export.xlsx', 'export.pdf'] as const

export const loader = guarded(repairsContract.permissions.read, async context => {
  const { t, locale, timeZone, user, params } = context
  const type = types.find(one => one === params.file)
  if (!type) throw notFound()
  const file = readWholeFile(context)
  const form = await loadClearForm(context)
  const sheet = clearSheet(form.evidence, t)
  const name = exportName(`${form.title} ${form.name}`, Date.now(), timeZone)
  const send = (body: BodyInit, headers: HeadersInit) => new Response(body, { headers })
  const lines = [
    ...factsOf(form, t, locale).map(([label, value]) => `${label}: ${value}`),
    t('clear-form:note'),
  ]
  if (type === 'export.csv') {
    const table = file.kind === 'machine' ? csvTable(byNames(sheet), file) : csvTable(sheet, file, lines)
    return send(await table, csvHeaders(name))
  }
  if (type === 'export.xlsx') {
    const book = await xlsxOf({ title: form.title, over: '', sheet, under: lines })
    return send(book as Uint8Array<ArrayBuffer>, xlsxHeaders(name))
  }
  const reader = user.full_name || user.username
  const paper = await pdfOf(clearPaper(form, { t, locale, reader, now: Date.now() }))
  return send(paper as Uint8Array<ArrayBuffer>, pdfHeaders(name))
})

/** For programs: columns and meters by their names, the same in every language. */
const byNames = ({ columns, rows, totals }: Sheet): Sheet => ({
  columns: columns.map(column => ({ ...column, label: column.key })),
  rows: rows.map(row => ({ ...row, values: [row.key, ...row.values.slice(1)] })),
  totals,
})
