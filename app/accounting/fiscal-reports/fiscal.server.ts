/** Loads the pages of fiscal reports: the stored document, written in the form's language. */
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import {
  dailyReportAnswer,
  dailyReportsRule,
  type DailyReport,
  type SealShown,
} from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import {
  monthAnswer,
  monthlyReportsRule,
} from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import { writeValue, type Sheet } from '../../engine/export/sheet'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { isLocale, type Locale } from '../../i18n/locales'
import type { GuardedContext } from '../../session/guard.server'
import { footerOf, formSheet, groupOf, partiesOf, unitOf, writtenFooter } from './form-sheet'
import type { FormKind, WrittenForm } from './form-kind'
import { layoutOf } from './layout'
import {
  dayNotes,
  emptyNotes,
  footOf,
  handpaidNotes,
  notesOf,
  signNotes,
  writtenSeal,
  unsealedNotes,
} from './form-notes'
import { anyText, unusedOf } from '../../engine/address/notice'
import type { Notice } from '../../engine/address/list-spec'

export { dailyReportsRule, monthlyReportsRule }

export type { WrittenForm }

export interface FormShown {
  document: FiscalDocument
  form: WrittenForm
}

/** `lng` of the address where it is a language, else the layout's own, else the reader's. */
export function languageOf(
  { url, locale }: Pick<GuardedContext, 'url' | 'locale'>,
  document: FiscalDocument,
): Locale {
  const requested = url.searchParams.get('lng')
  return isLocale(requested) ? requested : (layoutOf(document).language ?? locale)
}

/** A parameter that the address of a report does not know is reported as a notice. */
export const noticesOf = ({ url }: Pick<GuardedContext, 'url'>, own: readonly string[] = []): Notice[] =>
  unusedOf(url.searchParams, { ...Object.fromEntries(own.map(name => [name, anyText])), lng: isLocale })

/** `origin`: of the console, for the QR code on a sealed form. */
export function writtenForm(
  document: FiscalDocument,
  language: Locale,
  seal: SealShown = null,
  origin = '',
): WrittenForm {
  const t = translator(language)
  const format = formatter(language, document.time_zone)
  const layout = layoutOf(document)
  const sheet = formSheet(document, layout, t)
  const period = document.kind === 'day' ? format.gamingDay(document.period) : format.month(document.period)
  const write = (row: Sheet['rows'][number]) =>
    row.values.map((value, at) => writeValue(value, sheet.columns[at]?.kind ?? 'text', format))
  const parties = partiesOf(document, period)
  const rows = sheet.rows.map((row, at) => ({
    key: row.key,
    slotId: document.rows[at]?.slot._id ?? null,
    cells: write(row),
    mark: row.flag ?? null,
  }))
  const columns = layout.columns.map((key, at): WrittenForm['columns'][number] => {
    const group = groupOf(key)
    return {
      key,
      label: layout.texts.columns?.[key] ?? t(`fiscal:columns.${group ? key.slice(group.length + 1) : key}`),
      group: group && t(`fiscal:groups.${group}`),
      nr: layout.numbered ? String(at) : '',
      numeric: key !== 'serial',
    }
  })
  return {
    language,
    title:
      layout.texts[document.kind] ??
      t(`fiscal:titles.${document.kind}`, { currency: unitOf(document, language) }),
    period,
    parties: parties.map(([name, value]) => [t(`fiscal:header.${name}`), value || '–']),
    unknown: parties.filter(([, value]) => value === '').map(([name]) => name),
    columns,
    head: 'serial',
    rows,
    footer: writtenFooter(footerOf(document, t), sheet.columns, format),
    signatures: layout.signatures.map(key => ({
      key: t(`fiscal:signatures.${key}`),
      lines: ['name', 'position', 'signature'].map(line => t(`fiscal:signatures.${line}`)),
    })),
    caption: `${document.organiser.name} · ${document.location.name} · ${period}`,
    notes: [
      ...emptyNotes(document, t),
      ...signNotes(rows, t),
      t('fiscal:indexes.electronic'),
      ...(layout.texts.notes ?? []),
      ...handpaidNotes(document, columns, t),
      ...notesOf(document, t, format),
      ...dayNotes(document, t, format),
      ...unsealedNotes(document, seal, t, format),
    ],
    seal: seal && writtenSeal(seal, t, format, origin),
    foot: footOf(document, t, format),
  }
}

export const takingsForm: FormKind = { written: writtenForm, sheetOf: formSheet, isMarked: true }

export async function readDaily(context: GuardedContext): Promise<DailyReport> {
  const path = `/api/fiscal-reports/v1/daily-report/${idOf(context.params)}/form`
  return context.api.call('GET', path, { schema: dailyReportAnswer })
}

/** The location's id and the month, as in `…f03-2026-10`. Throws 404 for what is neither. */
export function locationMonthAt(params: GuardedContext['params']): { location: string; month: string } {
  const [, location, month] =
    /^([0-9a-f]{24})-(\d{4}-(?:0[1-9]|1[0-2]))$/.exec(params.locationIdYearMonth ?? '') ?? []
  if (!location || !month) throw notFound()
  return { location, month }
}

export async function readMonthly({ params, api }: GuardedContext) {
  const { location, month } = locationMonthAt(params)
  return api.call('GET', `/api/fiscal-reports/v1/location/${location}/month/${month}`, {
    schema: monthAnswer,
  })
}
