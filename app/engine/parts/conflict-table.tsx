import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Check } from '../../ui/field'
import { baseFace } from '../face'
import type { Options } from '../fields/field'
import type { Conflict, FormSpec } from '../form'
import { fieldLabel } from '../labels'

/** Someone saved this record meanwhile: both values side by side, and whose goes on. What is chosen here wins over the fields below. */
export function ConflictTable({ spec, conflict, options }: { spec: FormSpec; conflict: Conflict; options: Record<string, Options> }) {
  const shell = useShell()
  const { t } = shell
  const base = baseFace(shell, spec.entity)
  const words = (name: string, typed: string) => (typed === '' ? '–' : spec.fields[name]?.chip?.(typed, { ...base, field: name }, options[name]) ?? typed)
  return (
    <>
      <Alert tone="warn" title={t('engine:conflict.title')}><p>{t('engine:conflict.text')}</p></Alert>
      {conflict.fields.length === 0 ? <p>{t('engine:conflict.same')}</p> : (
        <table className="diff">
          <caption className="sr-only">{t('engine:conflict.title')}</caption>
          <thead>
            <tr><th scope="col">{t('engine:conflict.field')}</th><th scope="col">{t('engine:conflict.mine')}</th><th scope="col">{t('engine:conflict.theirs')}</th></tr>
          </thead>
          <tbody>
            {conflict.fields.map(({ name, mine, theirs }) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(t, spec.entity, name)}</th>
                <td data-label={t('engine:conflict.mine')}><Check type="radio" name={`keep.${name}`} value="mine" defaultChecked label={words(name, mine)} /></td>
                <td data-label={t('engine:conflict.theirs')}><Check type="radio" name={`keep.${name}`} value="theirs" label={words(name, theirs)} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
