/** A table on paper: its header on each page, a row never cut, sums with the last row. */
import type { Block } from './flow'
import { box, cell, gridOf, heightOf, line, roomOf, type Grid } from './grid.server'
import type { PaperColumn, PaperForm } from './paper'
import type { Spacing } from './spacing'
import type { Part, Pen } from './pen.server'
import { groupsOf, headerOf } from './table-head.server'

/** So many last rows stay with the sums: a sheet of sums with one row above it is read without its table. */
const LAST_ROWS = 3

/** `table`: the part of the document's structure that its rows become. `pause`: lets others have their turn. */
export async function tableBlocks(
  form: Pick<PaperForm, 'columns' | 'rows' | 'sums' | 'head'>,
  {
    pen,
    table,
    left,
    width,
    spacing,
    pause,
  }: {
    pen: Pen
    table: Part
    left: number
    width: number
    spacing: Spacing
    pause: () => Promise<void>
  },
): Promise<Block[]> {
  const grid = await gridOf(form, pen, { left, width, spacing, pause })
  const header = headerOf(form.columns, pen, grid)
  const part = (name: string) => {
    const made = pen.doc.struct(name)
    table.add(made)
    return made
  }
  const repeat = { height: header.height, draw: (top: number) => header.draw(top, null) }
  const edges = groupsOf(form.columns).flatMap(({ name, at }) => (name === null ? [] : [grid.lefts[at] ?? 0]))
  const body: Block[] = []
  let rows: Part | undefined
  for (const [at, cells] of form.rows.entries()) {
    await pause()
    const row = rowOf(
      cells.map((text, from) => ({ text, from, count: 1, isHead: from === form.head })),
      form.columns,
      pen,
      grid,
    )
    const isLast = at === form.rows.length - 1
    body.push({
      height: row.height,
      lines: row.lines,
      repeat,
      keepsNext: at >= form.rows.length - LAST_ROWS && (!isLast || form.sums.length > 0),
      draw: top => {
        rows ??= part('TBody')
        row.draw(top, rows)
        for (const x of edges) pen.rule(x, top, x, top + row.height)
        if (isLast) rows.end()
      },
    })
  }
  let sums: Part | undefined
  return [
    {
      height: header.height,
      keepsNext: true,
      draw: top => {
        const head = part('THead')
        header.draw(top, head)
        head.end()
      },
    },
    ...body,
    ...form.sums.map(({ label, cells }, at): Block => {
      const isLast = at === form.sums.length - 1
      const lead = form.columns.length - cells.length
      const row = rowOf(
        [
          { text: label, from: 0, count: lead, isHead: true },
          ...cells.map((text, index) => ({ text, from: lead + index, count: 1, isHead: false })),
        ],
        form.columns,
        pen,
        grid,
        true,
      )
      return {
        height: row.height,
        repeat,
        keepsNext: !isLast,
        draw: top => {
          sums ??= part('TFoot')
          if (at === 0) line(pen, grid, top, 1)
          row.draw(top, sums)
          if (isLast) sums.end()
        },
      }
    }),
  ]
}

interface Cell {
  text: string
  from: number
  /** Columns that it spans. */
  count: number
  isHead: boolean
}

function rowOf(cells: readonly Cell[], columns: readonly PaperColumn[], pen: Pen, grid: Grid, bold = false) {
  const face = { size: grid.size, bold }
  const written = cells.map(one => ({
    ...one,
    // A figure is never broken; the name of several columns stands left of the first figure.
    lines:
      columns[one.from]?.numeric && one.count === 1
        ? [one.text]
        : pen.lines(one.text, roomOf(grid, one.from, one.count), face),
    align: columns[one.from]?.numeric || one.count > 1 ? ('right' as const) : ('left' as const),
  }))
  const most = Math.max(...written.map(({ lines }) => lines.length))
  const height = heightOf(most, grid)
  return {
    height,
    lines: most,
    draw(top: number, body: Part) {
      const row = pen.doc.struct('TR')
      body.add(row)
      for (const { lines, from, count, isHead, align } of written)
        cell(
          pen,
          row,
          isHead ? 'TH' : 'TD',
          lines,
          face,
          { ...box(grid, from, count, top), align },
          isHead ? { scope: 'Row', ...(count > 1 && { ColSpan: count }) } : undefined,
        )
      row.end()
      line(pen, grid, top + height)
    },
  }
}
