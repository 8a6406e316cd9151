/** Signing in with a name and a password: remix-auth's form strategy over the backend's login. */
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { createApi } from '../api/client.server'
import { once } from '../process/once.server'
import { loginAnswer, type FailedSignIns, type Identity, type Tokens } from './identity.server'
import { deviceTokenIn } from './known-device.server'
import { callerFacts, fetchIdentity } from './request-session.server'

export interface SignedIn {
  tokens: Tokens
  identity: Identity
  /** For the browser to keep; null from a backend that knows no devices. */
  deviceToken: string | null
  failedSignIns: FailedSignIns | null
}

/** Throws ApiError: 401 for wrong details, 429 while locked. */
const authenticator = () =>
  once('authenticator', () => {
    const made = new Authenticator<SignedIn>()
    made.use(
      new FormStrategy(({ form, request }) =>
        signIn(String(form.get('username') ?? ''), String(form.get('password') ?? ''), request),
      ),
      'password',
    )
    return made
  })

const signIn = (username: string, password: string, request: Request): Promise<SignedIn> =>
  signInBy('login', { username, password }, request)

/**
 * The second half, for who has a second factor. Throws ApiError: 401 code_wrong or challenge_expired, 429 while locked.
 */
export const signInWithCode = (challenge: string, code: string, request: Request): Promise<SignedIn> =>
  signInBy('login-code', { challenge, code }, request)

/** The same with a passkey: what the browser answered. */
export const signInWithPasskey = (
  challenge: string,
  response: unknown,
  request: Request,
): Promise<SignedIn> => signInBy('login-passkey', { challenge, response }, request)

export async function signInBy(
  name: 'login' | 'login-code' | 'login-passkey' | 'sso/callback',
  shown: Record<string, unknown>,
  request: Request,
): Promise<SignedIn> {
  const caller = callerFacts(request)
  const deviceToken = await deviceTokenIn(request.headers.get('Cookie'))
  const body = {
    ...shown,
    // The provider's answer always starts a whole session.
    ...(name !== 'sso/callback' && { generate_refresh_token: true, decoded_permissions: true }),
    ...(deviceToken !== undefined && { device_token: deviceToken }),
  }
  // Nothing is lost when its answer is: one signs in again.
  const answer = await createApi({ session: null, ...caller }).call('POST', `/api/authorization/v1/${name}`, {
    body,
    schema: loginAnswer,
    write: false,
  })
  const tokens: Tokens = { access: answer.access_token, refresh: answer.refresh_token ?? null }
  const aboutDevice = {
    deviceToken: answer.device_token ?? null,
    failedSignIns: answer.failed_sign_ins ?? null,
  }
  if (answer.user && answer.permissions)
    return {
      tokens,
      ...aboutDevice,
      identity: { user: answer.user, permissions: answer.permissions, checkedAt: Date.now() },
    }
  const fixed = {
    accessToken: () => Promise.resolve(tokens.access),
    renew: () => Promise.resolve(tokens.access),
  }
  return { tokens, ...aboutDevice, identity: await fetchIdentity(createApi({ session: fixed, ...caller })) }
}

/** The guard has read the body already, so the strategy gets it in a request of its own. */
export function authenticate(request: Request, form: FormData): Promise<SignedIn> {
  const body = new URLSearchParams(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const headers = new Headers()
  for (const name of ['x-request-id', 'x-client-address', 'User-Agent', 'Cookie']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  return authenticator().authenticate('password', new Request(request.url, { method: 'POST', headers, body }))
}
