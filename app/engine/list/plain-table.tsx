import { useShell } from '../../console/shell-context'
import { DataTable, type Column } from '../../ui/table'
import type { PlainListing } from './plain-columns'

interface PlainTableProps<Row> {
  caption: string
  listing: Pick<PlainListing<Row>, 'columns' | 'texts' | 'muted'>
  rows: readonly Row[]
  /** Without it no heading sorts. */
  sort?: { by: string; direction: 'asc' | 'desc'; href: (by: string, direction: 'asc' | 'desc') => string }
}

export function PlainTable<Row extends { _id: string }>({
  caption,
  listing: { columns: all, texts, muted },
  rows,
  sort,
}: PlainTableProps<Row>) {
  const columns = all.filter(({ fileOnly }) => !fileOnly)
  const shell = useShell()
  const heads = columns.map(({ key, sortBy, numeric, mono, rank }): Column => {
    const current = sortBy !== undefined && sort?.by === sortBy ? sort.direction : undefined
    return {
      key,
      numeric,
      mono,
      rank,
      label: shell.t(`${texts}.${key}`),
      sort:
        sort && sortBy
          ? { href: sort.href(sortBy, current === 'asc' ? 'desc' : 'asc'), direction: current }
          : undefined,
    }
  })
  return (
    <DataTable
      caption={caption}
      columns={heads}
      rows={rows.map(row => ({
        key: row._id,
        muted: muted?.(row),
        cells: columns.map(({ cell }) => cell(row, shell)),
      }))}
    />
  )
}
