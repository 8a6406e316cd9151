/** A chart without its labels at the side: grid, bars or a line, values written at them. Server-rendered, no script. */
import { line } from 'd3-shape'
import { anchorOf, bands, baseline, fitting, fittingValues, heights, round, type Point } from './chart-scale'
import { classes } from './tone'

export interface PlotProps {
  /** Read out to people who cannot see the chart: what it shows, and that a table next to it has the numbers. */
  label: string
  points: readonly Point[]
  kind?: 'columns' | 'line'
  height: number
  /** Dates stand under the plot where no table does it. */
  withDates?: boolean
  /** The scale is the values' own and has no zero. */
  isClose?: boolean
}

/** Widths that labels have to fit into: a screen's table region, and a phone held upright. */
const WIDE = 820
const PHONE = 300
const DATES = 20

export function Plot({ label, points, kind = 'columns', height, withDates, isClose }: PlotProps) {
  const { y, ticks } = heights(points, height, isClose)
  const axis = isClose ? height - 1 : round(y(0))
  return (
    <svg
      role="img"
      aria-label={label}
      className="chart-plot"
      width="100%"
      height={height + (withDates ? DATES : 0)}
    >
      {ticks.map(tick => (
        <line key={tick} className="g-grid" x1="0" x2="100%" y1={round(y(tick))} y2={round(y(tick))} />
      ))}
      {kind === 'columns' ? (
        <Columns points={points} y={y} />
      ) : (
        <Lines points={points} y={y} height={height} />
      )}
      <line className="g-zero" x1="0" x2="100%" y1={axis} y2={axis} />
      <Values points={points} y={y} hasBars={kind === 'columns'} />
      {withDates ? <Dates points={points} y={height + 15} /> : null}
    </svg>
  )
}

/** The plot's other half: what its grid lines stand for. As tall as the plot, so that both lines meet. */
export function PlotAxis({
  title,
  points,
  height,
  write,
  isClose = false,
}: {
  title?: string
  points: readonly Point[]
  height: number
  write: (value: number) => string
  isClose?: boolean
}) {
  const { y, ticks } = heights(points, height, isClose)
  return (
    <svg className="chart-axis" width="100%" height={height} aria-hidden="true">
      {(isClose ? ticks : [0, ...ticks]).map(tick =>
        // The title's own line is not written over.
        title && y(tick) < 26 ? null : (
          <text key={tick} x="100%" y={Math.min(round(y(tick)) + 4, height - 1)} textAnchor="end">
            {write(tick)}
          </text>
        ),
      )}
      {title ? (
        <text className="strong" x="0" y="12">
          {title}
        </text>
      ) : null}
    </svg>
  )
}

interface Drawn {
  points: readonly Point[]
  y: (value: number) => number
}
const percent = (value: number) => `${round(value)}%`

function Columns({ points, y }: Drawn) {
  const { left, width } = bands(points.length)
  return (
    <>
      {points.map(({ key, value, usual, isOpen }, index) => {
        const x = percent(left(index))
        const usualAt = usual == null ? null : round(y(usual))
        return value === null && usualAt === null ? null : (
          <g key={key}>
            {value === null ? null : (
              <rect
                className={value < 0 ? 'g-neg' : isOpen ? 'g-open' : 'g-bar'}
                x={x}
                width={percent(width)}
                y={round(Math.min(y(value), y(0)))}
                height={round(Math.abs(y(value) - y(0)))}
              />
            )}
            {usualAt === null ? null : (
              <line
                className="g-tick"
                x1={percent(left(index) - width / 6)}
                x2={percent(left(index) + (width * 7) / 6)}
                y1={usualAt}
                y2={usualAt}
              />
            )}
          </g>
        )
      })}
    </>
  )
}

/** A path knows no percent: it is drawn a hundred wide and stretched, and its line stays as thin as it is. */
function Lines({ points, y, height }: Drawn & { height: number }) {
  const { middle } = bands(points.length)
  const path = (of: (point: Point) => number | null | undefined) =>
    line<Point>()
      .defined(point => of(point) != null)
      .x((_, index) => middle(index))
      .y(point => y(of(point) ?? 0))
      .digits(1)(points) ?? ''
  return (
    <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
      {points.some(({ usual }) => usual != null) ? (
        <path className="g-usual" d={path(({ usual }) => usual)} vectorEffect="non-scaling-stroke" />
      ) : null}
      <path className="g-line" d={path(({ value }) => value)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Written at the bar itself: as many as fit, fewer on a phone. What is not known has a dash at the zero line. */
function Values({ points, y, hasBars }: Drawn & { hasBars: boolean }) {
  const { left, middle, width } = bands(points.length)
  const texts = points.map(({ value, text }) => (value === null ? '–' : text))
  const wide = fittingValues(points, texts, WIDE, y, hasBars)
  const phone = fittingValues(points, texts, PHONE, y, hasBars)
  const places = {
    start: left,
    middle,
    end: (index: number) => left(index) + width,
  }
  return (
    <>
      {points.map(({ key, value }, index) => {
        const anchor = anchorOf(index, points.length)
        return wide.has(index) || phone.has(index) ? (
          <text
            key={key}
            className={phone.has(index) ? 'v' : 'v alt'}
            x={percent(places[anchor](index))}
            y={round(baseline(value, y))}
            textAnchor={anchor}
          >
            {texts[index]}
          </text>
        ) : null
      })}
    </>
  )
}

function Dates({ points, y }: { points: readonly Point[]; y: number }) {
  const { middle } = bands(points.length)
  const texts = points.map(({ label }) => label)
  const wide = fitting(texts, WIDE)
  const phone = fitting(texts, PHONE)
  return (
    <>
      {points.map(({ key, label, isStrong }, index) =>
        wide.has(index) ? (
          <text
            key={key}
            className={classes(isStrong && 'strong', !phone.has(index) && 'alt')}
            x={percent(middle(index))}
            y={y}
            textAnchor="middle"
          >
            {label}
          </text>
        ) : null,
      )}
    </>
  )
}
