/** Several lines over one time, distinguished by their dashes. Server-rendered, no script. */
import { line } from 'd3-shape'
import { bands, fitting, heights, round, type Point } from './chart-scale'
import { PlotAxis } from './chart-plot'
import { classes } from './tone'

export interface Series {
  key: string
  label: string
  /** One for each label; null: not known, and the line breaks there. */
  values: readonly (number | null)[]
}

interface SeriesChartProps {
  title: string
  /** For who cannot see it; the numbers stand in the table of the same page. */
  label: string
  /** Under the lines, in the table's order. */
  labels: readonly { key: string; label: string }[]
  series: readonly Series[]
  write: (value: number) => string
  height?: number
}

const WIDE = 820
const PHONE = 300
const DATES = 20
/** Of the lines in their order: on, off, in pixels. */
const dashes = [undefined, '6 3', '2 3', '9 3 2 3', '1 5'] as const

export function SeriesChart({ title, label, labels, series, write, height = 168 }: SeriesChartProps) {
  const points = series.flatMap(({ key, values }) =>
    values.map((value, index): Point => ({ key: `${key} ${index}`, label: '', value, text: '' })),
  )
  const { y, ticks } = heights(points, height)
  const { middle } = bands(labels.length)
  const path = (values: Series['values']) =>
    line<number | null>()
      .defined(value => value !== null)
      .x((_, index) => middle(index))
      .y(value => y(value ?? 0))
      .digits(1)([...values]) ?? ''
  const texts = labels.map(one => one.label)
  const [wide, phone] = [fitting(texts, WIDE), fitting(texts, PHONE)]
  return (
    <figure className="chart">
      <figcaption>
        {title}
        <span className="chart-legend">
          {series.map(({ key, label: name }, index) => (
            <span key={key}>
              <svg width="28" height="8" aria-hidden="true">
                <line className="g-line" x1="0" x2="28" y1="4" y2="4" strokeDasharray={dashes[index]} />
              </svg>{' '}
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="chart-body">
        <PlotAxis points={points} height={height} write={write} />
        <svg role="img" aria-label={label} className="chart-plot" width="100%" height={height + DATES}>
          {ticks.map(tick => (
            <line key={tick} className="g-grid" x1="0" x2="100%" y1={round(y(tick))} y2={round(y(tick))} />
          ))}
          <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
            {series.map(({ key, values }, index) => (
              <path
                key={key}
                className="g-line"
                d={path(values)}
                strokeDasharray={dashes[index]}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <line className="g-zero" x1="0" x2="100%" y1={round(y(0))} y2={round(y(0))} />
          {labels.map(({ key, label: text }, index) =>
            wide.has(index) ? (
              <text
                key={key}
                className={classes(!phone.has(index) && 'alt')}
                x={`${round(middle(index))}%`}
                y={height + 15}
                textAnchor="middle"
              >
                {text}
              </text>
            ) : null,
          )}
        </svg>
      </div>
    </figure>
  )
}
