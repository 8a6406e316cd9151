/**
 * A location's month as it is handed over, in one file: the form as PDF, XLSX and CSV, its sealed documents, those of
 * each of its days in a folder of its own, and the keys that verify them. The index at the end names each file, and
 * what is missing.
 */
import { createHash } from 'node:crypto'
import {
  dailyReportAnswer,
  type SealShown,
} from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { MonthlyReport } from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import { keysAnswer, keysPath } from '../../../backend/accounting/seals/seals.contract'
import { csvLines, exportName } from '../../engine/export/csv.server'
import { refuseUnused } from '../../engine/export/file-address.server'
import { zipHeaders, zipStream, type ZipPart } from '../../engine/export/zip.server'
import { fileFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { dailyReportsRule, languageOf, monthlyReportsRule, noticesOf, readMonthly } from './fiscal.server'
import { bodyOfForms, type FormsToWrite } from './form-files.server'

const types = ['pdf', 'xlsx', 'csv'] as const

export const loader = guarded(monthlyReportsRule, async context => {
  refuseUnused(context, noticesOf(context))
  const month = await readMonthly(context)
  const title = context.t('fiscal:file', { location: month.location.name, period: month.month })
  const name = exportName(title, Date.now(), context.timeZone).replace(/\.csv$/, '.zip')
  return new Response(await zipStream(archived(context, month)), { headers: zipHeaders(name) })
})

/** What the index says of a file, or of one that is not there. */
interface Entry {
  file: string
  period: string
  currency: string
  revision: string
  state: 'sealed' | 'draft' | 'not_sealed' | 'no_report' | 'not_allowed' | 'keys'
  code: string
  sha256: string
}

async function* archived(context: GuardedContext, month: MonthlyReport): AsyncGenerator<ZipPart, void> {
  const index: Entry[] = []
  const at = Math.max(...month.documents.map(one => one.made_at))
  for await (const part of formsOf(context, { ...month, title: month.month, folder: '' }, index)) yield part
  yield* daysOf(context, month, index)
  if (index.some(({ code }) => code !== '')) {
    const keys = await context.api.call('GET', keysPath, { schema: keysAnswer })
    yield indexed(
      index,
      { name: 'keys.json', bytes: textBytes(`${JSON.stringify(keys, null, 2)}\n`), at },
      'keys',
    )
  }
  yield { name: 'index.csv', bytes: await indexOf(context, month, index), at }
}

/** By day, in the order of days; of each currency its own report. */
async function* daysOf(
  context: GuardedContext,
  { documents }: MonthlyReport,
  index: Entry[],
): AsyncGenerator<ZipPart, void> {
  const [first] = documents
  for (const [nr, { day, closed }] of (first?.days ?? []).entries()) {
    const reports = documents.flatMap(({ currency, days }) => {
      const one = days[nr]
      return one?.id ? [{ id: one.id, currency, revision: String(one.revision ?? '') }] : []
    })
    const lacking = { file: '', period: day, code: '', sha256: '' }
    if (!closed) index.push({ ...lacking, currency: '', revision: '', state: 'no_report' })
    for (const { id, ...report } of reports) {
      if (!context.can(dailyReportsRule)) {
        index.push({ ...lacking, ...report, state: 'not_allowed' })
        continue
      }
      const { document, seal } = await context.api.call(
        'GET',
        `/api/fiscal-reports/v1/daily-report/${id}/form`,
        { schema: dailyReportAnswer },
      )
      if (seal === null) index.push({ ...lacking, ...report, state: 'not_sealed' })
      else
        yield* formsOf(
          context,
          { documents: [document], seals: [seal], title: `${day} ${document.currency}`, folder: `${day}/` },
          index,
        )
    }
  }
}

/** The forms of one report in each kind of file, then what is sealed of each. */
async function* formsOf(
  context: GuardedContext,
  { folder, ...forms }: FormsToWrite & { folder: string },
  index: Entry[],
): AsyncGenerator<ZipPart, void> {
  const at = Math.max(...forms.documents.map(one => one.made_at))
  const name = `${folder}${forms.title.replace(' ', '-')}`
  const title = context.t('fiscal:file', {
    location: forms.documents[0]?.location.name ?? '',
    period: forms.title,
  })
  const all = facts(forms.documents, forms.seals)
  // One after the other: each takes its time of the console, which others need, too.
  for (const type of types) {
    const bytes = await bodyOfForms(context, { ...forms, title }, type)
    yield indexed(index, { name: `${name}.${type}`, bytes, at }, ...all)
  }
  for (const [nr, seal] of forms.seals.entries()) {
    const document = forms.documents[nr]
    if (!seal || !document) continue
    const part = {
      name: `${folder}seal-${document.period}-${document.currency}.json`,
      bytes: textBytes(seal.file),
      at,
    }
    yield indexed(index, part, ...facts([document], [seal]))
  }
}

type Facts = readonly [Entry['state'], Partial<Entry>?]

const facts = (documents: FormsToWrite['documents'], seals: readonly SealShown[]): Facts => [
  seals.every(seal => seal !== null) ? 'sealed' : 'draft',
  {
    period: documents[0]?.period ?? '',
    currency: documents.map(({ currency }) => currency).join(' '),
    revision: documents.map(({ revision }) => revision).join(' '),
    code: seals.flatMap(seal => seal?.code ?? []).join(' '),
  },
]

function indexed(index: Entry[], part: ZipPart, ...[state, more]: Facts): ZipPart {
  index.push({
    file: part.name,
    period: '',
    currency: '',
    revision: '',
    code: '',
    ...more,
    state,
    sha256: createHash('sha256').update(part.bytes).digest('hex'),
  })
  return part
}

const columns = ['period', 'currency', 'revision', 'state', 'file', 'code', 'sha256'] as const

/** In the language of the form, as the files that it names. */
async function indexOf(
  context: GuardedContext,
  { documents }: MonthlyReport,
  index: readonly Entry[],
): Promise<Uint8Array> {
  const [first] = documents
  const language = first ? languageOf(context, first) : context.locale
  const t = translator(language)
  async function* lines() {
    yield await Promise.resolve(
      index.map(entry =>
        columns.map(column =>
          column === 'state' ? t(`fiscal:archive.states.${entry.state}`) : entry[column],
        ),
      ),
    )
  }
  const head = columns.map(column => t(`fiscal:archive.columns.${column}`))
  const csv = await csvLines(head, lines(), fileFormat(language, context.timeZone))
  return new Uint8Array(await new Response(csv).arrayBuffer())
}

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
