/** A table's header: its columns under the names of their groups. */
import type { PaperColumn } from './paper'
import { box, cell, heightOf, line, roomOf, type Grid } from './grid.server'
import type { Part, Pen } from './pen.server'

interface Group {
  name: string | null
  at: number
  count: number
}

/** Columns of one group stand under one name; each without a group for itself. */
export const groupsOf = (columns: readonly PaperColumn[]): Group[] =>
  columns.reduce<Group[]>((found, { group }, at) => {
    const last = found.at(-1)
    if (group !== null && last?.name === group) last.count++
    else found.push({ name: group, at, count: 1 })
    return found
  }, [])

/**
 * Two rows where columns are grouped, and one of numbers where they have some. Without a part it is drawn for the eye
 * alone: a page's repetition.
 */
export function headerOf(columns: readonly PaperColumn[], pen: Pen, grid: Grid) {
  const face = { size: grid.size, bold: true }
  const wrap = (text: string, from: number, count: number) => pen.lines(text, roomOf(grid, from, count), face)
  const groups = groupsOf(columns)
  const named = groups.filter(({ name }) => name !== null)
  const alone = groups.filter(({ name }) => name === null)
  const labels = columns.map(({ label }, at) => wrap(label, at, 1))
  const most = (counts: readonly number[]) => Math.max(0, ...counts)
  const upper =
    named.length > 0
      ? heightOf(most(named.map(({ name, at, count }) => wrap(name ?? '', at, count).length)), grid)
      : 0
  const lower = Math.max(
    heightOf(
      most(named.flatMap(({ at, count }) => labels.slice(at, at + count).map(one => one.length))),
      grid,
    ),
    heightOf(most(alone.map(({ at }) => labels[at]?.length ?? 1)), grid) - upper,
  )
  const numbered = columns.some(({ nr }) => nr !== '')
  const numbers = numbered ? heightOf(1, grid) : 0
  const height = upper + lower + numbers
  const align = (at: number) => (columns[at]?.numeric ? ('right' as const) : ('left' as const))
  const draw = (top: number, part: Part | null) => {
    const row = () => {
      const made = part && pen.doc.struct('TR')
      if (made) part.add(made)
      return made
    }
    if (!part) pen.doc.markContent('Artifact', { type: 'Pagination' })
    const first = row()
    groups.forEach(({ name, at, count }) => {
      if (name === null)
        cell(
          pen,
          first,
          'TH',
          labels[at] ?? [],
          face,
          { ...box(grid, at, 1, top), align: align(at) },
          {
            scope: 'Column',
            ...(upper > 0 && { RowSpan: 2 }),
          },
        )
      else
        cell(
          pen,
          first,
          'TH',
          wrap(name, at, count),
          face,
          { ...box(grid, at, count, top), align: 'center' },
          {
            scope: 'Column',
            ColSpan: count,
          },
        )
    })
    first?.end()
    if (named.length > 0) {
      const second = row()
      for (const { at, count } of named)
        for (let index = at; index < at + count; index++)
          cell(
            pen,
            second,
            'TH',
            labels[index] ?? [],
            face,
            { ...box(grid, index, 1, top + upper), align: align(index) },
            { scope: 'Column' },
          )
      second?.end()
    }
    if (numbered) {
      const third = row()
      columns.forEach(({ nr }, at) =>
        cell(
          pen,
          third,
          'TD',
          [nr],
          { size: grid.size },
          { ...box(grid, at, 1, top + upper + lower), align: align(at) },
        ),
      )
      third?.end()
    }
    if (!part) pen.doc.endMarkedContent()
    line(pen, grid, top, 1)
    line(pen, grid, top + height, 1)
    for (const { at } of named) {
      const x = grid.lefts[at] ?? 0
      pen.rule(x, top, x, top + height)
    }
  }
  return { height, draw }
}
