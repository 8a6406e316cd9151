/** A clear form as CSV, XLSX or PDF. */
import { repairsContract } from '../../../backend/repairs/repairs.contract'
import { csvHeaders, csvLines, exportName } from '../../engine/export/csv.server'
import { readWholeFile } from '../../engine/export/file-address.server'
import { xlsxHeaders, xlsxOf } from '../../engine/export/xlsx.server'
import { pdfHeaders, pdfOf } from '../../engine/paper/pdf.server'
import { notFound } from '../../engine/resource-at.server'
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
  if (type === 'export.csv') {
    async function* pieces() {
      yield await Promise.resolve(
        sheet.rows.map(({ values }) =>
          values.map(value => (typeof value === 'number' ? file.number(value) : (value ?? ''))),
        ),
      )
    }
    const head = sheet.columns.map(({ label }) => label)
    return send(await csvLines(head, pieces(), file), csvHeaders(name))
  }
  if (type === 'export.xlsx') {
    const about = factsOf(form, t, locale).map(([label, value]) => `${label}: ${value}`)
    const book = await xlsxOf({ title: form.title, about, sheet })
    return send(book as Uint8Array<ArrayBuffer>, xlsxHeaders(name))
  }
  const reader = user.full_name || user.username
  const paper = await pdfOf(clearPaper(form, { t, locale, reader, now: Date.now() }))
  return send(paper as Uint8Array<ArrayBuffer>, pdfHeaders(name))
})
