/**
 * What stands under a fiscal form, in its own language: what it holds of earlier days, what was sealed although it was
 * missing, what the door answered, and its seal.
 */
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { acceptedNotes } from './accepted-notes'
import { daySpans } from './day-spans'
import type { FormColumn } from './layout'
import { earlierNotes, runNotes } from './run-notes'

/** Shapes that a copier keeps apart. */
export const signs: Readonly<Record<string, string>> = {
  breaks: '▲',
  held: '◆',
  missing: '■',
  began: '●',
  over: '○',
  correction: '◇',
}

/** Explains the signs of the rows that have one. */
export const signNotes = (rows: readonly { mark: string | null }[], t: Translate): string[] =>
  [...new Set(rows.flatMap(({ mark }) => mark ?? []))].map(
    mark => `${signs[mark] ?? ''} ${t(`fiscal:marks.${mark}`)}`,
  )

/** A table without rows says that it is not one that broke. */
export const emptyNotes = ({ rows, currency }: FiscalDocument, t: Translate): string[] =>
  rows.length === 0 ? [t('fiscal:notes.no_slots', { currency })] : []

/** A month says which days it lacks, or it would look complete. */
export function dayNotes({ kind, days }: FiscalDocument, t: Translate, format: Format): string[] {
  if (kind !== 'month') return []
  const lacking = days.filter(({ closed }) => !closed).map(({ day }) => day)
  const known = format.number(days.length - lacking.length)
  const note = t('fiscal:days', { known, count: days.length })
  return [
    lacking.length === 0 ? note : `${note}. ${t('fiscal:days_lacking', { days: daySpans(lacking, format) })}`,
  ]
}

/** Paper and files have no state at their top: a form that may still change says so itself. */
export const unsealedNotes = (
  { made_at, time_zone }: FiscalDocument,
  seal: SealShown,
  t: Translate,
  format: Format,
): string[] => (seal ? [] : [t('fiscal:notes.unsealed', { at: format.exact(made_at), zone: time_zone })])

/** Takings are what was collected less what was paid only while nothing was paid by hand. */
export function handpaidNotes(
  { rows }: FiscalDocument,
  columns: readonly { key: string; label: string; group: string | null; nr: string }[],
  t: Translate,
): string[] {
  const named = (key: FormColumn) => {
    const column = columns.find(one => one.key === key)
    return column && (column.nr || [column.group, column.label].filter(Boolean).join(' '))
  }
  const [premium, balance, price, collected, paid] = sides.map(named)
  if (!premium || !balance || !price || !collected || !paid) return []
  return rows.some(({ moved }) => moved.premium !== 0)
    ? [t('fiscal:notes.premium', { premium, balance, price, collected, paid })]
    : []
}
const sides = ['d_premium', 'balance', 'price', 'collected', 'paid'] as const satisfies readonly FormColumn[]

/** Slots that tell their games and not themselves. */
function summedNotes(rows: FiscalDocument['rows'], t: Translate, format: Format): string[] {
  const slots = [...new Set(rows.flatMap(({ summed, slot }) => (summed ? slot.name : [])))]
  return slots.length === 0 ? [] : [t('fiscal:notes.summed', { slots: format.list(slots) })]
}

export const notesOf = (document: FiscalDocument, t: Translate, format: Format): string[] => [
  ...summedNotes(document.rows, t, format),
  ...runNotes(document, t, format),
  ...otherNotes(document, t, format),
]

const otherNotes = (document: FiscalDocument, t: Translate, format: Format): string[] => [
  ...earlierNotes(document, t, format),
  ...acceptedNotes(document, t, format),
  ...(document.door && document.door.asked > 0
    ? [
        t('fiscal:notes.door', {
          asked: format.number(document.door.asked),
          denied: format.number(document.door.denied),
          manager: format.number(document.door.manager),
        }),
      ]
    : []),
]

/** Which report it is, in its own language. */
export const nameOf = ({ kind, location, period }: FiscalDocument, t: Translate, format: Format): string =>
  t('fiscal:named', {
    location: location.name,
    period: kind === 'day' ? format.gamingDay(period) : format.month(period),
  })

export function footOf(document: FiscalDocument, t: Translate, format: Format): string {
  const at = format.exact(document.made_at)
  const made =
    document.kind === 'day'
      ? t('fiscal:revision_of', { revision: format.number(document.revision), at })
      : t('engine:list.as_of', { time: at })
  return `${nameOf(document, t, format)} · ${made}`
}

export function writtenSeal(
  { number, code, characters, paper, sealed_at, by }: NonNullable<SealShown>,
  t: Translate,
  format: Format,
  origin: string,
) {
  return {
    lines: [
      t('fiscal:seal.number', { number: format.number(number), code, characters }),
      t('fiscal:seal.made', { at: format.dateTime(sealed_at), by: by ?? '–' }),
    ],
    // What the QR code holds: it is verified without this system, too.
    link: origin === '' ? null : `${origin}/verify?qr=${encodeURIComponent(paper)}`,
    code,
  }
}
