import type { ReactNode } from 'react'
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import { useShell } from '../../console/shell-context'
import { FoldedDays } from '../components/folded-days'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import type { Report } from '../definition/define-report'
import { evidenceOf } from './evidence'
import { foldedRows } from './folded-rows'
import type { ReportData } from './report.server'
import { writeValue, type Sheet, type SheetRow } from '../export/sheet'

/** Letters of a value that is read, not compared: an address, a name in full. */
const LONG_WORDS = 24

export function ReportTable({
  report,
  data,
  answer,
  sheet,
}: {
  report: Report
  data: ReportData
  answer: ReportAnswer
  sheet: Sheet
}) {
  const shell = useShell()
  const { format } = shell
  const { columns, rows, totals } = sheet
  const evidence = report.evidence[data.query.by]
  const summary = summaryOf(report, columns)
  const heads = columns.map(({ key, label, unit, kind }, index): Column => ({
    key,
    label: unit ? `${label} ${unit}` : label,
    numeric: kind === 'money' || kind === 'count' || kind === 'percent',
    wraps: kind === 'text' && rows.some(({ values }) => String(values[index] ?? '').length > LONG_WORDS),
    ...(key === (summary[0] ?? report.chart)
      ? { rank: 2 as const }
      : index > 0 && (key === 'hours' || key === summary[1])
        ? { rank: 3 as const }
        : {}),
  }))
  const head = (row: SheetRow, words: string): ReactNode => {
    const range = evidence && !row.isMissing ? evidenceOf(row, data, answer) : null
    return range ? (
      <a className="ev" href={evidence?.(range)}>
        {words}
      </a>
    ) : (
      words
    )
  }
  const wordsOf = ({ values }: SheetRow, index: number) =>
    writeValue(values[index] ?? null, columns[index]?.kind ?? 'text', format)
  /** A phone's rows have no header above them, and two columns of all. */
  const onPhone = (words: string) => <span className="min-[576px]:hidden">{words}</span>
  const apartIn = (row: SheetRow) =>
    columns.flatMap(({ key, label }, index) => {
      if (index === 0 || !report.apart.includes(key) || row.values[index] === null) return []
      const words = wordsOf(row, index)
      return [heads[index]?.numeric ? `${label} ${words}` : words]
    })
  const cellsOf = (row: SheetRow) =>
    columns.map((column, index) => {
      const words = wordsOf(row, index)
      if (index === 0) {
        const apart = apartIn(row)
        return apart.length === 0 ? (
          head(row, words)
        ) : (
          <>
            {head(row, words)}
            {onPhone(` · ${apart.join(' · ')}`)}
          </>
        )
      }
      if (column.key === summary[0] || (column.key === summary[1] && heads[index]?.numeric))
        return (
          <>
            {onPhone(`${column.label} `)}
            {words}
          </>
        )
      return column.key === 'hours' && row.mark && words ? <Status mark={row.mark}>{words}</Status> : words
    })
  return (
    <DataTable
      caption={data.title}
      columns={heads}
      wholeWords
      rows={foldedRows(rows).map(([row, ...more]) => ({
        key: row.key,
        hasPlainHead: more.length > 0,
        cells:
          more.length === 0
            ? cellsOf(row)
            : [
                <FoldedDays key="days" days={[row, ...more].map(({ key }) => key)} />,
                ...cellsOf(row).slice(1),
              ],
        ...(row.isMissing && { muted: true }),
      }))}
      totals={totals.map(({ key, values }) => ({
        key,
        cells: values.map((value, index) =>
          writeValue(value, index === 0 ? 'text' : (columns[index]?.kind ?? 'text'), format),
        ),
      }))}
    />
  )
}

/** Of a set of figures without those that the report's summary names, its last: the sum of the others. */
function summaryOf({ summary }: Pick<Report, 'summary'>, columns: Sheet['columns']): readonly string[] {
  if (summary.length === 0) return []
  const there = summary.filter(name => columns.some(({ key }) => key === name))
  return there.length > 0 ? there : columns.slice(-1).map(({ key }) => key)
}
