import { Button } from '../ui/button'
import { describe, Field, Input } from '../ui/field'
import type { KeptForm } from './error-data'
import { useTranslate } from './shell-context'

interface CodeFormProps {
  /** What the backend wants back with the code. */
  challenge: string
  problem: string | undefined
  username: string
  redirectTo: string | null
  kept: KeptForm | null
}

/** The second half of a sign-in: a code of an app, or a recovery code. */
export function CodeForm({ challenge, problem, username, redirectTo, kept }: CodeFormProps) {
  const t = useTranslate()
  return (
    <form method="post" action={kept ? '/auth/login?kept' : '/auth/login'} className="form" noValidate>
      <input type="hidden" name="challenge" value={challenge} />
      <input type="hidden" name="username" value={username} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {kept && <input type="hidden" name="kept" value={JSON.stringify(kept)} />}
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
      <Button tone="primary">{t('auth:signIn')}</Button>
      <p>
        <a className="link" href="/auth/login">
          {t('auth:code.back')}
        </a>
      </p>
    </form>
  )
}
