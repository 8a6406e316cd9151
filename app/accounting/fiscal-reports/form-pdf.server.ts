/**
 * Stored fiscal reports as a PDF, with what was stored attached: the same bytes for the same reports in the same
 * language.
 */
import { createHash } from 'node:crypto'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { fileMark } from '../../../backend/accounting/seals/seals.contract'
import type { Paper, PaperForm } from '../../engine/paper/paper'
import { pdfOf } from '../../engine/paper/pdf.server'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import { takingsForm } from './fiscal.server'
import type { FormKind, WrittenForm } from './form-kind'
import { footOf, nameOf, signs } from './form-notes'
import { leadOf } from './form-sheet'

export interface SealedForm {
  document: FiscalDocument
  seal: SealShown
}
export interface PrintedFor {
  /** Each form's own. */
  languageOf: (document: FiscalDocument) => Locale
  /** Of the console, for the code on a sealed form. */
  origin: string
  /** Takings, where nothing else is said. */
  kind?: FormKind
}

/** A day's form, or those of a month, one for each currency. Throws for none. */
export const pdfOfForms = (forms: readonly SealedForm[], reader: PrintedFor): Promise<Uint8Array> =>
  pdfOf(paperOf(forms, reader))

function paperOf(
  sealed: readonly SealedForm[],
  { languageOf, origin, kind = takingsForm }: PrintedFor,
): Paper {
  const documents = sealed.map(({ document }) => document)
  const [first] = documents
  if (!first) throw new Error('a report without a form')
  const language = languageOf(first)
  const t = translator(language)
  const format = formatter(language, first.time_zone)
  const forms = sealed.map(({ document, seal }) =>
    formOf(document, kind.written(document, languageOf(document), seal, origin)),
  )
  const stored = sealed.map(({ document, seal }) => seal?.file ?? JSON.stringify(document))
  const name = nameOf(first, t, format)
  return {
    language,
    title: `${forms[0]?.title ?? ''} · ${name}`,
    author: first.organiser.name,
    at: Math.max(...documents.map(one => one.made_at)),
    keywords: [
      `sha256:${createHash('sha256').update(stored.join('\n')).digest('hex')}`,
      ...sealed.flatMap(({ seal }) => (seal ? [fileMark(seal.code)] : [])),
    ].join(', '),
    forms,
    foot: footOf(first, t, format),
    pageOf: (page, of) => t('engine:paper.page', { page: format.number(page), of: format.number(of) }),
    // A sealed form's is what was signed: whoever takes it out of the PDF can have it verified.
    sources: stored.map((json, nr) => ({
      name: `${first.kind}-${first.period}-${documents[nr]?.currency ?? ''}.json`,
      description: name,
      json,
    })),
  }
}

function formOf(document: FiscalDocument, form: WrittenForm): PaperForm {
  const { language } = form
  const lead = leadOf(form.columns, form.footer)
  const head = form.columns.findIndex(({ key }) => key === form.head)
  return {
    language,
    title: form.title,
    logo: logoOf(document),
    facts: form.parties,
    lines: [],
    caption: form.caption,
    columns: form.columns,
    head,
    rows: form.rows.map(({ cells, mark }) =>
      cells.map((text, at) => (mark && at === head ? `${text} ${signs[mark] ?? ''}` : text)),
    ),
    sums: form.footer.map(({ label, cells }) => ({
      label,
      cells: form.columns.slice(lead).map(({ key }) => cells[key] ?? ''),
    })),
    signatures: form.signatures,
    notes: form.notes,
    seal: form.seal && {
      lines: form.seal.lines,
      code: form.seal.link === null ? null : { text: form.seal.link, label: form.seal.code },
    },
  }
}

function logoOf({ logo, organiser }: FiscalDocument): PaperForm['logo'] {
  if (!logo?.png) return undefined
  return { png: Buffer.from(logo.png, 'base64'), width: logo.width, height: logo.height, alt: organiser.name }
}
