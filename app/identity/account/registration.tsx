/** Asks for an account (ruling 14). Where nobody may, the page says whom to ask. */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { FEWEST, MOST } from '../../../backend/identity/auth/account-lengths.contract'
import { MIN_PASSWORD } from '../../../backend/identity/auth/password-rules.contract'
import { registrationForm } from '../../../backend/identity/auth/registration.contract'
import { fieldProblems } from '../../../backend/platform/contract/field-problems'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { problemText } from '../../engine/render/labels'
import type { Translate } from '../../i18n/locales'
import { open, type OpenContext } from '../../session/guard.server'
import { hostOf, REGISTRATION, registrationAt } from '../../session/registration.server'
import { strangersApi } from '../../session/request-session.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Check, describe, ErrorSummary, Field, FormActions, Input } from '../../ui/field'
import { NewPasswordFields, passwordProblems, problemsOf, trouble, type Problems } from './typed-password'

const PATH = '/auth/registration'
const names = ['full_name', 'email', 'username'] as const
type Typed = Record<(typeof names)[number], string>

export const loader = open(async context => {
  const { t, url, request } = context
  const page = { title: t('account:registration.title'), isSent: url.searchParams.has('sent') }
  try {
    const state = await registrationAt(request, hostOf(url))
    return { ...page, ...state, failure: null }
  } catch (error) {
    return { ...page, open: false, contact: null, min_length: MIN_PASSWORD, failure: trouble(context, error) }
  }
})

interface Refused {
  typed: Typed
  problems: Problems
  failure: string | null
}

export const action = open(async context => {
  const { form, request, url, t, locale } = context
  const read = (name: string) => String(form.get(name) ?? '')
  const typed = Object.fromEntries(names.map(name => [name, read(name).slice(0, 300)])) as Typed
  const refuse = (problems: Problems, failure: string | null, status: number) =>
    data<Refused>({ typed, problems, failure }, { status })
  const problems = {
    ...problemsIn(context, typed),
    ...passwordProblems(t, read('password'), read('password_again')),
    ...(form.get('accept') === 'on' ? {} : { accept: t('account:problems.terms') }),
  }
  if (Object.keys(problems).length > 0) return refuse(problems, null, 422)
  try {
    await strangersApi(request).call('POST', REGISTRATION, {
      body: { ...typed, password: read('password'), host: hostOf(url), language: locale },
      schema: z.unknown(),
    })
  } catch (error) {
    // Closed since the form was opened: the page says whom to ask.
    if (error instanceof ApiError && error.code === 'registration_closed') return redirect(PATH, 303)
    const found = problemsOf(t, error)
    return found ? refuse(found, null, 422) : refuse({}, trouble(context, error), 503)
  }
  return redirect(`${PATH}?sent`, 303)
})

function problemsIn({ t }: OpenContext, typed: Typed): Problems {
  const read = registrationForm.pick({ full_name: true, email: true, username: true }).safeParse(typed)
  const found = read.success ? {} : fieldProblems(read.error)
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, [problem]]) => (problem ? [[name, wordsFor(t, problem)]] : [])),
  )
}

/** Problems of length have the specification's words. */
const wordsFor = (t: Translate, problem: FieldProblem): string =>
  problem.code === 'too_short' || problem.code === 'required'
    ? t('account:problems.minimum', { count: FEWEST })
    : problem.code === 'too_long'
      ? t('account:problems.maximum', { count: MOST })
      : problem.code === 'email'
        ? t('account:problems.email')
        : problemText(t, problem)

export default function RegistrationPage() {
  const { title, isSent, open, contact, failure, min_length } = useLoaded<typeof loader>()
  const refused = useActionData() as Refused | undefined
  const { t } = useShell()
  if (!open || (isSent && !refused))
    return (
      <section className="sign-in">
        <h1>{title}</h1>
        {isSent ? (
          <Alert tone="info" title={t('account:registration.sent')}>
            <p>{t('account:registration.sent_what')}</p>
          </Alert>
        ) : (
          <Alert tone={failure ? 'bad' : 'info'}>
            {failure ??
              (contact === null
                ? t('account:registration.closed')
                : t('account:registration.closed_ask', { contact }))}
          </Alert>
        )}
        <FormActions>
          <LinkButton href="/auth/login" tone="primary">
            {t('account:to_sign_in')}
          </LinkButton>
        </FormActions>
      </section>
    )
  const problems = refused?.problems
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(names.map(name => [name, t(`account:registration.fields.${name}`)])),
    password: t('account:fields.password'),
    password_again: t('account:fields.password_again'),
  }
  const errors = Object.entries(problems ?? {}).map(([id, text]) => ({
    id,
    text: id === 'accept' ? t('errors:named.terms') : `${labels[id] ?? id}: ${text}`,
  }))
  const field = (name: keyof Typed, type: string, autoComplete: string) => (
    <Field id={name} label={t(`account:registration.fields.${name}`)} error={problems?.[name]}>
      <Input
        {...describe({ id: name, error: problems?.[name] })}
        name={name}
        type={type}
        defaultValue={refused?.typed[name]}
        required
        minLength={FEWEST}
        maxLength={MOST}
        autoComplete={autoComplete}
      />
    </Field>
  )
  return (
    <section className="sign-in">
      <h1>{title}</h1>
      <p>{t('account:registration.what')}</p>
      {(refused?.failure ?? failure) && <Alert tone="bad">{refused?.failure ?? failure}</Alert>}
      <form method="post" action={PATH} className="form" noValidate>
        <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
        {field('full_name', 'text', 'name')}
        {field('email', 'email', 'email')}
        {field('username', 'text', 'username')}
        <NewPasswordFields problems={problems} least={min_length} />
        <div className="field">
          <Check
            {...describe({ id: 'accept', error: problems?.accept })}
            name="accept"
            value="on"
            required
            label={t('account:registration.terms')}
          />
          {problems?.accept && (
            <p id="accept-error" className="field-error">
              {problems.accept}
            </p>
          )}
        </div>
        <Button tone="primary">{t('account:registration.button')}</Button>
        <p>
          <a className="link" href="/auth/login">
            {t('account:to_sign_in')}
          </a>
        </p>
      </form>
    </section>
  )
}
