import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ApiError } from '../api/api-error'
import { createApi } from '../api/client.server'
import { useShell } from '../console/shell-context'
import { authenticate } from '../session/authenticator.server'
import { open, type OpenContext } from '../session/guard.server'
import { preferenceCookies, readPreferences } from '../session/preferences.server'
import { safeRedirect } from '../session/redirect-to'
import { startSession } from '../session/session.server'
import { storedPreferences } from '../session/stored-preferences.server'
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { describe, Field, Input } from '../ui/field'

const START = '/access'

const credentials = z.object({ username: z.string().trim().min(1).max(200), password: z.string().min(1).max(1_000) })

interface Refused {
  /** What was typed, but for the password. */
  username: string
  missing: { username: boolean; password: boolean }
  /** A key of `auth:failures`, when the details were complete. */
  failure: 'incorrect' | 'locked' | 'unavailable' | null
  /** Seconds to wait when locked. */
  wait: number
}

export const loader = open(({ url, user, t }) => {
  const redirectTo = safeRedirect(url.searchParams.get('redirectTo'))
  if (user) return redirect(redirectTo ?? START)
  return { title: t('auth:signIn'), redirectTo }
})

export const action = open(async context => {
  const { form, request } = context
  const username = String(form.get('username') ?? '')
  const read = credentials.safeParse(Object.fromEntries(form))
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(issue => issue.path[0]))
    return data<Refused>({ username, missing: { username: wrong.has('username'), password: wrong.has('password') }, failure: null, wait: 0 }, { status: 422 })
  }
  try {
    return await signedIn(context, await authenticate(request, form))
  } catch (error) {
    if (error instanceof ApiError) return refused(error, username)
    throw error
  }
})

async function signedIn({ request, form, requestId }: OpenContext, { tokens, identity }: Awaited<ReturnType<typeof authenticate>>): Promise<Response> {
  const cookies = request.headers.get('Cookie')
  const headers = new Headers()
  headers.append('Set-Cookie', await startSession({ tokens, identity }, cookies))
  for (const cookie of await followingPreferences(tokens.access, requestId, cookies)) headers.append('Set-Cookie', cookie)
  return redirect(safeRedirect(form.get('redirectTo')) ?? START, { status: 303, headers })
}

/** Theme and density come along to a machine on which nothing else was chosen. */
async function followingPreferences(access: string, requestId: string, cookies: string | null): Promise<string[]> {
  const here = readPreferences(cookies)
  const session = { accessToken: () => Promise.resolve(access), renew: () => Promise.resolve(access) }
  const stored = await storedPreferences(createApi({ session, requestId }))
  return preferenceCookies({
    ...(here.theme === 'auto' && stored.theme && { theme: stored.theme }),
    ...(here.density === 'auto' && stored.density && { density: stored.density }),
    ...(here.rowsPerPage === null && stored.rowsPerPage && { rowsPerPage: stored.rowsPerPage }),
    ...(here.locale === null && stored.locale && { locale: stored.locale }),
  })
}

function refused(error: ApiError, username: string) {
  const failure = error.isOutage ? 'unavailable' : error.status === 429 ? 'locked' : 'incorrect'
  const wait = error.retryAfter ?? Number(error.details.retry_after_seconds ?? 60)
  const status = failure === 'incorrect' ? 401 : error.status
  const headers: Record<string, string> = failure === 'locked' ? { 'Retry-After': String(wait) } : {}
  return data<Refused>({ username, missing: { username: false, password: false }, failure, wait }, { status, headers })
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignInPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { t } = useShell()
  const required = (name: 'username' | 'password') => (refusal?.missing[name] ? t('auth:required') : undefined)
  return (
    <section className="sign-in">
      <h1>{t('auth:signIn')}</h1>
      <p>{t('auth:product')}</p>
      {refusal?.failure && <Alert tone="bad"><Failure failure={refusal.failure} wait={refusal.wait} /></Alert>}
      <form method="post" action="/auth/login" className="form" noValidate={refusal !== undefined}>
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <Field id="username" label={t('auth:username')} error={required('username')}>
          <Input {...describe({ id: 'username', error: required('username') })} name="username" defaultValue={refusal?.username} required maxLength={200} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus={!refusal?.username} />
        </Field>
        <Field id="password" label={t('auth:password')} error={required('password')}>
          <Input {...describe({ id: 'password', error: required('password') })} name="password" type="password" required maxLength={1_000} autoComplete="current-password" autoFocus={Boolean(refusal?.username)} />
        </Field>
        <Button tone="primary">{t('auth:signIn')}</Button>
      </form>
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
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: inMinutes ? 'minute' : 'second', unitDisplay: 'long' })
  return format.format(inMinutes ? Math.ceil(seconds / 60) : Math.ceil(seconds))
}
