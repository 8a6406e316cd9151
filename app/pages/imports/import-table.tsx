import type { ReactNode } from 'react'
import { useShell, type Shell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import { Time } from '../../ui/time'
import { importPaths, stateMarks, type Import } from './importer'

interface ImportTableProps {
  caption: string
  imports: readonly Import[]
  sort: { by: string; direction: 'asc' | 'desc'; href: (by: string, direction: 'asc' | 'desc') => string }
}

interface Drawn extends Omit<Column, 'label' | 'sort' | 'key'> {
  /** The contract's sort key; none, no link. */
  sortBy?: string
  cell: (found: Import, shell: Shell) => ReactNode
}

const columns: Record<string, Drawn> = {
  file_name: { sortBy: 'file_name', cell: found => <a href={`${importPaths[found.entity]}/${found._id}`}>{found.file_name}</a> },
  state: { rank: 2, cell: (found, { t }) => <Status mark={stateMarks[found.state]}>{t(`imports:states.${found.state}`)}</Status> },
  mode: { sortBy: 'mode', cell: ({ mode }, { t }) => t(`imports:modes_short.${mode}`) },
  rows: { numeric: true, cell: ({ rows }, { format }) => format.number(rows) },
  errors: { numeric: true, cell: ({ counts }, { format }) => format.number(counts.error) },
  committed: { numeric: true, cell: ({ counts }, { format }) => format.number(counts.committed) },
  created_by: { sortBy: 'created_by', cell: ({ created_by }) => created_by },
  created_at: { rank: 3, sortBy: 'created_at', cell: ({ created_at }, { format }) => <Time at={created_at} text={format.dateTime(created_at)} exact={format.exact(created_at)} /> },
}

export function ImportTable({ caption, imports, sort }: ImportTableProps) {
  const shell = useShell()
  const heads = Object.entries(columns).map(([key, { sortBy, cell: _, ...column }]): Column => {
    const current = sortBy !== undefined && sort.by === sortBy ? sort.direction : undefined
    return { key, ...column, label: shell.t(`imports:fields.${key}`), sort: sortBy ? { href: sort.href(sortBy, current === 'asc' ? 'desc' : 'asc'), direction: current } : undefined }
  })
  const rows = imports.map(found => ({ key: found._id, muted: found.state === 'discarded', cells: Object.values(columns).map(({ cell }) => cell(found, shell)) }))
  return <DataTable caption={caption} columns={heads} rows={rows} />
}
