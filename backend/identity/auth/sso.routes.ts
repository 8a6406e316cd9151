import type { z } from 'zod'
import { networkOf } from '../../platform/contract/client-address'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { loginAnswer } from './auth.contract'
import { isConfigured } from './sso-provider'
import { finishSso, startSso } from './sso.service'
import { ssoCallbackBody, ssoStartBody, ssoStarted, ssoState } from './sso.contract'

const family = 'authorization'
const path = (name: string) => `/api/${family}/v1/sso/${name}`

export function registerSso(api: Api): void {
  // Each one makes the provider work, and ours wait for it.
  const asking = limiter(60, 60)
  api.endpoint(
    {
      method: 'GET',
      path: path('state'),
      family,
      permission: 'public',
      response: ssoState,
      summary: 'Whether an identity provider is set up',
    },
    ({ deps }) => Promise.resolve({ enabled: isConfigured(deps) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('start'),
      family,
      permission: 'public',
      body: ssoStartBody,
      response: ssoStarted,
      refuses: [429],
      summary:
        'Begin a sign-in at the identity provider: where the browser goes, and the token that it brings back. 409 sso_not_configured, 503 sso_unavailable',
    },
    async ({ deps, body, actor }) => {
      await asking(networkOf(actor.ip ?? ''))
      return startSso(deps, body)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('callback'),
      family,
      permission: 'public',
      body: ssoCallbackBody.strict(),
      response: loginAnswer,
      refuses: [429],
      summary:
        'Finish it with what the provider sent the browser back with. 422 sso_missing, 401 sso_failed, 503 sso_unavailable',
    },
    async ({ deps, body, actor, request }) => {
      await asking(networkOf(actor.ip ?? ''))
      return finishSso(deps, body, {
        ip: actor.ip ?? 'unknown',
        requestId: actor.requestId ?? '',
        userAgent: request.headers.get('user-agent') ?? undefined,
      })
    },
  )
}

/** The specification's `login` with `enable_sso`: a redirect to the provider. */
export function ssoRedirect(started: z.output<typeof ssoStarted>, returnsToken: boolean): Response {
  const data = {
    location: started.location,
    ...(returnsToken && { return_sso_token: started.return_sso_token }),
  }
  return Response.json({ success: true, data }, { status: 302, headers: { location: started.location } })
}
