/** Where a table's cells stand, and how one is set. */
import { fitColumns } from './fit'
import type { PaperForm } from './paper'
import type { Spacing } from './spacing'
import { leaf, LINE, type Face, type HeadCell, type Part, type Pen } from './pen.server'

/** Points on each side of a cell's text; between a figure and a word after it the eye needs more. */
const SIDE = 2.5
const AFTER_FIGURE = 10
/** No text makes its column wider than so many letters; it goes on in the next line. */
const WIDEST = { word: 12, text: 34 }

export interface Grid {
  size: number
  /** Over and under a cell's text. */
  over: number
  lefts: number[]
  widths: number[]
  /** Left of each column's text. */
  insets: number[]
}

export async function gridOf(
  { columns, rows, sums }: Pick<PaperForm, 'columns' | 'rows' | 'sums'>,
  pen: Pen,
  {
    left,
    width,
    spacing,
    pause,
  }: { left: number; width: number; spacing: Spacing; pause: () => Promise<void> },
): Promise<Grid> {
  const word = { size: 1 }
  const strong = { size: 1, bold: true }
  const extents = columns.map(({ label, nr }) => ({
    least: Math.max(...[...label.split(' '), nr].map(one => pen.widthOf(one, strong))),
    natural: pen.widthOf(label, strong),
  }))
  const take = (text: string, at: number, face: Face) => {
    const extent = extents[at]
    if (!extent || text === '') return
    const natural = pen.widthOf(text, face)
    const numeric = columns[at]?.numeric
    // A figure is one word, spaces between its thousands included.
    const least = numeric ? natural : Math.max(...text.split(' ').map(one => pen.widthOf(one, face)))
    extent.least = Math.max(extent.least, numeric ? least : Math.min(least, WIDEST.word))
    extent.natural = Math.max(extent.natural, numeric ? natural : Math.min(natural, WIDEST.text))
  }
  for (const cells of rows) {
    await pause()
    cells.forEach((text, at) => take(text, at, word))
  }
  for (const { cells } of sums)
    cells.forEach((text, at) => take(text, columns.length - cells.length + at, strong))
  const insets = columns.map(({ numeric }, at) =>
    !numeric && columns[at - 1]?.numeric ? AFTER_FIGURE : SIDE,
  )
  const { size, widths } = fitColumns(
    extents,
    width,
    insets.map(one => one + SIDE),
    spacing.letters,
  )
  let x = left
  const lefts = widths.map(one => (x += one) - one)
  return { size, over: spacing.over, widths, lefts, insets }
}

export const heightOf = (lines: number, { size, over }: Pick<Grid, 'size' | 'over'>) =>
  Math.max(lines, 1) * size * LINE + 2 * over
/** What text has room for in so many columns. */
export const roomOf = ({ widths, insets }: Grid, from: number, count: number) =>
  widths.slice(from, from + count).reduce((total, one) => total + one, 0) - (insets[from] ?? 0) - SIDE
export const box = (grid: Grid, from: number, count: number, top: number) => ({
  x: (grid.lefts[from] ?? 0) + (grid.insets[from] ?? 0),
  y: top + grid.over,
  width: roomOf(grid, from, count),
})

export function line(pen: Pen, { lefts, widths }: Grid, y: number, weight?: number) {
  const [first = 0] = lefts
  pen.rule(first, y, (lefts.at(-1) ?? 0) + (widths.at(-1) ?? 0), y, weight)
}

export function cell(
  pen: Pen,
  row: Part | null,
  type: 'TH' | 'TD',
  lines: readonly string[],
  face: Face,
  place: Parameters<Pen['set']>[2],
  head?: HeadCell,
) {
  if (row) leaf(pen, row, type, () => pen.set(lines, face, place), head)
  else pen.set(lines, face, place)
}
