import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { DataTable, type Column } from '../../ui/table'
import { OnPhone } from '../../ui/on-phone'
import { statusClass } from '../../ui/status'
import { classes } from '../../ui/tone'
import { withUnit } from '../../i18n/money-column'
import { baseContext, mayOpen, cellOf, columnOf, readsOf, statusOf, titleOf } from '../render/render-context'
import { columnLabel } from '../render/labels'
import { Sum, summedColumn } from '../render/sum'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

interface ResourceTableProps {
  resource: Resource
  caption: string
  rows: readonly Row[]
  columns: readonly string[]
  sort?: { by: string; direction: 'asc' | 'desc'; href: (by: string, direction: 'asc' | 'desc') => string }
  selection?: { form: string; selected: ReadonlySet<string> }
  /** A last column that is no field of the rows; with a rank it is also there on a phone. */
  last?: { label: ReactNode; rank?: 3; cell: (row: Row) => ReactNode }
  /** The address of this list narrowed to a value that stands in it. */
  narrow?: (filter: string, value: string) => string
  /** The sum that the list's definition names stands under the rows: they are all that match. */
  hasSum?: boolean
}

/** Rows of any entity, in its list or among another one's facts. The title column links to the row. */
export function ResourceTable({
  resource,
  caption,
  rows,
  columns,
  sort,
  selection,
  last,
  narrow,
  hasSum = false,
}: ResourceTableProps) {
  const shell = useShell()
  const { t } = shell
  const base = { ...baseContext(shell, resource.name), inRows: true as const, ...(narrow && { narrow }) }
  const ordered = [resource.title, ...columns.filter(column => column !== resource.title)]
  const shared = ordered.map(name => columnOf(resource, name, rows))
  const heads = ordered.map((name, index) =>
    headOf(
      resource,
      name,
      withUnit(columnLabel(t, resource.name, name, resource.fields), shared[index]?.unit),
      sort,
    ),
  )
  const cells = ordered.map((name, index) => cellOf(resource, name, base, shared[index]))
  const statuses = ordered.map(name => statusOf(resource, name, base))
  const sources = ordered.map(name => readsOf(resource, [name]))
  const isOpened = mayOpen(shell.can, resource.rowsOf ?? resource.name)
  /** On a phone no head is there to say what a figure of the summary is counted in. */
  const counted = (index: number, row: Row, cell: ReactNode): ReactNode => {
    const unit = heads[index]?.rank ? shared[index]?.unit : undefined
    const value = row[ordered[index] ?? '']
    if (!unit || value === null || value === undefined) return cell
    return (
      <>
        {cell} <OnPhone>{unit}</OnPhone>
      </>
    )
  }
  // Looked up once for all rows: the name is put where the text wants it.
  const [before = '', after = ''] = selection
    ? t('engine:select.row', { name: '\u0000' }).split('\u0000')
    : []
  const drawn = rows.map(row => {
    const states = statuses.map(status => status?.(row))
    return {
      key: row._id,
      label: selection && before + titleOf(resource, row, shell) + after,
      checked: selection?.selected.has(row._id),
      muted: row.archived_at != null || resource.list.muted(row),
      marks: states.map((state, index) =>
        classes(
          state?.mark && statusClass(state.mark),
          (state ? isLong(state.word) : sources[index]?.some(source => isLong(row[source]))) && 'long',
        ),
      ),
      cells: [
        // Rows of a stream are not opened: there is nothing more to see of one.
        ...cells.map((cell, index) =>
          index === 0 && !resource.stream
            ? named(resource, row, cell(row), isOpened)
            : counted(index, row, states[index]?.word ?? cell(row)),
        ),
        ...(last ? [last.cell(row)] : []),
      ],
    }
  })
  const summed = hasSum ? summedColumn(resource, columns) : undefined
  const sum = summed === undefined ? null : new Sum(summed)
  for (const row of rows) sum?.add(row)
  const totals = sum?.amounts().map(amount => ({
    key: amount.currency,
    cells: ordered.map((name, index) =>
      // With its currency: on a phone no column's header is there to name it.
      index === 0 ? sum.label(t) : name === sum.column ? shell.format.moneyInColumn(amount) : null,
    ),
  }))
  return (
    <DataTable
      caption={caption}
      columns={last ? [...heads, { key: '', label: last.label, rank: last.rank }] : heads}
      rows={drawn}
      totals={totals}
      selection={selection && { name: 'selected', label: t('engine:select.column'), form: selection.form }}
    />
  )
}

/** Of a name, a code or a state with more letters: it takes a second line before a column leaves the window. */
const LONG_NAME = 20

/** What a link leads to is no name. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length > LONG_NAME && !/^[0-9a-f]{24}$/.test(value)
    : Array.isArray(value)
      ? value.some(isLong)
      : typeof value === 'object' && value !== null && 'name' in value && isLong(value.name)

/** A row's name leads to its page, for whoever may open that, or where its definition says. */
function named(resource: Resource, row: Row, name: ReactNode, isOpened: boolean): ReactNode {
  const own = isOpened ? `${resource.rowPath}/${row._id}${resource.rowPage}` : null
  const href = resource.rowHref ? resource.rowHref(row) : own
  return href === null ? name : <a href={href}>{name}</a>
}

function headOf(resource: Resource, name: string, label: string, sort: ResourceTableProps['sort']): Column {
  const kind = resource.fields[name]
  const rank = resource.list.summary.indexOf(name)
  const column: Column = {
    key: name,
    label,
    numeric: kind?.numeric,
    mono: kind?.mono,
    rank: name === resource.title ? 1 : rank === 0 ? 2 : rank > 0 ? 3 : undefined,
  }
  // A reference may be sorted by under its specified name: the SMIB as `smib_id`.
  const key = resource.list.sortKeys.find(one => one === name || one === `${name}_id`)
  if (sort && key) {
    const current = sort.by === key ? sort.direction : undefined
    column.sort = { href: sort.href(key, current === 'asc' ? 'desc' : 'asc'), direction: current }
  }
  return column
}
