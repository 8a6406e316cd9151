/** A sign-in's second half by a passkey, beside the form for a code. */
import { Island } from '../islands/island'
import type { PasskeyProps } from '../islands/passkey'
import { Button } from '../ui/button'
import type { KeptForm } from './error-data'
import { useTranslate } from './shell-context'

interface PasskeyFormProps {
  challenge: string
  options: PasskeyProps['options']
  username: string
  redirectTo: string | null
  kept: KeptForm | null
}

export function PasskeyForm({ challenge, options, username, redirectTo, kept }: PasskeyFormProps) {
  const t = useTranslate()
  return (
    <form method="post" action={kept ? '/auth/login?kept' : '/auth/login'} className="form">
      <input type="hidden" name="challenge" value={challenge} />
      <input type="hidden" name="username" value={username} />
      <input type="hidden" name="response" defaultValue="" />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {kept && <input type="hidden" name="kept" value={JSON.stringify(kept)} />}
      <Island
        name="passkey"
        props={{
          does: 'use',
          options,
          words: { failed: t('auth:passkey.failed') },
        }}
      >
        <p>{t('auth:passkey.needs_script')}</p>
      </Island>
      <Button>{t('auth:passkey.use')}</Button>
    </form>
  )
}
