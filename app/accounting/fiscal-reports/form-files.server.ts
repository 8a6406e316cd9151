/** The files of fiscal reports, written from the sheet that the page shows. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { issuedKey, issuedProof } from '../../../backend/platform/contract/issued-file'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { fileMark, issuedPath } from '../../../backend/accounting/seals/seals.contract'
import { env } from '../../process/env.server'
import { once } from '../../process/once.server'
import { csvHeaders, exportName, FILE_TIME_MS } from '../../engine/export/csv.server'
import { csvTable } from '../../engine/report/csv-table.server'
import { fileOf, refuseUnused } from '../../engine/export/file-address.server'
import { xlsxHeaders, xlsxOf } from '../../engine/export/xlsx.server'
import { pdfHeaders } from '../../engine/paper/pdf.server'
import { notFound } from '../../engine/data/resource-at.server'
import { translator } from '../../i18n/i18n.server'
import type { GuardedContext } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { languageOf, noticesOf, takingsForm } from './fiscal.server'
import type { FormKind } from './form-kind'
import { pdfOfForms } from './form-pdf.server'
import { machineSheet } from './form-machine'
import { sheetOfAll, withMarks } from './form-sheet'
import { layoutOf } from './layout'

const fileTypes = ['csv', 'xlsx', 'pdf'] as const
export type FormFileType = (typeof fileTypes)[number]

export interface FormsToWrite {
  documents: readonly FiscalDocument[]
  seals: readonly SealShown[]
  title: string
  /** Takings, where nothing else is said. */
  kind?: FormKind
  /** What else their address says, besides how they are written. */
  parameters?: readonly string[]
}

type Reader = Pick<GuardedContext, 'url' | 'locale' | 'timeZone' | 't' | 'params'>
interface IssuedFile {
  code: string
  sha256: string
  format: FormFileType
  proof: string
}
/** Has the backend note a file of a sealed report. */
type Issue = (file: IssuedFile) => Promise<unknown>

const issueWith =
  ({ api }: Pick<GuardedContext, 'api'>): Issue =>
  body =>
    // The bytes are made by then, and a PDF may have taken a page's time: without this note nobody gets it.
    api.call('POST', issuedPath, { body: { ...body }, schema: z.unknown(), timeLimitMs: FILE_TIME_MS })

export const fileOfForms = (context: GuardedContext, forms: FormsToWrite): Promise<Response> =>
  formsFile(context, forms, issueWith(context))

/** `csv`, `xlsx` or `pdf`; 404 for what there is no file of. */
export async function formsFile(context: Reader, forms: FormsToWrite, issue: Issue): Promise<Response> {
  const type = fileTypes.find(one => one === context.params.exportType)
  if (!type || forms.documents.length === 0) throw notFound()
  const name = exportName(forms.title, Date.now(), context.timeZone)
  const headers = { csv: csvHeaders, xlsx: xlsxHeaders, pdf: pdfHeaders }[type](name)
  if (type !== 'csv') refuseUnused(context, noticesOf(context, forms.parameters))
  return new Response(await issuedBytes(context, forms, type, issue), { headers })
}

/** Written in the language of the first form, or in the one that the address asks for. Throws 404 without a form. */
export const bodyOfForms = (
  context: GuardedContext,
  forms: FormsToWrite,
  type: FormFileType,
): Promise<Uint8Array<ArrayBuffer>> => issuedBytes(context, forms, type, issueWith(context))

async function issuedBytes(context: Reader, forms: FormsToWrite, type: FormFileType, issue: Issue) {
  const bytes = await writers[type](context, forms)
  await noteIssued(issue, forms.seals.find(seal => seal !== null) ?? null, type, bytes)
  return bytes
}

type Printing = Pick<GuardedContext, 'url' | 'locale'>

/** For a caller that stores them itself: `/verify` does not know these bytes. */
export const formBytes = (
  context: Printing,
  forms: FormsToWrite,
  type: 'pdf' | 'xlsx',
): Promise<Uint8Array<ArrayBuffer>> => writers[type](context, forms)

const marksOf = ({ seals }: FormsToWrite): string[] =>
  seals.flatMap(seal => (seal ? [fileMark(seal.code)] : []))

const writers = { pdf: pdfBytes, xlsx: xlsxBytes, csv: csvBytes } as const

async function pdfBytes(context: Printing, { documents, seals, kind = takingsForm }: FormsToWrite) {
  return (await pdfOfForms(
    documents.map((document, at) => ({ document, seal: seals[at] ?? null })),
    {
      languageOf: document => languageOf(context, document),
      origin: publicAddress(context.url).origin,
      kind,
    },
  )) as Uint8Array<ArrayBuffer>
}

async function xlsxBytes(context: Printing, forms: FormsToWrite) {
  const { documents, title } = forms
  const { over, sheet, under } = tableOf(context, forms)
  return (await xlsxOf({
    title,
    over,
    sheet,
    under,
    stored: { at: Math.max(...documents.map(one => one.made_at)), keywords: marksOf(forms).join(', ') },
  })) as Uint8Array<ArrayBuffer>
}

/**
 * One table for all of its currencies, in the language of the first form, and every line that stands over and under
 * each of them.
 */
export function tableOf(context: Printing, forms: FormsToWrite) {
  const { documents, seals, kind = takingsForm } = forms
  const [first] = documents
  if (!first) throw notFound()
  const language = languageOf(context, first)
  const t = translator(language)
  const sheet = sheetOfAll(documents, layoutOf(first), t, kind.sheetOf)
  const written = documents.map((document, at) => kind.written(document, language, seals[at] ?? null))
  return {
    language,
    over: written[0]?.title ?? '',
    sheet: kind.isMarked ? withMarks(sheet, t) : sheet,
    under: [
      ...written.flatMap((form, at) => [
        ...(at === 0 ? [] : [form.title]),
        ...form.parties.map(([label, value]) => `${label}: ${value}`),
        ...form.notes,
        ...(form.seal?.lines ?? []),
      ]),
      // Among the cells as well: programs that save a workbook again do not all keep its properties.
      ...marksOf(forms),
    ],
  }
}

/** Before it leaves: `/verify` is to know it by its bytes. */
async function noteIssued(
  issue: Issue,
  seal: SealShown,
  format: FormFileType,
  bytes: Uint8Array,
): Promise<void> {
  if (!seal) return
  const file = { code: seal.code, sha256: createHash('sha256').update(bytes).digest('hex') }
  const key = once('issued-file-key', () => issuedKey(env().sessionSecret))
  await issue({ ...file, format, proof: issuedProof(key, file) })
}

/**
 * For people what stands around a form stands under its sums; for a program a file has rows and sums and nothing else.
 */
async function csvBytes(context: Reader, forms: FormsToWrite) {
  const { language, over, sheet, under } = tableOf(context, forms)
  const own = { ...context, locale: language }
  const file = fileOf(own, noticesOf(own, ['format', ...(forms.parameters ?? [])]))
  const lines =
    file.kind === 'people'
      ? csvTable(sheet, file, [over, ...under])
      : csvTable(machineSheet(forms.documents, forms.kind ?? takingsForm), file)
  return new Uint8Array(await new Response(await lines).arrayBuffer())
}
