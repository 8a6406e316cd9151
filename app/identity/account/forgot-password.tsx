/** Asks for a link by e-mail. The answer is the same whether the address is known (ruling 15). */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { emailAddress } from '../../../backend/identity/auth/account-lengths.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { open } from '../../session/guard.server'
import { strangersApi } from '../../session/request-session.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Input } from '../../ui/field'
import { trouble } from './typed-password'

const PATH = '/auth/forgot-password'

export const loader = open(({ url, t }) => ({
  title: t('account:forgot.title'),
  isSent: url.searchParams.has('sent'),
}))

interface Refused {
  email: string
  problem: string | null
  failure: string | null
}

export const action = open(async context => {
  const { form, request, t, locale } = context
  const email = String(form.get('email') ?? '').slice(0, 300)
  const read = emailAddress.safeParse(email)
  if (!read.success) {
    const [issue] = read.error.issues
    const problem =
      email.trim() === ''
        ? t('auth:required')
        : issue?.code === 'too_small'
          ? t('account:problems.minimum', { count: 3 })
          : issue?.code === 'too_big'
            ? t('account:problems.maximum', { count: 254 })
            : t('account:problems.email')
    return data<Refused>({ email, problem, failure: null }, { status: 422 })
  }
  try {
    await strangersApi(request).call('POST', '/api/authorization/v1/forgot-password', {
      body: { email: read.data, language: locale },
      schema: z.unknown(),
    })
  } catch (error) {
    return data<Refused>({ email, problem: null, failure: trouble(context, error) }, { status: 503 })
  }
  return redirect(`${PATH}?sent`, 303)
})

export default function ForgotPasswordPage() {
  const { title, isSent } = useLoaded<typeof loader>()
  const refused = useActionData() as Refused | undefined
  const { t } = useShell()
  if (isSent && !refused)
    return (
      <section className="sign-in">
        <h1>{title}</h1>
        <Alert tone="info" title={t('account:forgot.sent')}>
          <p>{t('account:forgot.sent_what')}</p>
        </Alert>
        <p className="mb-3">{t('account:forgot.nothing_came')}</p>
        <FormActions>
          <LinkButton href="/auth/login" tone="primary">
            {t('account:to_sign_in')}
          </LinkButton>
          <LinkButton href={PATH}>{t('account:forgot.again')}</LinkButton>
        </FormActions>
      </section>
    )
  const problem = refused?.problem ?? undefined
  return (
    <section className="sign-in">
      <h1>{title}</h1>
      <p>{t('account:forgot.what')}</p>
      {refused?.failure && <Alert tone="bad">{refused.failure}</Alert>}
      <form method="post" action={PATH} className="form" noValidate>
        <Field id="email" label={t('account:fields.email')} error={problem}>
          <Input
            {...describe({ id: 'email', error: problem })}
            name="email"
            type="email"
            defaultValue={refused?.email}
            required
            minLength={3}
            maxLength={254}
            autoComplete="email"
            autoFocus
          />
        </Field>
        <Button tone="primary">{t('account:forgot.button')}</Button>
        <p>
          <a className="link" href="/auth/login">
            {t('account:to_sign_in')}
          </a>
        </p>
      </form>
    </section>
  )
}
