import { useContext, type ReactNode } from 'react'
import { I18nContext } from 'react-i18next'
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { describe, Field, Input } from '../ui/field'
import type { SavedForm } from './error-data'
import { localeNames, locales, localeOf } from '../i18n/locales'
import { useTranslate } from './shell-context'

interface SignInFormProps {
  /** Where to go afterwards; a page of this console. */
  redirectTo?: string | null
  /** What somebody sent after their session had ended: carried along, and offered for sending once they are back. */
  saved?: SavedForm | null
  username?: string
  missing?: { username: boolean; password: boolean }
  failure?: ReactNode
  /** The operator's identity provider is available. A saved form waits here for the way back. */
  sso?: boolean
  /** The tenant of this address lets people ask for an account. */
  registration?: boolean
}

export function SignInForm(props: SignInFormProps) {
  const { redirectTo, saved, username, missing, failure, sso, registration } = props
  const t = useTranslate()
  const required = (name: 'username' | 'password') => (missing?.[name] ? t('auth:required') : undefined)
  return (
    <>
      {failure && <Alert tone="bad">{failure}</Alert>}
      <form
        method="post"
        action={saved ? '/auth/login?kept' : '/auth/login'}
        className="form"
        noValidate={missing !== undefined}
      >
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        {saved && <input type="hidden" name="kept" value={JSON.stringify(saved)} />}
        <Field id="username" label={t('auth:username')} error={required('username')}>
          <Input
            {...describe({ id: 'username', error: required('username') })}
            type="text"
            name="username"
            defaultValue={username}
            required
            maxLength={200}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!username}
          />
        </Field>
        <Field id="password" label={t('auth:password')} error={required('password')}>
          <Input
            {...describe({ id: 'password', error: required('password') })}
            name="password"
            type="password"
            required
            maxLength={1_000}
            autoComplete="current-password"
            autoFocus={Boolean(username)}
          />
        </Field>
        <Button tone="primary">{t('auth:signIn')}</Button>
        {sso ? (
          <Button formAction="/auth/sso/start" formNoValidate>
            {t('auth:sso.button')}
          </Button>
        ) : null}
        <p>
          <a className="link" href="/auth/forgot-password">
            {t('auth:forgot')}
          </a>{' '}
          {registration ? (
            <a className="link" href="/auth/registration">
              {t('auth:register')}
            </a>
          ) : null}
        </p>
        {saved && <Languages />}
      </form>
    </>
  )
}

/**
 * Part of the form: the menu in the bar would leave behind what this page carries. After the button, so that Enter
 * signs in.
 */
function Languages() {
  const t = useTranslate()
  const { i18n } = useContext(I18nContext)
  return (
    <div role="group" aria-label={t('console:frame.language')} className="form-languages">
      {locales.map(one => (
        <button
          key={one}
          type="submit"
          formAction={`/auth/login?kept&lng=${one}`}
          formNoValidate
          lang={one}
          aria-current={one === localeOf(i18n.language) ? 'true' : undefined}
          className="btn btn-ghost btn-sm"
        >
          {localeNames[one]}
        </button>
      ))}
    </div>
  )
}
