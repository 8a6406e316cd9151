import { useShell } from '../../console/shell-context'
import { ColumnChart, type Point } from '../../ui/chart'
import { SeriesChart } from '../../ui/series-chart'
import { writeValue, type Sheet, type SheetColumn, type SheetRow } from '../export/sheet'
import type { Report } from '../definition/define-report'
import { withSteps } from './chart-steps'

/** Groups whose rows follow each other in time: others are read in the table. */
const inTime = ['day', 'month', 'week', 'hour', 'weekday', 'hour_of_day']
/** More lines cannot be distinguished, least of all on paper. */
const MOST_SERIES = 5

/** Only of one currency: several columns of one unit as lines, one as bars. */
export function ReportChart({ report, sheet, by }: { report: Report; sheet: Sheet; by: string }) {
  const { t, format } = useShell()
  const at = sheet.columns.findIndex(({ key }) => key === report.chart)
  const column = sheet.columns[at]
  if (!column || !inTime.includes(by) || sheet.totals.length !== 1) return null
  const head = sheet.columns[0]?.kind ?? 'text'
  const labelOf = ({ values: [value] }: SheetRow) =>
    head === 'day'
      ? format.day(String(value))
      : head === 'hour'
        ? String(value).slice(11)
        : writeValue(value ?? null, head, format)
  const scaled = (value: unknown, { kind }: SheetColumn) =>
    typeof value === 'number' ? (kind === 'count' ? value : value / 100) : null
  const rows = withSteps(sheet.rows, by)
  const chosen = seriesOf(report, sheet)
  const title = column.unit ? `${column.label}, ${column.unit}` : column.label
  const write = (value: number) => format.number(value)
  if (chosen.length > 1) {
    const [, ...others] = chosen
    const isPivot = report.measures.some(({ column: own }) => own?.of)
    return (
      <SeriesChart
        title={isPivot || others.length === 0 ? title : (column.unit ?? column.label)}
        label={t('engine:report.chart', { measure: chosen.map(({ label }) => label).join(', ') })}
        labels={rows.map(row => ({ key: row.key, label: labelOf(row) }))}
        series={chosen.map(one => ({
          key: one.key,
          label: one.label,
          values: rows.map(({ values }) => scaled(values[one.index], one)),
        }))}
        write={write}
      />
    )
  }
  const points = rows.map((row): Point => {
    const value = scaled(row.values[at], column)
    return {
      key: row.key,
      label: labelOf(row),
      value,
      text: value === null ? '' : format.number(Math.round(value)),
      ...(row.isOpen && { isOpen: true }),
    }
  })
  return (
    <ColumnChart
      title={title}
      label={t('engine:report.chart', { measure: title })}
      points={points}
      write={write}
    />
  )
}

/**
 * Of columns that the answer names: the first measure of each group, those with the highest totals; without groups
 * every measure of the first one's unit, and what it is compared with.
 */
function seriesOf({ measures }: Report, { columns, totals }: Sheet): (SheetColumn & { index: number })[] {
  const own = measures.flatMap(({ column }) => (column ? [column] : []))
  const [first] = own
  if (!first) return []
  const isPivot = own.some(({ of }) => of !== null)
  const kind = columns.find(({ key }) => key === first.name)?.kind
  const totalOf = (index: number) => Number(totals[0]?.values[index] ?? 0)
  return columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ key, kind: other }) => {
      const column = own.find(({ name }) => name === key)
      if (!column || other !== kind || column.part === 'change') return false
      if (isPivot) return column.of !== null && column.measure === first.measure && column.part === 'now'
      return column.part === 'now' || column.measure === first.measure
    })
    .sort((a, b) => (isPivot ? totalOf(b.index) - totalOf(a.index) : 0))
    .slice(0, MOST_SERIES)
}
