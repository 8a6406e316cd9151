import type { ReactNode } from 'react'
import { useShell, type Shell } from '../../console/shell-context'
import { Progress } from '../../ui/chart'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import { Time } from '../../ui/time'
import { EXPORTS, isOpen, listTitle, listOf, sizeOf, stateMarks, type DataExport } from './export'

interface ExportTableProps {
  caption: string
  exports: readonly DataExport[]
  sort: { by: string; direction: 'asc' | 'desc'; href: (by: string, direction: 'asc' | 'desc') => string }
}

interface Drawn extends Omit<Column, 'label' | 'sort' | 'key'> {
  /** The contract's sort key; none, no link. */
  sortBy?: string
  cell: (found: DataExport, shell: Shell) => ReactNode
}

const when = (at: number | null, { format }: Shell) => (at === null ? '–' : <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />)

const columns: Record<string, Drawn> = {
  list: { cell: (found, { t }) => <a href={`${EXPORTS}/${found._id}`}>{listTitle(t, found)}</a> },
  state: { rank: 2, cell: (found, shell) => <State found={found} shell={shell} /> },
  created_at: { rank: 3, sortBy: 'created_at', cell: (found, shell) => when(found.created_at, shell) },
  created_by: { sortBy: 'created_by', cell: found => found.created_by },
  rows: { numeric: true, sortBy: 'rows', cell: (found, { format }) => (found.rows === null || isOpen(found) ? '–' : format.number(found.rows)) },
  size: { numeric: true, sortBy: 'bytes', cell: (found, { format }) => (found.bytes === null || isOpen(found) ? '–' : sizeOf(found.bytes, format.number)) },
  expires_at: { sortBy: 'expires_at', cell: (found, shell) => when(found.expires_at, shell) },
  file: { cell: (found, { t }) => (found.state === 'done' && listOf(found) ? <a href={`${EXPORTS}/${found._id}/file.csv`}>{t('exports:download')}</a> : '–') },
}

export function ExportTable({ caption, exports, sort }: ExportTableProps) {
  const shell = useShell()
  const heads = Object.entries(columns).map(([key, { sortBy, cell: _, ...column }]): Column => {
    const current = sortBy !== undefined && sort.by === sortBy ? sort.direction : undefined
    return { key, ...column, label: shell.t(`exports:fields.${key}`), sort: sortBy ? { href: sort.href(sortBy, current === 'asc' ? 'desc' : 'asc'), direction: current } : undefined }
  })
  const rows = exports.map(found => ({ key: found._id, muted: found.state === 'expired', cells: Object.values(columns).map(({ cell }) => cell(found, shell)) }))
  return <DataTable caption={caption} columns={heads} rows={rows} />
}

function State({ found, shell: { t, format } }: { found: DataExport; shell: Shell }) {
  const word = t(`exports:states.${found.state}`)
  if (found.state !== 'running') return <Status mark={stateMarks[found.state]}>{word}</Status>
  return <Progress label={`${listTitle(t, found)}: ${word}`} value={found.progress} max={10_000} text={format.percent(Math.floor(found.progress / 100) * 100)} />
}
