/**
 * A report for programs: columns by the contract's names, words by theirs, the same in every language and whatever the
 * rows are.
 */
import type { ReportAnswer, ReportColumn, ReportRow } from '../../../backend/platform/contract/report'
import type { Report } from '../definition/define-report'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from '../export/sheet'

const text = (key: string): SheetColumn => ({ key, label: key, kind: 'text', unit: null })
const count = (key: string): SheetColumn => ({ key, label: key, kind: 'count', unit: null })

/** `net_win`, `net_win.before`, `net_win.2026-11`: columns have no number that says nothing tomorrow. */
const columnName = ({ measure, part, of }: ReportColumn, isNamedAlike: (name: string) => boolean): string =>
  [
    measure,
    ...(of ? [of.name ?? of.key] : []),
    ...(of?.name && isNamedAlike(of.name) ? [of.key] : []),
    ...(part === 'now' ? [] : [part]),
  ].join('.')

/** `line`: `row`, `missing` of a day that nothing is known of, or `total`. */
export function machineSheet(report: Report, answer: ReportAnswer, by: string): Sheet {
  const isTime = by === 'day' || by === 'month'
  const shown = report.measures.filter(
    ({ only, kind }) => kind !== 'blank' && (only === null || only.includes(by)),
  )
  const keys = new Map<string, Set<string>>()
  for (const { column } of shown)
    if (column?.of?.name) keys.set(column.of.name, (keys.get(column.of.name) ?? new Set()).add(column.of.key))
  const isNamedAlike = (name: string) => (keys.get(name)?.size ?? 0) > 1
  const known: SheetColumn[] = [
    count('hours_known'),
    count('hours_expected'),
    count('repairs_open'),
    count('slots_silent'),
  ]
  const columns: SheetColumn[] = [
    text('line'),
    isTime ? { ...text(by), kind: by } : text(by),
    ...(isTime ? [] : [text(`${by}_id`)]),
    text('currency'),
    ...shown.map(({ name, kind, column }): SheetColumn => ({
      key: name,
      label: `${column ? columnName(column, isNamedAlike) : name}${kind === 'percent' ? '_percent' : ''}`,
      kind: kind === 'name' || kind === 'word' || kind === 'blank' ? 'text' : kind,
      unit: null,
    })),
    ...known,
  ]
  const measured = (row: Readonly<Record<string, unknown>>) =>
    shown.map(({ name }): SheetValue => {
      const value = row[name]
      return typeof value === 'number' || typeof value === 'string' ? value : null
    })
  const line = (
    key: string,
    values: readonly SheetValue[],
    { hours, quality }: Partial<Pick<ReportRow, 'hours' | 'quality'>>,
  ): SheetRow => ({
    key,
    values: [
      ...values,
      hours?.known ?? null,
      hours?.expected ?? null,
      quality?.held ?? null,
      quality?.silent ?? null,
    ],
  })
  // Where a day has several rows, the key is the row's and the name its day.
  const named = (key: string, name: string | null) => (isTime ? [name ?? key] : [name ?? key, key])
  const rows = [
    ...answer.rows.map(row =>
      line(row.key, ['row', ...named(row.key, row.name), row.currency, ...measured(row)], row),
    ),
    ...(by === 'day' ? answer.missing_days : []).map(day =>
      line(day, ['missing', day, null, ...measured({})], {}),
    ),
  ]
  if (isTime) rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  return {
    columns,
    rows,
    totals: answer.totals.map(total =>
      line(
        total.currency,
        ['total', ...(isTime ? [null] : [null, null]), total.currency, ...measured(total)],
        {
          hours: answer.hours,
        },
      ),
    ),
  }
}
