/** The files of fiscal reports, written from the sheet that the page shows. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { issuedKey, issuedProof } from '../../../backend/contract/issued-file'
import type { SealShown } from '../../../backend/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/fiscal-reports/fiscal-document.contract'
import { issuedPath } from '../../../backend/seals/seals.contract'
import { env } from '../../env.server'
import { once } from '../../once.server'
import { csvHeaders, csvLines, exportName } from '../../engine/export/csv.server'
import { fileOf, refuseUnused } from '../../engine/export/file-address.server'
import { xlsxHeaders, xlsxOf } from '../../engine/export/xlsx.server'
import { pdfHeaders } from '../../engine/paper/pdf.server'
import { notFound } from '../../engine/resource-at.server'
import { translator } from '../../i18n/i18n.server'
import type { Sheet } from '../../engine/report/sheet'
import type { GuardedContext } from '../../session/guard.server'
import { languageOf, noticesOf, takingsForm } from './fiscal.server'
import type { FormKind } from './form-kind'
import { pdfOfForms } from './form-pdf.server'
import { sheetOfAll } from './form-sheet'
import { layoutOf } from './layout'

const fileTypes = ['csv', 'xlsx', 'pdf'] as const
export type FormFileType = (typeof fileTypes)[number]

export interface FormsToWrite {
  documents: readonly FiscalDocument[]
  seals: readonly SealShown[]
  title: string
  /** Takings, where nothing else is said. */
  kind?: FormKind
}

/** `csv`, `xlsx` or `pdf`; 404 for what there is no file of. */
export async function fileOfForms(context: GuardedContext, forms: FormsToWrite) {
  const type = fileTypes.find(one => one === context.params.exportType)
  if (!type || forms.documents.length === 0) throw notFound()
  const name = exportName(forms.title, Date.now(), context.timeZone)
  const headers = { csv: csvHeaders, xlsx: xlsxHeaders, pdf: pdfHeaders }[type](name)
  if (type !== 'csv') refuseUnused(context, noticesOf(context))
  return new Response(await bodyOfForms(context, forms, type), { headers })
}

/** Written in the language of the first form, or in the one that the address asks for. Throws 404 without a form. */
export async function bodyOfForms(
  context: GuardedContext,
  { documents, seals, title, kind = takingsForm }: FormsToWrite,
  type: FormFileType,
): Promise<BodyInit> {
  const [first] = documents
  if (!first) throw notFound()
  const language = languageOf(context, first)
  const sheet = sheetOfAll(documents, layoutOf(first), translator(language), kind.sheetOf)
  if (type === 'csv') return csvOf({ ...context, locale: language }, sheet)
  if (type === 'pdf') {
    const bytes = await pdfOfForms(
      documents.map((document, at) => ({ document, seal: seals[at] ?? null })),
      { languageOf: document => languageOf(context, document), origin: context.url.origin, kind },
    )
    await tellIssued(context, seals[0] ?? null, bytes)
    return bytes as Uint8Array<ArrayBuffer>
  }
  const form = kind.written(first, language, seals[0] ?? null)
  return (await xlsxOf({
    title,
    about: [
      form.title,
      ...form.parties.map(([label, value]) => `${label}: ${value}`),
      form.period,
      ...form.notes,
      ...(form.seal?.lines ?? []),
    ],
    sheet,
  })) as Uint8Array<ArrayBuffer>
}

/** Before it leaves: `/verify` is to know it by its bytes. */
async function tellIssued({ api }: GuardedContext, seal: SealShown, bytes: Uint8Array): Promise<void> {
  if (!seal) return
  const file = { code: seal.code, sha256: createHash('sha256').update(bytes).digest('hex') }
  const key = once('issued-file-key', () => issuedKey(env().sessionSecret))
  await api.call('POST', issuedPath, {
    body: { ...file, proof: issuedProof(key, file) },
    schema: z.unknown(),
  })
}

function csvOf(context: GuardedContext, sheet: Sheet) {
  const file = fileOf(context, noticesOf(context, ['format']))
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
  return csvLines(head, pieces(), file)
}
