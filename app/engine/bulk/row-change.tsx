import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'
import { baseContext, cellOf } from '../render/render-context'
import { fieldChanges, staysText, type RowValues } from './row-words'

/** What a row's fields were and become, in their own words; a row without a change says that it stays. */
export function RowChange({ list, item }: { list: Resource; item: RowValues }): ReactNode {
  const shell = useShell()
  const base = { ...baseContext(shell, list.name), inRows: true as const }
  const changes = fieldChanges<ReactNode>(list, item, shell.t, (name, value) =>
    list.fields[name] ? cellOf(list, name, base)({ _id: '', [name]: value } as Row) : String(value),
  )
  if (changes.length === 0) return staysText(item.outcome, shell.t)
  return changes.map(({ name, label, before, after }) => (
    <div key={name}>
      {label === null ? null : `${label}: `}
      {before} → <strong>{after}</strong>
    </div>
  ))
}
