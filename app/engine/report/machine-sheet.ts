/**
 * A report for programs: columns by the contract's names, words by theirs, the same in every language and whatever the
 * rows are.
 */
import type { ReportAnswer, ReportRow } from '../../../backend/platform/contract/report'
import type { Report } from '../definition/define-report'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from '../export/sheet'

const text = (key: string): SheetColumn => ({ key, label: key, kind: 'text', unit: null })
const count = (key: string): SheetColumn => ({ key, label: key, kind: 'count', unit: null })

/** `line`: `row`, `missing` of a day that nothing is known of, or `total`. */
export function machineSheet(report: Report, answer: ReportAnswer, by: string): Sheet {
  const isTime = by === 'day' || by === 'month'
  const shown = report.measures.filter(
    ({ only, kind }) => kind !== 'blank' && (only === null || only.includes(by)),
  )
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
    ...shown.map(({ name, kind }): SheetColumn => ({
      key: name,
      label: kind === 'percent' ? `${name}_percent` : name,
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
