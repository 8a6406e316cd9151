/** A table on paper: its header on each page, a row never cut, sums with the last row. */
import type { Block } from './flow'
import { across, box, cell, gridOf, heightOf, line, SIDE, type Grid } from './grid.server'
import type { PaperForm } from './paper'
import type { Part, Pen } from './pen.server'
import { groupsOf, headerOf } from './table-head.server'

/** `table`: the part of the document's structure that its rows become. `pause`: lets others have their turn. */
export async function tableBlocks(
  form: Pick<PaperForm, 'columns' | 'rows' | 'sums' | 'head'>,
  {
    pen,
    table,
    left,
    width,
    pause,
  }: { pen: Pen; table: Part; left: number; width: number; pause: () => Promise<void> },
): Promise<Block[]> {
  const grid = await gridOf(form, pen, { left, width, pause })
  const header = headerOf(form.columns, pen, grid)
  const part = (name: string) => {
    const made = pen.doc.struct(name)
    table.add(made)
    return made
  }
  const repeat = { height: header.height, draw: (top: number) => header.draw(top, null) }
  const body: Block[] = []
  let rows: Part | undefined
  for (const [at, cells] of form.rows.entries()) {
    await pause()
    const row = rowOf(cells, form, pen, grid)
    const isLast = at === form.rows.length - 1
    body.push({
      height: row.height,
      repeat,
      keepsNext: isLast && form.sums.length > 0,
      draw: top => {
        rows ??= part('TBody')
        row.draw(top, rows)
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
    ...form.sums.map((sum, at): Block => {
      const isLast = at === form.sums.length - 1
      const lead = form.columns.length - sum.cells.length
      const face = { size: grid.size, bold: true }
      const label = pen.lines(sum.label, across(grid, 0, lead) - 2 * SIDE, face)
      return {
        height: heightOf(label.length, face),
        repeat,
        keepsNext: !isLast,
        draw: top => {
          sums ??= part('TFoot')
          const row = pen.doc.struct('TR')
          sums.add(row)
          if (at === 0) line(pen, grid, top, 1)
          cell(
            pen,
            row,
            'TH',
            label,
            face,
            { ...box(grid, 0, lead, top), align: lead > 1 ? 'right' : 'left' },
            {
              Scope: 'Row',
              ColSpan: lead,
            },
          )
          sum.cells.forEach((text, index) => {
            const column = form.columns[lead + index]
            cell(pen, row, 'TD', [text], face, {
              ...box(grid, lead + index, 1, top),
              align: column?.numeric ? 'right' : 'left',
            })
          })
          line(pen, grid, top + heightOf(label.length, face))
          row.end()
          if (isLast) sums.end()
        },
      }
    }),
  ]
}

function rowOf(
  cells: readonly string[],
  { columns, head }: Pick<PaperForm, 'columns' | 'head'>,
  pen: Pen,
  grid: Grid,
) {
  const face = { size: grid.size }
  const written = cells.map((text, at) =>
    columns[at]?.numeric ? [text] : pen.lines(text, (grid.widths[at] ?? 0) - 2 * SIDE, face),
  )
  const height = heightOf(Math.max(...written.map(one => one.length)), face)
  return {
    height,
    draw(top: number, body: Part) {
      const row = pen.doc.struct('TR')
      body.add(row)
      written.forEach((lines, at) => {
        const align = columns[at]?.numeric ? ('right' as const) : ('left' as const)
        const isHead = at === head
        cell(
          pen,
          row,
          isHead ? 'TH' : 'TD',
          lines,
          face,
          { ...box(grid, at, 1, top), align },
          isHead ? { Scope: 'Row' } : undefined,
        )
      })
      row.end()
      line(pen, grid, top + height)
      groupsOf(columns).forEach(({ name, at }) => {
        const x = grid.lefts[at] ?? 0
        if (name !== null) pen.rule(x, top, x, top + height)
      })
    },
  }
}
