/** The files of fiscal reports, written from the sheet that the page shows. */
import type { SealShown } from '../../../backend/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/fiscal-reports/fiscal-document.contract'
import { csvHeaders, csvLines, exportName } from '../../engine/export/csv.server'
import { fileOf, refuseUnused } from '../../engine/export/file-address.server'
import { xlsxHeaders, xlsxOf } from '../../engine/export/xlsx.server'
import { pdfHeaders } from '../../engine/paper/pdf.server'
import { notFound } from '../../engine/resource-at.server'
import { translator } from '../../i18n/i18n.server'
import type { GuardedContext } from '../../session/guard.server'
import { languageOf, noticesOf, writtenForm } from './fiscal.server'
import { pdfOfForms } from './form-pdf.server'
import { sheetOfAll } from './form-sheet'
import { layoutOf } from './layout'

const fileTypes = ['csv', 'xlsx', 'pdf'] as const

/** `csv`, `xlsx` or `pdf`; 404 for what there is no file of. */
export async function fileOfForms(
  context: GuardedContext,
  documents: readonly FiscalDocument[],
  seals: readonly SealShown[],
  title: string,
) {
  const { params, timeZone } = context
  const [first] = documents
  if (!first || !fileTypes.some(type => type === params.exportType)) throw notFound()
  const language = languageOf(context, first)
  const t = translator(language)
  const sheet = sheetOfAll(documents, layoutOf(first), t)
  const name = exportName(title, Date.now(), timeZone)
  if (params.exportType === 'csv') {
    const file = fileOf({ ...context, locale: language }, noticesOf(context, ['format']))
    const head = sheet.columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label))
    async function* pieces() {
      yield await Promise.resolve(
        [...sheet.rows, ...sheet.totals].map(({ values }) =>
          values.map((value, at) => {
            if (value === null) return ''
            if (typeof value === 'string') return value
            return sheet.columns[at]?.kind === 'money' ? file.decimal(value, 2) : file.number(value)
          }),
        ),
      )
    }
    return new Response(await csvLines(head, pieces(), file), { headers: csvHeaders(name) })
  }
  refuseUnused(context, noticesOf(context))
  if (params.exportType === 'pdf') {
    const file = await pdfOfForms(
      documents.map((document, at) => ({ document, seal: seals[at] ?? null })),
      { languageOf: document => languageOf(context, document), origin: context.url.origin },
    )
    return new Response(file as Uint8Array<ArrayBuffer>, { headers: pdfHeaders(name) })
  }
  const form = writtenForm(first, language, seals[0] ?? null)
  const book = await xlsxOf({
    title,
    about: [
      form.title,
      ...form.parties.map(([label, value]) => `${label}: ${value}`),
      form.period,
      ...form.notes,
      ...(form.seal?.lines ?? []),
    ],
    sheet,
  })
  return new Response(book as Uint8Array<ArrayBuffer>, { headers: xlsxHeaders(name) })
}
