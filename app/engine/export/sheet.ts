/**
 * A report as a table of typed values: from this one description come the screen, the paper, CSV, XLSX and PDF, so that
 * they cannot disagree.
 */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import type {
  MeasureKind,
  ReportAnswer,
  ReportColumn,
  ReportRow,
} from '../../../backend/platform/contract/report'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'
import type { Report } from '../definition/define-report'
import { qualityBadge } from './quality'

/** `hour`: `2026-11-22T14:00`, by the report's clock. */
export type ColumnKind = MeasureKind | 'text' | 'day' | 'month' | 'hour'

export interface SheetColumn {
  key: string
  label: string
  kind: ColumnKind
  /** Of all its values: the currency of the amounts. Rows of several currencies name their own in a column. */
  unit: string | null
}

/** Text, minor units, counts, basis points, `2026-11-20`, `2026-11`; null: not known. */
export type SheetValue = string | number | null

export interface SheetRow {
  key: string
  values: readonly SheetValue[]
  /** Nothing is known of it. */
  isMissing?: boolean
  /** Not over yet. */
  isOpen?: boolean
  /** Of its completeness. */
  mark?: Mark
  /** Of a form's row: what stands in the way of its figures. */
  flag?: string
}

export interface Sheet {
  columns: readonly SheetColumn[]
  rows: readonly SheetRow[]
  totals: readonly SheetRow[]
}

export function sheetOf(
  report: Report,
  answer: ReportAnswer,
  by: string,
  t: Translate,
  format: Format,
): Sheet {
  const { texts } = report
  const shown = report.measures.filter(({ only }) => only === null || only.includes(by))
  const words = new Set(shown.filter(({ kind }) => kind === 'word').map(({ name }) => name))
  const currencies = [...new Set([...answer.rows, ...answer.totals].map(({ currency }) => currency))]
  const one = currencies.length === 1 ? (currencies[0] ?? null) : null
  const hasHours = by === 'day' && (answer.hours !== null || answer.missing_days.length > 0)
  const columns: SheetColumn[] = [
    {
      key: by,
      label: t(`${texts}:by.${by}`),
      kind: kindOf(by),
      unit: null,
    },
    ...(currencies.length > 1
      ? [{ key: 'currency', label: t('engine:report.currency'), kind: 'text' as const, unit: null }]
      : []),
    ...shown.map(({ name, kind, column }) => ({
      key: name,
      label: column ? columnLabel(report, column, t, format) : t(`${texts}:fields.${name}`),
      kind: kind === 'name' || kind === 'word' || kind === 'blank' ? ('text' as const) : kind,
      unit: kind === 'money' ? one : kind === 'percent' ? '%' : null,
    })),
    ...(hasHours
      ? [{ key: 'hours', label: t('engine:report.hours'), kind: 'text' as const, unit: null }]
      : []),
  ]
  const valuesOf = (row: Readonly<Record<string, unknown>>, head: SheetValue, hours: SheetValue) =>
    columns.map(({ key }, index): SheetValue => {
      if (index === 0) return head
      if (key === 'hours' && hasHours) return hours
      const value = row[key]
      if (words.has(key)) return typeof value === 'string' ? t(`${texts}:words.${key}.${value}`) : null
      return typeof value === 'number' || typeof value === 'string' ? value : null
    })
  // Grouped by one of its words, a row is called by that word.
  const isWord = report.measures.some(({ name, kind }) => name === by && kind === 'word')
  const headOf = ({ key, name }: ReportRow) => (isWord ? t(`${texts}:words.${by}.${key}`) : (name ?? key))
  const known = answer.rows.map((row): SheetRow => {
    const badge = qualityBadge(row, t, format)
    return {
      key: `${row.key} ${row.currency}`,
      values: valuesOf(row, headOf(row), badge?.words ?? null),
      ...(by === 'day' && isOpen(answer, row.key) && { isOpen: true }),
      ...(badge && { mark: badge.mark }),
    }
  })
  // A day that nothing is known of is a row that says so: a table without it would look complete.
  const missing = (by === 'day' ? answer.missing_days : []).map((day): SheetRow => ({
    key: day,
    values: valuesOf({}, day, t('engine:report.no_readings')),
    isMissing: true,
    mark: 'bad',
    ...(isOpen(answer, day) && { isOpen: true }),
  }))
  const rows = [...known, ...missing]
  if (by === 'day' || by === 'month') rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  return {
    columns,
    rows,
    totals: answer.totals.map(total => ({
      key: total.currency,
      values: valuesOf(
        total,
        t(answer.outside ? 'engine:report.total_of_all' : 'engine:report.total'),
        qualityBadge(
          {
            hours: answer.hours,
            quality: { closed: false, held: sumOfDays(answer.rows, 'held'), silent: 0 },
            silentDays: sumOfDays(answer.rows, 'silent'),
          },
          t,
          format,
        )?.words ?? null,
      ),
    })),
  }
}

/** A week is called by its Monday. */
const kindOf = (by: string): ColumnKind =>
  by === 'week' ? 'day' : by === 'day' || by === 'month' || by === 'hour' ? by : 'text'

/** Of one measure, columns are called by what each stands for. */
function columnLabel(
  { texts, measures }: Report,
  { measure, part, of }: ReportColumn,
  t: Translate,
  format: Format,
): string {
  const own = t(`${texts}:fields.${measure}`)
  const isOnly = measures.every(({ column }) => !column || column.measure === measure)
  const group = of && groupLabel(texts, of, t, format)
  return [
    group === null ? own : isOnly ? group : `${group}: ${own}`,
    ...(part === 'now' ? [] : [t(`engine:report.${part}`)]),
  ].join(', ')
}

function groupLabel(
  texts: string,
  { by, key, name }: NonNullable<ReportColumn['of']>,
  t: Translate,
  format: Format,
): string {
  const kind = kindOf(by)
  if (kind !== 'text') return writeValue(name ?? key, kind, format)
  return name ?? t(`${texts}:words.${by}.${key}`)
}

/** A day that is not over, or is over in some of the locations only. */
const isOpen = ({ open_day }: ReportAnswer, day: string): boolean => open_day !== null && day >= open_day

/** A day with rows of two currencies has its repairs and its silent slots once. */
const sumOfDays = (rows: readonly ReportRow[], what: 'held' | 'silent'): number =>
  [...new Map(rows.map(({ key, quality }) => [key, quality?.[what] ?? 0])).values()].reduce(
    (total, one) => total + one,
    0,
  )

/** A value as people read it; money without its currency, which the header or a column names. */
export function writeValue(value: SheetValue, kind: ColumnKind, format: Format): string {
  if (value === null) return kind === 'text' ? '' : '–'
  if (typeof value === 'string' && kind === 'hour')
    return `${format.gamingDay(value.slice(0, 10))} ${value.slice(11)}`
  if (typeof value === 'string')
    return kind === 'day' ? format.gamingDay(value) : kind === 'month' ? format.month(value) : value
  if (kind === 'money') return format.amount(value)
  return kind === 'percent' ? format.percentPoints(value) : format.number(value)
}

/** What is missing, in words; empty when nothing is. */
export function completenessWords(
  { missing_days, hours, from, to, from_readings }: ReportAnswer,
  t: Translate,
  format: Format,
): string[] {
  if (from_readings === false) return []
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return [
    t('engine:report.days_known', {
      known: format.number(days - missing_days.length),
      count: days,
    }),
    ...(hours && hours.known < hours.expected
      ? [t('engine:report.hours_missing', { count: hours.expected - hours.known })]
      : []),
  ]
}
