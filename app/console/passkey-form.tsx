/** A second factor shown by a passkey, beside the form for a code: at sign-in, and again before money moves. */
import { Island } from '../islands/island'
import type { PasskeyProps } from '../islands/passkey'
import { Button } from '../ui/button'
import { CarriedFields } from './carried-fields'
import type { KeptForm } from './error-data'
import { useTranslate } from './shell-context'

interface PasskeyFormProps {
  action: string
  options: PasskeyProps['options']
  redirectTo: string | null
  kept: KeptForm | null
  /** Of a sign-in: whose, and what the backend wants back. */
  signIn?: { challenge: string; username: string }
}

export function PasskeyForm({ action, options, redirectTo, kept, signIn }: PasskeyFormProps) {
  const t = useTranslate()
  return (
    <form method="post" action={action} className="form">
      {signIn && (
        <>
          <input type="hidden" name="challenge" value={signIn.challenge} />
          <input type="hidden" name="username" value={signIn.username} />
        </>
      )}
      <input type="hidden" name="response" defaultValue="" />
      <CarriedFields redirectTo={redirectTo} kept={kept} />
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
