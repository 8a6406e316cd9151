/**
 * A tenant's sign-in host leads to this console as well (ruling 50): forms that come from there are of our own pages,
 * and who signs in there at the identity provider comes back there. The backend says whose a host is; with an `ORIGIN`
 * alone we know one address.
 */
import { signInHost } from '../../backend/identity/auth/registration.contract'
import { plainHost } from '../../backend/platform/contract/host-name'
import { ApiError } from '../api/api-error'
import { remembered } from '../api/remembered.server'
import { env } from '../process/env.server'
import { originAt } from './origin-check.server'
import { strangersApi } from './request-session.server'

const known = remembered<{ known: boolean }>({ max: 200, ttl: 30_000 })

/** Throws ApiError while the backend does not say. */
export async function isTenantsHost(request: Request): Promise<boolean> {
  const host = plainHost(new URL(request.url).hostname)
  const { origin } = env()
  if (origin !== undefined && host === plainHost(new URL(origin).hostname)) return false
  const found = known.get(host) ?? (await ask(request, host))
  known.set(host, found)
  return found.known
}

const ask = (request: Request, host: string) =>
  strangersApi(request)
    .call('POST', '/api/authorization/v1/sign-in-host', {
      body: { host },
      schema: signInHost,
      write: false,
      timeLimitMs: 1_500,
    })
    .catch((error: unknown) => {
      // An operator's own backend may know one address alone.
      if (error instanceof ApiError && error.status === 404) return { known: false }
      throw error
    })

/** At which of our addresses this request is: a tenant's own, or the installation's. */
export async function siteAddress(request: Request): Promise<URL> {
  const { origin } = env()
  if (origin === undefined) return new URL(request.url)
  const isTenants = await isTenantsHost(request).catch(() => false)
  return new URL(isTenants ? originAt(origin, new URL(request.url).host) : origin)
}

/**
 * Where somebody signs in whom this host does not let in: their own tenant's address, and the installation's where it
 * is known.
 */
export function otherAddresses(request: Request, host: unknown): string[] {
  const { origin } = env()
  return [
    ...(typeof host === 'string' ? [originAt(origin ?? new URL(request.url).origin, host)] : []),
    ...(origin === undefined ? [] : [origin]),
  ].map(one => `${one}/auth/login`)
}
