/** Two fields for a new password, for every page that sets one. */
import { MAX_PASSWORD, MIN_PASSWORD } from '../../../backend/identity/auth/password-rules.contract'
import { ApiError } from '../../api/api-error'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { OpenContext } from '../../session/guard.server'
import { describe, Field, Input } from '../../ui/field'

/** By field: what is wrong with it, in words. */
export type Problems = Partial<Record<string, string>>

/** Problems of the two that need no request to the backend. */
export function passwordProblems(t: Translate, password: string, again: string): Problems {
  return {
    ...(password === ''
      ? { password: t('account:problems.new_required') }
      : password.length < MIN_PASSWORD
        ? { password: t('account:problems.minimum', { count: MIN_PASSWORD }) }
        : password.length > MAX_PASSWORD
          ? { password: t('account:problems.maximum', { count: MAX_PASSWORD }) }
          : {}),
    ...(again === ''
      ? { password_again: t('account:problems.again_required') }
      : again !== password
        ? { password_again: t('account:problems.differs') }
        : {}),
  }
}

/** Of a refusal with fields, in words; null for any other failure. */
export function problemsOf(t: Translate, error: unknown): Problems | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, [first]]) => [
      name,
      t([`errors:fields.${first?.code ?? 'invalid'}`, 'errors:fields.invalid'], { ...first?.params }),
    ]),
  )
}

/** `least`: characters that the person's tenant asks for. */
export function NewPasswordFields({ problems, least }: { problems: Problems | undefined; least: number }) {
  const { t } = useShell()
  const help = t('account:rule', { count: least })
  return (
    <>
      <Field id="password" label={t('account:fields.password')} help={help} error={problems?.password}>
        <Input
          {...describe({ id: 'password', help, error: problems?.password })}
          name="password"
          type="password"
          required
          minLength={least}
          maxLength={MAX_PASSWORD}
          autoComplete="new-password"
        />
      </Field>
      <Field id="password_again" label={t('account:fields.password_again')} error={problems?.password_again}>
        <Input
          {...describe({ id: 'password_again', error: problems?.password_again })}
          name="password_again"
          type="password"
          required
          maxLength={MAX_PASSWORD}
          autoComplete="new-password"
        />
      </Field>
    </>
  )
}

type FailureContext = Pick<OpenContext, 't' | 'locale' | 'timeZone'>

/** What a page says where nothing can be done just now; throws what is none of these. */
export function trouble({ t, locale, timeZone }: FailureContext, error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 429) {
      const seconds = error.retryAfter ?? Number(error.details.retry_after_seconds ?? 60)
      return t('account:often', { time: formatter(locale, timeZone).duration(seconds * 1_000) })
    }
    if (error.isOutage) return t('account:unavailable')
  }
  throw error
}
