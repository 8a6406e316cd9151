import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { baseContext } from '../render/render-context'
import type { Options } from '../fields/field'
import type { Conflict, FormSpec } from './form'
import { fieldLabel } from '../render/labels'
import { ConflictChoice } from './conflict-choice'

/** Someone saved this record meanwhile: whose values go on, field by field. */
export function ConflictTable({
  spec,
  conflict,
  options,
}: {
  spec: FormSpec
  conflict: Conflict
  options: Record<string, Options>
}) {
  const shell = useShell()
  const { t } = shell
  const base = baseContext(shell, spec.entity)
  const words = (name: string, typed: string) =>
    typed === '' ? '–' : (spec.fields[name]?.chip?.(typed, { ...base, field: name }, options[name]) ?? typed)
  return (
    <>
      <Alert tone="warn" title={t('engine:conflict.title')} takesFocus>
        <p>{t('engine:conflict.text')}</p>
      </Alert>
      <ConflictChoice
        rivals={conflict.fields.map(({ name, mine, theirs }) => ({
          name,
          label: fieldLabel(t, spec.entity, name),
          mine: words(name, mine),
          theirs: words(name, theirs),
        }))}
      />
    </>
  )
}
