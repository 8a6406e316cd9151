/** Where things stand in a chart: across in percent, so that type keeps its size at any width; down in pixels. */
import { extent } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'

export interface Point {
  /** Unique in its chart: a day, an hour. */
  key: string
  /** On the axis under it. */
  label: string
  /** Null: not known. Its place stays empty, so that the others stand on their columns. */
  value: number | null
  /** The value as written over it, without the unit, which the chart's title names. */
  text: string
  /** What is usual at this point, drawn in grey to compare with. */
  usual?: number | null
  /** Not over yet: drawn dashed, for it will still grow. */
  isOpen?: boolean
  /** A weekend, say: its label is set in bold. */
  isStrong?: boolean
}

/** The middles of the bands are those of a table's columns of equal width, whatever the padding. */
export function bands(count: number) {
  const gap = count > 16 ? 0.35 : 0.64
  const scale = scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([0, 100])
    .paddingInner(gap)
    .paddingOuter(gap / 2)
  const width = scale.bandwidth()
  return {
    width,
    left: (index: number) => scale(index) ?? 0,
    middle: (index: number) => (scale(index) ?? 0) + width / 2,
  }
}

/** Room for a label over the tallest bar, and under the deepest. */
const ABOVE = 20
const BELOW = 18
/** About as many pixels between two grid lines. */
const BETWEEN_TICKS = 56

/**
 * Bars begin at zero, so zero belongs to their scale. `isClose`: a line of meters would be a flat one there, and begins
 * at its lowest.
 */
export function heights(points: readonly Point[], height: number, isClose = false) {
  const values = points.flatMap(({ value, usual }) => [value, usual].filter(one => one != null))
  const [low = 0, high = 0] = extent(isClose ? values : [0, ...values])
  const scale = scaleLinear()
    .domain(low === high ? [0, 1] : [low, high])
    .range([height - (low < 0 || isClose ? BELOW : 1), ABOVE])
    // The dash of what is not known stands at the lowest.
    .clamp(true)
  return {
    y: (value: number) => scale(value),
    ticks: low === high ? [] : scale.ticks(Math.max(2, Math.floor(height / BETWEEN_TICKS))).filter(Boolean),
  }
}

/** Pixels that a character of a 12 px label takes, and that two labels stay apart. */
const CHARACTER = 6.6
const APART = 8

/** Where a label of this many pixels begins and ends in a plot of `pixels`. */
type Span = (index: number, wide: number, pixels: number) => readonly [from: number, to: number]

/** Those of the labels that fit side by side into `pixels`: the first of `order` before all others. */
export function fitting(
  texts: readonly string[],
  pixels: number,
  order: readonly number[] = [],
  spanOf: Span = (index, wide, all) => {
    const middle = ((index + 0.5) * all) / texts.length
    return [middle - wide / 2, middle + wide / 2]
  },
  isClear: (index: number, from: number, to: number) => boolean = () => true,
): ReadonlySet<number> {
  const placed = new Map<number, readonly [number, number]>()
  for (const index of [...order, ...evenly(texts.length, pixels / texts.length)]) {
    const text = texts[index] ?? ''
    const [from, to] = spanOf(index, text.length * CHARACTER, pixels)
    if (
      text !== '' &&
      isClear(index, from, to) &&
      [...placed.values()].every(([left, right]) => from >= right + APART || to <= left - APART)
    )
      placed.set(index, [from, to])
  }
  return new Set(placed.keys())
}

/** More bars than this are so thin that a value is wider than its bar. */
const FEW = 16
/** So far a value may stand out of its plot: to the numbers of the axis, and to the edge of a phone. */
const OUT_LEFT = 8
const OUT_RIGHT = 12

export type Anchor = 'start' | 'middle' | 'end'

/** The outermost of many values begin and end with their bars, since there is no room outside the plot. */
export const anchorOf = (index: number, count: number): Anchor =>
  count <= FEW ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'

/** Values that fit in one row, stay in the plot and are not written over a neighbour's bar. */
export function fittingValues(
  points: readonly Point[],
  texts: readonly string[],
  pixels: number,
  y: (value: number) => number,
  hasBars: boolean,
): ReadonlySet<number> {
  const { left, middle, width } = bands(points.length)
  const at = (percent: number) => (percent * pixels) / 100
  const spanOf: Span = (index, wide) => {
    const anchor = anchorOf(index, points.length)
    if (anchor === 'start') return [at(left(index)), at(left(index)) + wide]
    if (anchor === 'end') return [at(left(index) + width) - wide, at(left(index) + width)]
    return [at(middle(index)) - wide / 2, at(middle(index)) + wide / 2]
  }
  const isClear = (index: number, from: number, to: number) => {
    if (from < -OUT_LEFT || to > pixels + OUT_RIGHT) return false
    const base = baseline(points[index]?.value ?? null, y)
    return points.every(({ value }, other) => {
      if (!hasBars || other === index || value === null) return true
      if (at(left(other)) >= to || at(left(other) + width) <= from) return true
      return Math.min(y(value), y(0)) >= base || Math.max(y(value), y(0)) <= base - TALL
    })
  }
  return fitting(texts, pixels, telling(points), spanOf, isClear)
}

/** Pixels from the line that a label stands on to the top of its figures. */
const TALL = 9

/** Over its bar, and under one that hangs below zero. */
export const baseline = (value: number | null, y: (value: number) => number): number =>
  value !== null && value < 0 ? y(value) + 13 : y(value ?? 0) - 5

/** Every label, every second, every fourth …: whichever distance is the first to fit then stands evenly. */
function evenly(count: number, step: number): number[] {
  const every = Math.max(1, 2 ** Math.ceil(Math.log2(40 / step)))
  const places = Array.from({ length: count }, (_, index) => index)
  return [...places.filter(index => index % every === 0), ...places]
}

/** The extremes say most, and the last is where one looks. */
function telling(points: readonly Point[]): number[] {
  const known = points.flatMap(({ value }, index) => (value === null ? [] : [{ value, index }]))
  if (known.length === 0) return []
  const highest = known.reduce((best, one) => (one.value > best.value ? one : best))
  const lowest = known.reduce((best, one) => (one.value < best.value ? one : best))
  return [highest.index, ...(lowest.value < 0 ? [lowest.index] : []), points.length - 1]
}

/** A tenth of a pixel or of a percent is as fine as anybody sees. */
export const round = (value: number) => Math.round(value * 10) / 10
