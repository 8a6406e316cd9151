import { describe, Field, Input } from '../ui/field'
import { useTranslate } from './shell-context'

/** A code of an app, or a recovery code, with letters: no numeric keyboard. */
export function CodeField({ problem }: { problem: string | undefined }) {
  const t = useTranslate()
  return (
    <Field id="code" label={t('auth:code.label')} error={problem}>
      <Input
        {...describe({ id: 'code', error: problem })}
        name="code"
        type="text"
        required
        maxLength={40}
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
      />
    </Field>
  )
}
