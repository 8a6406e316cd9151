import { House } from '../../console/appearance'
import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { ApiError } from '../../api/api-error'
import type { SavedForm } from '../../console/error-data'
import { useShell, useLoaded } from '../../console/shell-context'
import { useOptions } from '../../../backend/identity/auth/passkeys.contract'
import { FactorForms, type Factor } from '../../console/factor-forms'
import { IslandLoader } from '../../islands/island-loader'
import { DemoSignIns } from './demo-sign-ins'
import { SignInForm } from '../../console/sign-in-form'
import { OtherHostText, type OtherHost } from '../../console/other-host'
import { SignedInAgain } from '../../console/signed-in-again'
import {
  authenticate,
  signInWithCode,
  signInWithPasskey,
  type SignedIn,
} from '../../session/authenticator.server'
import { readJson } from '../../session/form-json.server'
import { demandField } from '../../session/form.server'
import { open, type OpenContext } from '../../session/guard.server'
import { linkFailureIn } from '../../session/token-login.server'
import { carriedForm } from '../../session/saved-form.server'
import { preferenceHeaders } from '../../session/preferences.server'
import { signInPageState } from '../../session/registration.server'
import { safeRedirect } from '../../session/redirect-to'
import { leadOn, type Resumed } from '../../session/signed-in.server'
import { offersSso } from '../../session/sso.server'
import { otherAddresses } from '../../session/tenant-hosts.server'
import { Alert } from '../../ui/alert'
import { START_PATH } from '../../console/start-path'

const credentials = z.object({
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(1_000),
})

interface Refused {
  /** What was typed, but for the password. */
  username: string
  /** Absent when only the language was chosen. */
  missing?: { username: boolean; password: boolean }
  /** A key of `auth:failures`, when the details were complete. */
  failure: 'incorrect' | 'locked' | 'unavailable' | 'expired' | 'other_host' | null
  /** Where they sign in instead. */
  otherHost?: OtherHost
  /** Seconds to wait when locked. */
  wait: number
  redirectTo: string | null
  savedForm: SavedForm | null
  /** The password was right, and a code is asked for: what the backend wants back with it. */
  challenge?: string
  /** What may be shown. */
  factor?: Factor
  /** A key of `auth:code`. */
  codeProblem?: 'required' | 'wrong' | 'passkey' | 'script' | undefined
}

/** What the way to the provider says when it fails, by the name in the address. */
const ssoFailures = new Set(['username', 'not_started', 'unavailable', 'later'])

export const loader = open(async ({ url, user, t, request }) => {
  const redirectTo = safeRedirect(url.searchParams.get('redirectTo'))
  // Whoever has just signed in with something to send stays for that.
  if (user && !url.searchParams.has('kept')) return redirect(redirectTo ?? START_PATH)
  const sso = url.searchParams.get('sso') ?? ''
  const offered = await Promise.all([offersSso(request), signInPageState(request, url)])
  return {
    title: t('auth:signIn'),
    redirectTo,
    link: linkFailureIn(request.headers.get('Cookie')),
    sso: offered[0],
    registration: offered[1].registration,
    demo: offered[1].demo,
    demoShare: offered[1].demoShare,
    ssoFailure: ssoFailures.has(sso) ? sso : null,
  }
})

export const action = open(async context => {
  const { form, request, url, locale } = context
  demandField(form, ['username', 'challenge'])
  const said = {
    username: String(form.get('username') ?? ''),
    redirectTo: safeRedirect(form.get('redirectTo')),
    savedForm: carriedForm(form),
  }
  if (url.searchParams.has('lng'))
    return data<Refused>({ ...said, failure: null, wait: 0 }, { headers: preferenceHeaders({ locale }) })
  const challenge = form.get('challenge')
  if (typeof challenge === 'string') return secondHalf(context, said, challenge.slice(0, 1_000))
  const read = credentials.safeParse(Object.fromEntries(form))
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(issue => issue.path[0]))
    return data<Refused>(
      {
        ...said,
        missing: { username: wrong.has('username'), password: wrong.has('password') },
        failure: null,
        wait: 0,
      },
      { status: 422 },
    )
  }
  try {
    return await signedIn(context, said, await authenticate(request, form))
  } catch (error) {
    const factorChallenge = challengeIn(error)
    if (factorChallenge !== null) return askForCode(said, factorChallenge, undefined, 200, factorIn(error))
    if (error instanceof ApiError) return refused(error, said, request)
    throw error
  }
})

const challengeIn = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'second_factor' ? String(error.details.challenge) : null

const factorIn = (error: unknown): Factor => {
  const { app, passkey } = error instanceof ApiError ? error.details : {}
  return { app: app !== false, passkey: useOptions.safeParse(passkey).data ?? null }
}

const askForCode = (
  said: Said,
  challenge: string,
  codeProblem: Refused['codeProblem'],
  status: number,
  factor: Factor,
) => data<Refused>({ ...said, failure: null, wait: 0, challenge, codeProblem, factor }, { status })

