/**
 * Back from the house's identity provider: `code`, `state` and `session_state` become a session, or the page says what
 * went wrong.
 */
import { House } from '../../console/appearance'
import { data, type HeadersFunction } from '@remix-run/node'
import { ApiError } from '../../api/api-error'
import { OtherHostText, type OtherHost } from '../../console/other-host'
import { SignedInAgain } from '../../console/signed-in-again'
import { useShell, useLoaded } from '../../console/shell-context'
import { log } from '../../process/log.server'
import { open } from '../../session/guard.server'
import { leadOn } from '../../session/signed-in.server'
import { flowEnded, returnFromProvider } from '../../session/sso.server'
import { otherAddresses } from '../../session/tenant-hosts.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'

type Failure = 'missing' | 'failed' | 'clock' | 'exception' | 'unavailable' | 'no_data'

const NAMES = ['code', 'state', 'session_state', 'iss'] as const
const MOST_LETTERS = 4_000

export const loader = open(async ({ request, url, t, requestId }) => {
  const ended = await flowEnded()
  const refuse = (failure: Failure, status: number, otherHost: OtherHost | null = null) =>
    data({ title: t('auth:sso.title'), failure, otherHost }, { status, headers: { 'Set-Cookie': ended } })
  const brought = Object.fromEntries(
    NAMES.flatMap(name => {
      const value = url.searchParams.get(name)
      return value ? [[name, value.slice(0, MOST_LETTERS)]] : []
    }),
  )
  // The provider refused: whatever it says of it is for its own page and the log.
  if (url.searchParams.has('error')) {
    log.info(
      { request_id: requestId, why: url.searchParams.get('error')?.slice(0, 100) },
      'the identity provider refused a sign-in',
    )
    return refuse('failed', 401)
  }
  if (!brought.code || !brought.state) return refuse('missing', 422)
  try {
    const done = await returnFromProvider(request, brought)
    // A browser that has begun nothing brings nothing that could be checked; with all three it was another's, or came
    // too late.
    if (!done) return refuse(brought.session_state ? 'failed' : 'missing', brought.session_state ? 401 : 422)
    return await leadOn(request, done.signedIn, done, ended)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.info({ request_id: requestId, why: error.message }, 'a sign-in by SSO was refused')
    if (error.code === 'sso_missing') return refuse('missing', 422)
    if (error.code === 'sso_clock') return refuse('clock', 401)
    if (error.code === 'other_tenants_host')
      return refuse('failed', 401, {
        tenant: String(error.details.tenant),
        addresses: otherAddresses(request, error.details.host),
      })
    if (error.kind === 'malformed') return refuse('no_data', 502)
    if (error.isOutage || error.status === 503) return refuse('unavailable', 503)
    return error.status === 401 ? refuse('failed', 401) : refuse('exception', 502)
  }
})

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function SsoCallbackPage() {
  const answered = useLoaded<typeof loader>()
  const { t } = useShell()
  if ('resumed' in answered) return <SignedInAgain form={answered.resumed} />
  const { failure, otherHost } = answered
  return (
    <section className="sign-in">
      <House />
      <h1>{t('auth:sso.title')}</h1>
      <Alert tone="bad">{otherHost ? <OtherHostText {...otherHost} /> : t(`auth:sso.${failure}`)}</Alert>
      {failure !== 'clock' && !otherHost && <p className="my-3">{t('auth:sso.what_now')}</p>}
      <LinkButton href="/auth/login" tone="primary">
        {t('auth:sso.back')}
      </LinkButton>
    </section>
  )
}
