import type { ReactNode } from 'react'
import { useAcrossPaper } from './paper'
import { classes } from './tone'

export interface Column {
  key: string
  label: ReactNode
  /** Numbers are right-aligned in tabular figures. */
  numeric?: boolean
  /** Long words: they take a second line before another column leaves the window. */
  wraps?: boolean
  /** Ids and serials: monospace, selected whole by one click. */
  mono?: boolean
  /**
   * Below 576 px a row is a two-line summary: 1 heads it, 2 and 3 stand in its second line, others are left out. The
   * first column has rank 1.
   */
  rank?: 1 | 2 | 3
  /** Of what can be done with a row: paper does without it. */
  acts?: boolean
  /** A sort link; `direction` when the list is sorted by this column. */
  sort?: { href: string; direction?: 'asc' | 'desc' }
}

export interface Row {
  key: string
  /** One per column, in the columns' order. The first is the row's header and usually holds its link. */
  cells: readonly ReactNode[]
  /**
   * Classes of cells on top of their column's, in the columns' order: a cell that is a status needs no
   * element of its own inside.
   */
  marks?: readonly (string | undefined)[]
  /** Names the row's checkbox. */
  label?: string
  checked?: boolean
  /** Archived rows recede. */
  muted?: boolean
  /** Its first cell holds more than words, which no header may. */
  hasPlainHead?: boolean
}

interface DataTableProps {
  /** Names the table and its scroll region. */
  caption: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** A checkbox per row: `name` is the form field, `form` the form's id, `label` the column's hidden heading. */
  selection?: { name: string; label: string; form?: string }
  footer?: ReactNode
  /** Its words are short but in the columns that wrap: on paper they stay on one line. */
  wholeWords?: boolean
  /** No page shows more of a row: a phone shows each cell, below its column's name. */
  wholeRows?: boolean
  /** Sums of all rows, one per currency: cells as a row's, under the same columns. */
  totals?: readonly Pick<Row, 'key' | 'cells'>[]
}

/** More than these stand closer together. */
const MANY_COLUMNS = 9
/** From these on a sheet of paper lies on its side. */
const WIDE_ON_PAPER = 8
/**
 * Rows that a window of 1,080 px shows of a table in its scroll region. Those below are styled and laid out one frame
 * later in lists (`.later` in `list.css`): of fifty rows that is half of what a kiosk would wait for. A multiple of
 * five, as lines between rows count them.
 */
const FIRST_SCREEN = 25
/** Fewer are not worth a second layout of the table. */
const WORTH_IT = 10

const cellClass = (column: Column, index: number) => {
  const rank = index === 0 ? 1 : column.rank
  return classes(
    column.numeric && 'n',
    column.mono && 'm',
    column.wraps && 'w',
    rank && `r${rank}`,
    column.acts && 'no-print',
  )
}

/** A table in its own scroll region with a sticky header and its first column fixed. */
export function DataTable({
  caption,
  columns,
  rows,
  selection,
  footer,
  wholeWords,
  wholeRows,
  totals = [],
}: DataTableProps) {
  useAcrossPaper(columns.filter(({ acts }) => !acts).length >= WIDE_ON_PAPER)
  const cells = columns.map(cellClass)
  const first = rows.length - FIRST_SCREEN >= WORTH_IT ? FIRST_SCREEN : rows.length
  const classOf = ({ marks }: Row, index: number) =>
    marks?.[index] ? classes(cells[index], marks[index]) : cells[index]
  const drawRow = (row: Row, at: number) => (
    <tr key={row.key} className={classes(row.muted && 'muted', at % 5 === 4 && 'fifth')}>
      {selection && (
        <td className="s">
          <input
            type="checkbox"
            name={selection.name}
            value={row.key}
            form={selection.form}
            defaultChecked={row.checked}
            aria-label={row.label ?? row.key}
          />
        </td>
      )}
      {row.cells.map((cell, index) =>
        index === 0 && !row.hasPlainHead ? (
          <th key={index} scope="row" className={classOf(row, index)}>
            {cell}
          </th>
        ) : (
          <td
            key={index}
            className={classOf(row, index)}
            data-label={wholeRows ? columns[index]?.label : undefined}
          >
            {cell}
          </td>
        ),
      )}
    </tr>
  )
  return (
    <div className="table-region" role="region" aria-label={caption} tabIndex={0}>
      <table
        className={classes(
          'data-table',
          selection && 'has-select',
          columns.length > MANY_COLUMNS && 'tight',
          wholeWords && 'whole-words',
          wholeRows && 'whole-rows',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="s">
                <span className="sr-only">{selection.label}</span>
              </th>
            )}
            {columns.map((column, index) => (
              <HeadCell key={column.key} column={column} className={cells[index]} />
            ))}
          </tr>
        </thead>
        <tbody>{rows.slice(0, first).map(drawRow)}</tbody>
        {rows.length > first && (
          <tbody className="later">{rows.slice(first).map((row, at) => drawRow(row, first + at))}</tbody>
        )}
        {footer || totals.length > 0 ? (
          <tfoot>
            {totals.map(total => (
              <tr key={total.key}>
                {selection && <td className="s" />}
                {total.cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={index} scope="row" className={cells[index]}>
                      {cell}
                    </th>
                  ) : (
                    <td key={index} className={cells[index]}>
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
            {footer}
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

const sorts = { asc: 'ascending', desc: 'descending' } as const

function HeadCell({ column, className }: { column: Column; className?: string }) {
  const { sort, label } = column
  const direction = sort?.direction
  return (
    <th scope="col" className={className} aria-sort={direction && sorts[direction]}>
      {sort ? (
        <a href={sort.href} className={direction ? `sort ${direction}` : 'sort'}>
          {label}
        </a>
      ) : (
        label
      )}
    </th>
  )
}
