/** Sets a first or a new password by a link, once. */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { linkAnswer, resetAnswer } from '../../../backend/identity/auth/passwords.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { open, type OpenContext } from '../../session/guard.server'
import { strangersApi } from '../../session/request-session.server'
import { linkTokenIn, noLinkToken, tokenOutOfAddress } from '../../session/link-token.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Field, FormActions, Input } from '../../ui/field'
import { NewPasswordFields, passwordProblems, problemsOf, trouble, type Problems } from './typed-password'

const PATH = '/auth/reset-password'
const FORGOT = '/auth/forgot-password'

/** Why a link does not open: a key of `account:reset.links`. */
const faults = ['link_unknown', 'link_used', 'link_expired'] as const
type Fault = (typeof faults)[number] | 'missing'

const faultIn = (error: unknown): Fault | null => {
  const code = error instanceof ApiError ? error.fields.token?.[0]?.code : undefined
  return faults.find(fault => fault === code) ?? null
}

async function linkAt(context: OpenContext) {
  const { request } = context
  const none = { link: null, failure: null }
  const token = await linkTokenIn(request)
  if (token === null) return { ...none, fault: 'missing' as Fault }
  try {
    const { username, purpose, expires_at, min_length } = await strangersApi(request).call(
      'POST',
      '/api/authorization/v1/password-link',
      {
        body: { token },
        schema: linkAnswer,
        write: false,
      },
    )
    return {
      link: { username, isFirst: purpose === 'first', until: expires_at, least: min_length },
      fault: null,
      failure: null,
    }
  } catch (error) {
    const fault = faultIn(error)
    return { ...none, fault, failure: fault ? null : trouble(context, error) }
  }
}

export const loader = open(async context => {
  const { url, t } = context
  const without = await tokenOutOfAddress(url)
  if (without) return without
  const isDone = url.searchParams.has('done')
  const found = isDone ? { link: null, fault: null, failure: null } : await linkAt(context)
  return { title: t(found.link?.isFirst ? 'account:reset.first' : 'account:reset.title'), isDone, ...found }
})

interface Refused {
  problems: Problems
  failure: string | null
}

export const action = open(async context => {
  const { form, request, t } = context
  const [password, again] = ['password', 'password_again'].map(name => String(form.get(name) ?? ''))
  const problems = passwordProblems(t, password ?? '', again ?? '')
  if (Object.keys(problems).length > 0) return data<Refused>({ problems, failure: null }, { status: 422 })
  const token = await linkTokenIn(request)
  // The loader says what is wrong with the link.
  if (token === null) return redirect(PATH, 303)
  try {
    await strangersApi(request).call('POST', '/api/authorization/v1/reset-password', {
      body: { token, password },
      schema: resetAnswer,
    })
  } catch (error) {
    if (faultIn(error)) return redirect(PATH, 303)
    const found = problemsOf(t, error)
    return found
      ? data<Refused>({ problems: found, failure: null }, { status: 422 })
      : data<Refused>({ problems: {}, failure: trouble(context, error) }, { status: 503 })
  }
  return redirect(`${PATH}?done`, { status: 303, headers: { 'Set-Cookie': await noLinkToken() } })
})

export default function ResetPasswordPage() {
  const { title, link, fault, failure, isDone } = useLoaded<typeof loader>()
  const refused = useActionData() as Refused | undefined
  const { t, format } = useShell()
  if (!link)
    return (
      <section className="sign-in">
        <h1>{title}</h1>
        {isDone ? (
          <Alert tone="good">{t('account:reset.done')}</Alert>
        ) : (
          <Alert tone="bad">{failure ?? t(`account:reset.links.${fault ?? 'missing'}`)}</Alert>
        )}
        <FormActions>
          <LinkButton href={isDone ? '/auth/login' : FORGOT} tone="primary">
            {t(isDone ? 'account:to_sign_in' : 'account:reset.another')}
          </LinkButton>
        </FormActions>
      </section>
    )
  return (
    <section className="sign-in">
      <h1>{title}</h1>
      <p>
        {t(link.isFirst ? 'account:reset.first_what' : 'account:reset.what', {
          time: format.dateTime(link.until),
        })}
      </p>
      {refused?.failure && <Alert tone="bad">{refused.failure}</Alert>}
      <form method="post" action={PATH} className="form" noValidate>
        <Field id="username" label={t('auth:username')}>
          {/* Shown, and read by password managers. */}
          <Input id="username" type="text" value={link.username} readOnly autoComplete="username" />
        </Field>
        <NewPasswordFields problems={refused?.problems} least={link.least} />
        <Button tone="primary">{t('account:reset.button')}</Button>
      </form>
    </section>
  )
}
