/**
 * Off to the house's identity provider, from the sign-in page's second button (specification, section 8: what it says
 * when that fails).
 */
import { House } from '../../console/appearance'
import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { ApiError } from '../../api/api-error'
import type { SavedForm } from '../../console/error-data'
import { Leaving, leavingFor } from '../../console/leaving'
import { useShell, useLoaded } from '../../console/shell-context'
import { SignInForm } from '../../console/sign-in-form'
import { log } from '../../process/log.server'
import { demandField } from '../../session/form.server'
import { open } from '../../session/guard.server'
import { carriedForm } from '../../session/saved-form.server'
import { safeRedirect } from '../../session/redirect-to'
import { flowEnded, leaveForProvider, leavesFor, offersSso } from '../../session/sso.server'
import { LinkButton } from '../../ui/button'

/** The sign-in page says why; what somebody had sent too late stays in its form, on this page. */
const back = (why: string, { username, savedForm }: { username: string; savedForm: SavedForm | null }) =>
  savedForm
    ? data({ to: null, again: { why, username, savedForm } }, { status: 422 })
    : redirect(`/auth/login?sso=${why}`, 303)

/** Nothing begins by following a link; who has just signed out here is led on to sign out there. */
export const loader = open(async ({ request, t }) => {
  const to = await leavesFor(request)
  if (to === null) return data({ title: t('auth:sso.title'), to })
  return data(
    { title: t('auth:sso.leaving'), to },
    { headers: { 'Set-Cookie': await flowEnded(), ...leavingFor(to) } },
  )
})

export const action = open(async ({ request, form, requestId, t }) => {
  demandField(form, ['username'])
  const username = String(form.get('username') ?? '').trim()
  const said = { username: username.slice(0, 200), savedForm: carriedForm(form) }
  if (username === '' || username.length > 200) return back('username', said)
  if (!(await offersSso(request))) return back('not_started', said)
  try {
    const { location, setCookie } = await leaveForProvider(request, username, {
      redirectTo: safeRedirect(form.get('redirectTo')),
      savedForm: said.savedForm,
    })
    return data(
      { title: t('auth:sso.leaving'), to: location, again: null },
      { headers: { 'Set-Cookie': setCookie, ...leavingFor(location) } },
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.warn({ request_id: requestId, why: error.message }, 'a sign-in by SSO could not begin')
    return back(
      error.status === 429 ? 'later' : error.isOutage || error.status === 503 ? 'unavailable' : 'not_started',
      said,
    )
  }
})

interface Answer {
  to: string | null
  again: { why: string; username: string; savedForm: SavedForm } | null
}

export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has('Refresh') ? actionHeaders : loaderHeaders

export default function SsoStartPage() {
  const answer = useActionData() as Answer | undefined
  const left = useLoaded<typeof loader>()
  const { t } = useShell()
  const to = answer?.to ?? left.to
  if (to !== null) return <Leaving to={to} />
  if (answer?.again) {
    const { why, username, savedForm } = answer.again
    return (
      <section className="sign-in">
        <h1>{t('errors:kinds.signed-out.title')}</h1>
        <SignInForm sso saved={savedForm} username={username} failure={t(`auth:sso.${why}`)} />
      </section>
    )
  }
  return (
    <section className="sign-in">
      <House />
      <h1>{t('auth:sso.title')}</h1>
      <p className="my-3">{t('auth:sso.begin')}</p>
      <LinkButton href="/auth/login" tone="primary">
        {t('auth:sso.back')}
      </LinkButton>
    </section>
  )
}
