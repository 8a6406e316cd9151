import { Button } from '../ui/button'
import { CarriedFields } from './carried-fields'
import { CodeField } from './code-field'
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
      <CarriedFields redirectTo={redirectTo} kept={kept} />
      <CodeField problem={problem} />
      <Button tone="primary">{t('auth:signIn')}</Button>
      <p>
        <a className="link" href="/auth/login">
          {t('auth:code.back')}
        </a>
      </p>
    </form>
  )
}
