/** Stored fiscal reports as a PDF, with what was stored attached: the same bytes for the same reports in the same language. */
import { createHash } from 'node:crypto'
import type { FiscalDocument } from '../../../backend/fiscal-reports/fiscal-document.contract'
import type { Paper, PaperForm } from '../../engine/paper/paper'
import { pdfOf } from '../../engine/paper/pdf.server'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import { writtenForm } from './fiscal.server'

/** A day's document, or those of a month, one for each currency. `languageOf`: each form's own. Throws for none. */
export function pdfOfForms(
  documents: readonly FiscalDocument[],
  languageOf: (document: FiscalDocument) => Locale,
): Promise<Uint8Array> {
  return pdfOf(paperOf(documents, languageOf))
}

export function paperOf(
  documents: readonly FiscalDocument[],
  languageOf: (document: FiscalDocument) => Locale,
): Paper {
  const [first] = documents
  if (!first) throw new Error('a report without a form')
  const language = languageOf(first)
  const t = translator(language)
  const format = formatter(language, first.time_zone)
  const forms = documents.map(document => formOf(document, languageOf(document)))
  const json = JSON.stringify(documents.length === 1 ? first : documents)
  const made = t('fiscal:revision_of', {
    revision: format.number(first.revision),
    at: format.exact(first.made_at),
  })
  const day = first.kind === 'day' ? format.gamingDay(first.period) : format.month(first.period)
  const name = t('fiscal:named', { location: first.location.name, period: day })
  return {
    language,
    title: `${forms[0]?.title ?? ''} · ${name}`,
    author: first.organiser.name,
    at: Math.max(...documents.map(one => one.made_at)),
    keywords: `sha256:${createHash('sha256').update(json).digest('hex')}`,
    forms,
    foot: [name, ...(first.kind === 'day' ? [made] : [])].join(' · '),
    pageOf: (page, of) => t('engine:paper.page', { page: format.number(page), of: format.number(of) }),
    source: { name: `${first.kind}-${first.period}.json`, description: name, json },
  }
}

function formOf(document: FiscalDocument, language: Locale): PaperForm {
  const t = translator(language)
  const form = writtenForm(document, language)
  const head = form.columns.findIndex(({ key }) => key === 'serial')
  const marks = [...new Set(form.rows.flatMap(({ mark }) => (mark ? [mark] : [])))]
  return {
    language,
    title: form.title,
    facts: form.parties,
    lines: [],
    caption: form.caption,
    columns: form.columns,
    head,
    rows: form.rows.map(({ cells, mark }) =>
      cells.map((text, at) => (mark && at === head ? `${text} ${signs[mark] ?? ''}` : text)),
    ),
    sums: form.footer,
    signatures: form.signatures,
    notes: [...marks.map(mark => `${signs[mark] ?? ''} ${t(`fiscal:marks.${mark}`)}`), form.note],
  }
}

/** Shapes that a copier keeps apart. */
const signs: Readonly<Record<string, string>> = { breaks: '▲', held: '◆', missing: '■' }
