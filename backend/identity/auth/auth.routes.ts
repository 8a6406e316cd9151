import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { networkOf } from '../../platform/contract/client-address'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { limiter, tooMany } from '../../platform/http/limiter'
import { allowedUnder, isNarrowed } from './allowed.service'
import {
  checkAnswer,
  checkQuery,
  loginAnswer,
  loginBody,
  loginCodeBody,
  loginPasskeyBody,
  logoutAnswer,
  logoutBody,
  refreshAnswer,
  refreshBody,
  unlockAnswer,
} from './auth.contract'
import { login, loginWithCode, loginWithPasskey, logout, refresh } from './auth.service'
import { proveBody, provePath, proving, provingBody, provingPath } from './second-factor.contract'
import { noteFlood } from './sign-in-log'
import { prove, provingOf } from './proof.service'
import { demandAtHome } from './sign-in-host.service'
import { prepareNobodysPassword } from './passwords.service'
import { registerSso, ssoRedirect } from './sso.routes'
import { startSso } from './sso.service'
import { unlockUser } from './unlock.service'
import { readUser } from './users.service'

/**
 * Wrong sign-ins a minute from one network, whatever the names: guards the processor, which each costs 20 ms, and slows
 * down who tries one password on many names. Far above what an office behind one address gets wrong.
 */
const WRONG_PER_MINUTE = 120

const fromOf = ({ ip, requestId, host }: Actor, request: Request) => ({
  ip: ip ?? 'unknown',
  requestId: requestId ?? '',
  host,
  userAgent: request.headers.get('user-agent') ?? undefined,
})
type From = ReturnType<typeof fromOf>

const family = 'authorization'
const path = (name: string) => `/api/${family}/v1/${name}`

export function register(api: Api): void {
  const flood = new RateLimiterMemory({ points: WRONG_PER_MINUTE, duration: 60 })
  /** What fails counts against the network. */
  const guarded = async <T>(deps: Deps, from: From, attempt: (from: From) => Promise<T>): Promise<T> => {
    const network = networkOf(from.ip)
    await flood.consume(network).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) noteFlood(deps, from)
      throw tooMany(refused)
    })
    const answer = await attempt(from)
    await flood.reward(network)
    return answer
  }
  const beginning = limiter(60, 60)
  registerSso(api)
  prepareNobodysPassword().catch((error: unknown) =>
    api.deps.log.error({ err: error }, 'argon2 does not work'),
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('login'),
      family,
      permission: 'public',
      body: loginBody,
      response: loginAnswer,
      refuses: [429],
      summary:
        'Sign in, or with `enable_sso` a 302 to the identity provider. 401 login_incorrect, 401 second_factor with details.challenge where a code is required, or 429 login_locked with Retry-After after five wrong passwords for one name from one network',
    },
    async ({ deps, body, actor, request }) => {
      if (!body.enable_sso) return guarded(deps, fromOf(actor, request), from => login(deps, body, from))
      await beginning(networkOf(actor.ip ?? ''))
      const redirect_uri = body.redirect_uri ?? `${deps.env.consoleOrigin}/auth/callback`
      return ssoRedirect(
        await startSso(deps, { username: body.username, redirect_uri }),
        body.returnSsoToken || body.return_sso_token,
      )
    },
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('login-code'),
      family,
      permission: 'public',
      body: loginCodeBody,
      response: loginAnswer,
      refuses: [429],
      summary:
        'Sign in with a second factor. 401 code_wrong, 401 challenge_expired after five minutes, 429 login_locked as for wrong passwords',
    },
    ({ deps, body, actor, request }) =>
      guarded(deps, fromOf(actor, request), from => loginWithCode(deps, body, from)),
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('login-passkey'),
      family,
      permission: 'public',
      body: loginPasskeyBody,
      response: loginAnswer,
      refuses: [429],
      summary:
        'Sign in with a passkey as the second factor: `details.passkey` of 401 second_factor says what it is to sign. Refused as `login-code` is',
    },
    ({ deps, body, actor, request }) =>
      guarded(deps, fromOf(actor, request), from => loginWithPasskey(deps, body, from)),
  )

  const tries = limiter(10, 600)
  const starts = limiter(60, 600)
  api.endpoint(
    {
      method: 'POST',
      path: provingPath,
      family,
      permission: 'signed-in',
      beforeFactor: true,
      body: provingBody,
      response: proving,
      refuses: [429],
      summary: 'What may show the second factor again: codes, and what a passkey is to sign',
    },
    async ({ deps, actor }) => {
      await starts(actor.id)
      return provingOf(deps, actor.id, actor.host)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: provePath,
      family,
      permission: 'signed-in',
      beforeFactor: true,
      body: proveBody,
      response: z.object({}),
      refuses: [429],
      summary:
        'Show the second factor again, by a code or a passkey, for this sign-in: what moves money answers 403 proof_due where a tenant asks for it and the last proof is older than its setting says',
    },
    async ({ deps, body, actor }) => {
      await tries(actor.id)
      await prove(deps, actor, body)
    },
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('refresh'),
      family,
      permission: 'public',
      body: refreshBody,
      response: refreshAnswer,
      summary:
        'Exchange a refresh token for its successor and a new access token. A token used again after 30 s ends the sign-in',
    },
    ({ deps, body, actor }) => refresh(deps, body, actor),
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('logout'),
      family,
      permission: 'public',
      body: logoutBody,
      response: logoutAnswer,
      summary: 'Sign out: the refresh token, and every token from the same sign-in, ends',
    },
    ({ deps, body, actor, request }) =>
      logout(deps, body, request.headers.get('authorization') ?? undefined, actor),
  )

  api.endpoint(
    {
      method: 'POST',
      path: '/api/users/v1/user/:id/unlock',
      family: 'users',
      permission: 'acl_user::unlock',
      params: z.object({ id }),
      response: unlockAnswer,
      write: true,
      summary: 'Let a user sign in again who is locked out after wrong passwords, from wherever they come',
    },
    ({ db, actor, params, now }) => unlockUser(db, actor, params.id, now),
  )

  api.endpoint(
    {
      method: 'GET',
      path: path('check'),
      family,
      permission: 'signed-in',
      query: checkQuery,
      response: checkAnswer,
      summary: 'Who is signed in, and what they may do',
    },
    async ({ db, deps, actor, query }) => {
      // A sign-in that was made elsewhere and handed over: at its own address it holds.
      await demandAtHome(deps, { tenant_id: actor.tenantId }, actor.host)
      return {
        user: {
          ...(await readUser(db, actor.id)).row,
          second_factor_due: actor.factorDue === true,
          narrowed: isNarrowed(actor.rules),
        },
        ...(query.decoded_permissions && { permissions: allowedUnder(actor.permissions, actor.rules) }),
      }
    },
  )
}
