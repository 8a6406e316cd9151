import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { useShell } from '../../console/shell-context'
import { log } from '../../process/log.server'
import { demandNoOther } from '../../session/form.server'
import { open, type OpenContext } from '../../session/guard.server'
import { isFetchedAhead } from '../../session/fetched-ahead.server'
import { endSession } from '../../session/session.server'
import { leaveNext } from '../../session/sso.server'
import { LinkButton, Button } from '../../ui/button'

const logoutAnswer = z.looseObject({
  sso_logout_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
})

/**
 * A link signs out at once, but only one that the person followed here: another site's picture or a browser's prefetch
 * must not.
 */
export const loader = open(async context =>
  isOwnNavigation(context.request) ? signOut(context, 302) : { title: context.t('auth:signOut') },
)

export const action = open(context => {
  demandNoOther(context.form)
  return signOut(context, 303)
})

function isOwnNavigation(request: Request): boolean {
  const { headers } = request
  const site = headers.get('Sec-Fetch-Site')
  if (isFetchedAhead(request)) return false
  if (headers.has('Sec-Fetch-Dest') && headers.get('Sec-Fetch-Dest') !== 'document') return false
  return site === null || site === 'same-origin' || site === 'none'
}

/** The session here ends whatever the backend says (specification section 4). */
async function signOut({ request, requestSession, api, requestId }: OpenContext, status: 302 | 303) {
  const session = await requestSession.session()
  const headers = new Headers({
    'Set-Cookie': await endSession(request.headers.get('Cookie')),
    'Clear-Site-Data': '"cache"',
  })
  if (!session?.tokens.refresh) return redirect('/auth/login', { status, headers })
  const body = { refresh_token: session.tokens.refresh }
  const answer = await api
    .call('POST', '/api/authorization/v1/logout', { body, schema: logoutAnswer, timeLimitMs: 2_000 })
    .catch((error: unknown) => {
      log.warn({ request_id: requestId, why: String(error) }, 'the backend was not told of a sign-out')
    })
  // Who came from the identity provider is signed out there as well; it leads back to the sign-in page.
  if (answer?.sso_logout_url === undefined) return redirect('/auth/login', { status, headers })
  headers.append('Set-Cookie', await leaveNext(answer.sso_logout_url))
  return redirect('/auth/sso/start', { status, headers })
}

export default function SignOutPage() {
  const { t } = useShell()
  return (
    <section className="sign-in">
      <h1>{t('auth:signOut')}</h1>
      <p>{t('auth:confirmSignOut')}</p>
      <form method="post" action="/logout" className="form-actions">
        <Button tone="primary">{t('auth:signOut')}</Button>
        <LinkButton href="/access">{t('auth:stay')}</LinkButton>
      </form>
    </section>
  )
}
