/**
 * What a change of one's own account asks for first: the password in use and, where the second factor itself is
 * changed, that factor.
 */
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Input } from '../../ui/field'

interface CurrentPasswordProps {
  /** Where a page has several forms. */
  id?: string
  /** Names the part of the form that needs it, where the rest does not. */
  onlyFor?: string
  problem: string | undefined
}

export function CurrentPassword({ id = 'current_password', onlyFor: help, problem }: CurrentPasswordProps) {
  const { t } = useShell()
  return (
    <Field id={id} label={t('account:fields.current_password')} help={help} error={problem}>
      <Input
        {...describe({ id, help, error: problem })}
        name="current_password"
        type="password"
        required={help === undefined}
        maxLength={500}
        autoComplete="current-password"
      />
    </Field>
  )
}

/** In place of the forms: the way to the page that asks for it, and back. */
export function ShowFactorFirst({ back }: { back: string }) {
  const { t } = useShell()
  return (
    <>
      <p className="mb-3">{t('profile:factor.show_first')}</p>
      <FormActions>
        <LinkButton tone="primary" href={`/auth/prove?redirectTo=${encodeURIComponent(back)}`}>
          {t('profile:factor.show')}
        </LinkButton>
      </FormActions>
    </>
  )
}
