/** Server-rendered, thin lines, legible in greyscale. The numbers stand in a table next to it or one press away. */
import { extent } from 'd3-array'
import { Plot, PlotAxis } from './chart-plot'
import { type Point } from './chart-scale'

export type { Point } from './chart-scale'

/** Done of total, in words as well. `value` null: not known yet. */
export function Progress({
  label,
  value,
  max = 100,
  text,
}: {
  label: string
  value: number | null
  max?: number
  text?: string
}) {
  return (
    <span className="progress-line">
      <progress className="progress" aria-label={label} max={max} value={value ?? undefined} />
      {text && <span>{text}</span>}
    </span>
  )
}

const MOST_TENTHS = 10_000
const tenths: string[] = []

/**
 * A place in a trend, to a tenth. Each is written once: V8 holds the text that it has made of a number until
 * it looks through its whole heap, and a start page has a thousand of them.
 */
function written(place: number): string {
  const nr = Math.round(place * 10)
  return nr >= 0 && nr < MOST_TENTHS ? (tenths[nr] ??= String(nr / 10)) : String(nr / 10)
}

/** Straight from value to value, with a gap where one is missing; alone, a dot. Undefined: nothing to draw. */
function trendThrough(
  values: readonly (number | null)[],
  leftOf: (index: number) => number,
  topOf: (value: number) => number,
): string | undefined {
  let path = ''
  let inRow = 0
  for (let index = 0; index <= values.length; index++) {
    const value = values[index] ?? null
    if (value !== null) path += `${inRow === 0 ? 'M' : 'L'}${written(leftOf(index))},${written(topOf(value))}`
    else if (inRow === 1) path += 'Z'
    inRow = value === null ? 0 : inRow + 1
  }
  return path || undefined
}

/**
 * A trend without axes. Null values leave gaps. `usual`: what it is measured against, over the whole span; the values
 * may end before it does.
 */
export function Sparkline({
  label,
  values,
  usual = [],
  width = 120,
  height = 28,
}: {
  label: string
  values: readonly (number | null)[]
  usual?: readonly number[]
  width?: number
  height?: number
}) {
  const [low = 0, high = 0] = extent([0, ...values.map(value => value ?? 0), ...usual])
  const perUnit = (height - 4) / (high === low ? 1 : high - low)
  const perStep = (width - 2) / Math.max(values.length - 1, usual.length - 1, 1)
  const path = (of: readonly (number | null)[]) =>
    trendThrough(
      of,
      index => 1 + index * perStep,
      value => height - 2 - (value - low) * perUnit,
    )
  return (
    <svg
      role="img"
      aria-label={label}
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {usual.length > 0 ? <path className="usual" d={path(usual)} /> : null}
      <path d={path(values)} />
    </svg>
  )
}

interface ChartProps {
  /** Over it, with the unit: "Net win, lei". */
  title: string
  /** For who cannot see it; the numbers themselves stand in the table that the page shows with it. */
  label: string
  /** In the table's order of time, oldest first. */
  points: readonly Point[]
  /** A number on the axis. */
  write: (value: number) => string
  height?: number
  /** The scale is the values' own and has no zero: of meters, which stand far above it. */
  isClose?: boolean
}

/** Standing bars from a zero line with axis, dates and values; below zero outlined, what is not over dashed. */
export const ColumnChart = (props: ChartProps) => <Chart {...props} kind="columns" />

/** For more points than a reader can distinguish as bars: hours of a week, days of a year. */
export const LineChart = (props: ChartProps) => <Chart {...props} kind="line" />

function Chart({
  title,
  label,
  points,
  write,
  kind,
  height = 168,
  isClose = false,
}: ChartProps & { kind: 'columns' | 'line' }) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div className="chart-body">
        <PlotAxis points={points} height={height} write={write} isClose={isClose} />
        <Plot label={label} points={points} height={height} kind={kind} isClose={isClose} withDates />
      </div>
    </figure>
  )
}
