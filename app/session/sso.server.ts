/**
 * Signing in at the house's identity provider: the console carries the browser there and back, the backend asks and
 * decides (ruling 13).
 */
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { SSO_FLOW_MS, ssoStarted, ssoState } from '../../backend/identity/auth/sso.contract'
import { remembered } from '../api/remembered.server'
import type { SavedForm } from '../console/error-data'
import { env } from '../process/env.server'
import { once } from '../process/once.server'
import { signInBy, type SignedIn } from './authenticator.server'
import { answerStore } from './session.server'
import type { LeadingOn } from './signed-in.server'
import { siteAddress } from './tenant-hosts.server'
import { strangersApi } from './request-session.server'

const WIRE = '/api/authorization/v1/sso'
/** The form is stored under the token of the flow, which only this browser's cookie holds. */
const STORED_AT = '/auth/callback'

/** What the browser brings back, so that nobody finishes what another one began. */
const carried = z.object({
  token: z.string(),
  redirectTo: z.string().nullable(),
  /** The id of the stored form that was sent too late; the form itself is too large for a cookie. */
  kept: z.string().nullable().default(null),
})

const cookie = () =>
  once('sso-cookie', () => {
    const { https, sessionSecret } = env()
    return createCookie(https ? '__Host-sso' : 'sso', {
      httpOnly: true,
      // The provider leads back here from another site.
      sameSite: 'lax',
      path: '/',
      secure: https,
      maxAge: SSO_FLOW_MS / 1_000,
      secrets: [sessionSecret],
    })
  })

const known = remembered<{ enabled: boolean }>({ max: 1, ttl: 60_000 })

/** On the hosts of `SSO_HOSTS`, where a provider is set up. A backend that does not say has none. */
export async function offersSso(request: Request): Promise<boolean> {
  const { host, hostname } = await siteAddress(request)
  if (!env().ssoHosts.some(one => one === host || one === hostname)) return false
  const found =
    known.get('state') ??
    (await strangersApi(request)
      .call('GET', `${WIRE}/state`, { schema: ssoState, timeLimitMs: 1_500 })
      .catch(() => null))
  if (found) known.set('state', found)
  return found?.enabled ?? false
}

/** Where the browser goes, and the Set-Cookie value that it takes along. Throws ApiError. */
export async function leaveForProvider(
  request: Request,
  username: string,
  { redirectTo, savedForm }: LeadingOn,
): Promise<{ location: string; setCookie: string }> {
  const started = await strangersApi(request).call('POST', `${WIRE}/start`, {
    body: { username, redirect_uri: `${(await siteAddress(request)).origin}/auth/callback` },
    schema: ssoStarted,
    write: false,
  })
  const token = started.return_sso_token
  const place =
    savedForm && (await answerStore().put(token, { path: STORED_AT, status: 200, data: savedForm }))
  return {
    location: started.location,
    // A form that is too large to be stored counts as never sent: only the way back is remembered.
    setCookie: await cookie().serialize({
      token,
      redirectTo: redirectTo ?? savedForm?.path ?? null,
      kept: place,
    }),
  }
}

/** Throws ApiError; null for a browser that has begun nothing, or too long ago. */
export async function returnFromProvider(
  request: Request,
  brought: Readonly<Record<string, string>>,
): Promise<({ signedIn: SignedIn } & LeadingOn) | null> {
  const read = carried.safeParse(await cookie().parse(request.headers.get('Cookie')))
  if (!read.success) return null
  const signedIn = await signInBy('sso/callback', { ...brought, return_sso_token: read.data.token }, request)
  return { signedIn, redirectTo: read.data.redirectTo, savedForm: await savedFormOf(read.data) }
}

/** What had been sent too late, once. */
async function savedFormOf({ token, kept }: z.output<typeof carried>): Promise<SavedForm | null> {
  if (kept === null) return null
  const answer = await answerStore().read(token, kept, STORED_AT)
  await answerStore().drop(token, kept)
  return (answer?.data as SavedForm | undefined) ?? null
}

/** The Set-Cookie value: a flow ends with its first answer, whatever that was. */
export const flowEnded = (): Promise<string> => cookie().serialize('', { maxAge: 0 })

/** Signing out at the provider waits for the next page, which is no form's answer. The Set-Cookie value. */
export const leaveNext = (to: string): Promise<string> => cookie().serialize({ leave: to })

const leaving = z.object({ leave: z.url({ protocol: /^https?$/ }) })

export async function leavesFor(request: Request): Promise<string | null> {
  const read = leaving.safeParse(await cookie().parse(request.headers.get('Cookie')))
  return read.success ? read.data.leave : null
}
