import type { ReactNode } from 'react'
import { useShell, type Shell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import {
  columnLabel,
  entityPaths,
  keyColumn,
  problemText,
  rowMarks,
  type ImportEntity,
  type ImportRow,
} from './importer'

const own: Record<string, (row: ImportRow, shell: Shell) => ReactNode> = {
  state: ({ state, reason }, { t }) => (
    <Status mark={rowMarks[state]}>
      {t(`imports:row_states.${state}`)}
      {reason ? `: ${t([`imports:kept.${reason}`, 'imports:kept.other'])}` : null}
    </Status>
  ),
  action: ({ action }, { t }) => (action ? t(`imports:actions.${action}`) : '–'),
  problems: ({ problems, values }, { t }) =>
    problems.length === 0 ? '–' : <Lines lines={problems.map(problem => problemText(t, problem, values))} />,
  changes: ({ changes }, { t }) =>
    changes.length === 0 ? (
      '–'
    ) : (
      <Lines
        lines={changes.map(
          ({ column, before, after }) => `${columnLabel(t, column)}: ${before || '–'} → ${after || '–'}`,
        )}
      />
    ),
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 1 ? (
    <>{lines[0]}</>
  ) : (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )

interface RowTableProps {
  caption: string
  entity: ImportEntity
  rows: readonly ImportRow[]
  columns: readonly string[]
}

/** The file's rows in the file's order. What a row made is a link. */
export function RowTable({ caption, entity, rows, columns }: RowTableProps) {
  const shell = useShell()
  const { t, format } = shell
  const key = keyColumn[entity]
  const rank = (column: string) => (column === 'problems' ? 3 : column === 'state' ? 2 : undefined)
  const heads = [
    { key: 'line', label: columnLabel(t, 'line') },
    ...columns.map(
      column =>
        ({ key: column, label: columnLabel(t, column), mono: column === key, rank: rank(column) }) as const,
    ),
  ]
  const cell = (row: ImportRow, column: string) => {
    if (own[column]) return own[column](row, shell)
    const value = row.values[column] ?? ''
    if (column === key && row.entity)
      return (
        <a className="link" href={`${entityPaths[entity]}/${row.entity._id}`}>
          {value || row.entity.name}
        </a>
      )
    return value === '' ? '–' : value
  }
  const drawn = rows.map(row => ({
    key: String(row.line),
    muted: row.state === 'unchanged' || row.state === 'undone',
    cells: [nameOf(row), ...columns.map(column => cell(row, column))],
  }))
  // On a phone the line alone would not say which row it is.
  function nameOf(row: ImportRow) {
    const name = row.values[key] ?? ''
    return (
      <>
        {format.number(row.line)}
        {name ? <span className="sm:hidden"> · {name}</span> : null}
      </>
    )
  }
  return <DataTable caption={caption} columns={heads} rows={drawn} />
}