/** A try uses up the challenge for a passkey. After that a person types a code, or begins again. */
async function secondHalf(context: OpenContext, said: Said, challenge: string) {
  const { form, request } = context
  const again = (problem: Refused['codeProblem'], status: number) =>
    askForCode(said, challenge, problem, status, { app: form.get('app') !== '0', passkey: null })
  const response = form.get('response')
  const code = String(form.get('code') ?? '').slice(0, 40)
  // The form was sent without a script, so no key has answered.
  if (response === '') return again('script', 422)
  if (response === null && code.trim() === '') return again('required', 422)
  try {
    const made =
      response === null
        ? await signInWithCode(challenge, code, request)
        : await signInWithPasskey(challenge, readJson(response), request)
    return await signedIn(context, said, made)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'code_wrong' || error.status === 422)
      return again(response === null ? 'wrong' : 'passkey', 401)
    return refused(error, said, request)
  }
}

type Said = Pick<Refused, 'username' | 'redirectTo' | 'savedForm'>

const signedIn = ({ request }: OpenContext, said: Said, made: SignedIn) =>
  leadOn(request, made, { redirectTo: said.redirectTo, savedForm: said.savedForm })

function refused(error: ApiError, said: Said, request: Request) {
  if (error.code === 'other_tenants_host') {
    const { tenant, host } = error.details
    const otherHost = { tenant: String(tenant), addresses: otherAddresses(request, host) }
    return data<Refused>({ ...said, failure: 'other_host', wait: 0, otherHost }, { status: 401 })
  }
  const failure = error.isOutage
    ? 'unavailable'
    : error.status === 429
      ? 'locked'
      : error.code === 'challenge_expired'
        ? 'expired'
        : 'incorrect'
  const wait = error.retryAfter ?? Number(error.details.retry_after_seconds ?? 60)
  const status = failure === 'incorrect' || failure === 'expired' ? 401 : error.status
  const headers: Record<string, string> = failure === 'locked' ? { 'Retry-After': String(wait) } : {}
  return data<Refused>(
    { ...said, missing: { username: false, password: false }, failure, wait },
    { status, headers },
  )
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignInPage() {
  const { redirectTo, link, sso, registration, demo, demoShare, ssoFailure } = useLoaded<typeof loader>()
  const answered = useActionData() as Refused | Resumed | undefined
  const { t, nonce } = useShell()
  if (answered && 'resumed' in answered) return <SignedInAgain form={answered.resumed} />
  if (answered?.challenge !== undefined && answered.factor)
    return (
      <section className="sign-in">
        <h1>{t('auth:code.title')}</h1>
        <FactorForms
          {...answered.factor}
          action={answered.savedForm ? '/auth/login?kept' : '/auth/login'}
          carried={{
            challenge: answered.challenge,
            app: answered.factor.app ? null : '0',
            username: answered.username,
            redirectTo: answered.redirectTo,
            kept: answered.savedForm && JSON.stringify(answered.savedForm),
          }}
          problem={answered.codeProblem && t(`auth:code.${answered.codeProblem}`)}
          send={t('auth:signIn')}
          back={{ href: '/auth/login', label: t('auth:code.back') }}
        />
        {/* Nobody is signed in yet, so the document has no script of its own. */}
        {answered.factor.passkey && <IslandLoader nonce={nonce} />}
      </section>
    )
  return (
    <section className="sign-in">
      <House />
      <h1>{t('auth:signIn')}</h1>
      {link && !answered && <Alert tone="warn">{t(`auth:links.${link}`)}</Alert>}
      {ssoFailure && !answered && <Alert tone="bad">{t(`auth:sso.${ssoFailure}`)}</Alert>}
      <SignInForm
        sso={sso}
        registration={registration}
        redirectTo={answered?.redirectTo ?? redirectTo}
        saved={answered?.savedForm}
        username={answered?.username}
        missing={answered?.missing}
        failure={
          answered?.otherHost ? (
            <OtherHostText {...answered.otherHost} />
          ) : (
            answered?.failure && <Failure failure={answered.failure} wait={answered.wait} />
          )
        }
      />
      <DemoSignIns users={demo} share={demoShare} />
      <p className="mt-6">
        <a className="link" href="/verify">
          {t('auth:verify')}
        </a>
      </p>
    </section>
  )
}

function Failure({ failure, wait }: { failure: NonNullable<Refused['failure']>; wait: number }) {
  const { t, locale } = useShell()
  return <>{t(`auth:failures.${failure}`, { time: duration(wait, locale) })}</>
}

/** "45 seconds", "3 minutes": in the language's own words and plurals. */
function duration(seconds: number, locale: string): string {
  const inMinutes = seconds > 90
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  })
  return format.format(inMinutes ? Math.ceil(seconds / 60) : Math.ceil(seconds))
}
