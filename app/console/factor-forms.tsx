import { Island } from '../islands/island'
import type { PasskeyProps } from '../islands/passkey'
import { Button, LinkButton } from '../ui/button'
import { describe, Field, Input } from '../ui/field'
import { useTranslate } from './shell-context'

export interface Factor {
  /** Whether the codes of an app are part of it; recovery codes always are. */
  app: boolean
  /** What a passkey is to sign; null where there is none to ask. */
  passkey: PasskeyProps['options'] | null
}

interface FactorFormsProps extends Factor {
  action: string
  /** Goes along unseen. */
  carried: Record<string, string | null>
  problem: string | undefined
  send: string
  back: { href: string; label: string }
}

/** The ways to show a second factor, the likeliest first. A code needs no script; a passkey does. */
export function FactorForms({ app, passkey, action, carried, problem, send, back }: FactorFormsProps) {
  const t = useTranslate()
  const hidden = Object.entries(carried).flatMap(([name, value]) =>
    value === null ? [] : [<input key={name} type="hidden" name={name} value={value} />],
  )
  const comesFirst = passkey !== null && !app
  const key = passkey && (
    <form method="post" action={action} className="form">
      {hidden}
      <input type="hidden" name="response" defaultValue="" />
      <Island
        name="passkey"
        props={{ does: 'use', options: passkey, words: { failed: t('auth:passkey.failed') } }}
      >
        <p>{t('auth:passkey.needs_script')}</p>
      </Island>
      <Button tone={comesFirst ? 'primary' : 'neutral'} disabled>
        {t('auth:passkey.use')}
      </Button>
    </form>
  )
  return (
    <>
      <p>{t(comesFirst ? 'auth:code.what_passkey' : app ? 'auth:code.what' : 'auth:code.what_recovery')}</p>
      {comesFirst && key}
      <form method="post" action={action} className="form my-6" noValidate>
        {hidden}
        <Field id="code" label={t(app ? 'auth:code.label' : 'auth:code.recovery')} error={problem}>
          <Input
            {...describe({ id: 'code', error: problem })}
            name="code"
            type="text"
            required
            maxLength={40}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus={!comesFirst}
          />
        </Field>
        <div className="form-actions">
          <Button tone={comesFirst ? 'neutral' : 'primary'}>{send}</Button>
          <LinkButton href={back.href}>{back.label}</LinkButton>
        </div>
      </form>
      {!comesFirst && key}
    </>
  )
}
