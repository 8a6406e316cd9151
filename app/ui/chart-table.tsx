/**
 * A table with a column per day and a chart whose bars stand on these columns: the eye goes from a bar down to its
 * numbers.
 */
import type { ReactNode } from 'react'
import { Plot, PlotAxis } from './chart-plot'
import type { Point } from './chart-scale'
import { classes } from './tone'

interface ChartColumn {
  key: string
  label: string
  /** A weekend, say. */
  isStrong?: boolean
  /** Not over yet. */
  isOpen?: boolean
}

export interface ChartTableProps {
  /** Names the table and its scroll region. */
  caption: string
  /** Over the columns' names: the month, "Gaming day". */
  heading: string
  /** Oldest first: the chart's order is the table's. */
  columns: readonly ChartColumn[]
  /** Each drawn over the columns; `values` and `texts` one per column. */
  plots: readonly {
    title: string
    /** For who cannot see it. */
    label: string
    values: readonly (number | null)[]
    texts: readonly string[]
    write: (value: number) => string
    height?: number
  }[]
  rows: readonly { key: string; label: string; cells: readonly { text: ReactNode; isNegative?: boolean }[] }[]
}

export function ChartTable({ caption, heading, columns, plots, rows }: ChartTableProps) {
  return (
    <div className="chart-region" role="region" aria-label={caption} tabIndex={0}>
      <table className="chart-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          {plots.map(plot => (
            <PlotRow key={plot.title} columns={columns} {...plot} />
          ))}
          <tr className="dates">
            <th scope="col">{heading}</th>
            {columns.map(({ key, label, isStrong, isOpen }) => (
              <th key={key} scope="col" className={classes(isStrong && 'we', isOpen && 'open')}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, cells }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {cells.map(({ text, isNegative }, index) => (
                <td key={index} className={classes(isNegative && 'neg', columns[index]?.isOpen && 'open')}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PlotRow({
  columns,
  title,
  label,
  values,
  texts,
  write,
  height = 132,
}: { columns: readonly ChartColumn[] } & ChartTableProps['plots'][number]) {
  const points = columns.map(({ isOpen, isStrong, ...column }, index): Point => ({
    ...column,
    value: values[index] ?? null,
    text: texts[index] ?? '',
    ...(isOpen && { isOpen }),
    ...(isStrong && { isStrong }),
  }))
  return (
    <tr className="plot">
      <td>
        <PlotAxis title={title} points={points} height={height} write={write} />
      </td>
      <td colSpan={columns.length}>
        <Plot label={label} points={points} height={height} />
      </td>
    </tr>
  )
}
