import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { baseContext } from '../render/render-context'
import type { Options } from '../fields/field'
import type { Conflict, FormSpec, Typed } from './form'
import { fieldLabel } from '../render/labels'
import { ConflictNote } from './conflict-note'

/** Someone saved this record meanwhile: whose values go on, field by field, where both have changed it. */
export function ConflictTable({
  spec,
  conflict,
  typed,
  options,
}: {
  spec: FormSpec
  conflict: Conflict
  typed: Typed
  options: Record<string, Options>
}) {
  const shell = useShell()
  const { t } = shell
  const base = baseContext(shell, spec.entity)
  const words = (name: string, text: string): ReactNode => {
    const field = spec.fields[name]
    if (text === '' || !field) return text || '–'
    const ctx = { ...base, field: name }
    return field.chip
      ? field.chip(text, ctx, options[name])
      : field.cell(field.parse?.(text, ctx) ?? text, ctx)
  }
  const label = (name: string) => fieldLabel(t, spec.entity, name, spec.fields)
  const shown = (name: string) => ({ name, label: label(name), value: words(name, typed[name] ?? '') })
  return (
    <ConflictNote
      saved={conflict.saved}
      rivals={conflict.fields.map(({ name, mine, theirs }) => ({
        name,
        label: label(name),
        mine: words(name, mine),
        theirs: words(name, theirs),
      }))}
      taken={conflict.taken.map(shown)}
      own={conflict.own.map(shown)}
    />
  )
}
