import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Check } from '../../ui/field'

export interface Rival {
  name: string
  label: string
  mine: ReactNode
  theirs: ReactNode
}

/**
 * Somebody saved first: both values side by side, and whose goes on, as `keep.<name>`. What is chosen here wins over
 * the fields below.
 */
export function ConflictChoice({ rivals }: { rivals: readonly Rival[] }) {
  const { t } = useShell()
  if (rivals.length === 0) return <p>{t('engine:conflict.same')}</p>
  return (
    <table className="diff">
      <caption className="sr-only">{t('engine:conflict.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('engine:conflict.field')}</th>
          <th scope="col">{t('engine:conflict.mine')}</th>
          <th scope="col">{t('engine:conflict.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {rivals.map(({ name, label, mine, theirs }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-label={t('engine:conflict.mine')}>
              <Check type="radio" name={`keep.${name}`} value="mine" defaultChecked label={mine} />
            </td>
            <td data-label={t('engine:conflict.theirs')}>
              <Check type="radio" name={`keep.${name}`} value="theirs" label={theirs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
