/** Tokens that another system put on a page's address (atoken, rtoken): taken into a new session, never left in the address. */
import { redirect } from '@remix-run/node'
import { ApiError } from '../api/api-error'
import { createApi } from '../api/client.server'
import type { Tokens } from './identity.server'
import { isSafeMethod } from './origin-check.server'
import { withoutTokens } from './redirect-to'
import { startSession, sessionStore } from './session.server'
import { SessionEnded, tokenSource } from './tokens.server'
import { callerFacts, fetchIdentity } from './visit.server'

const LONGEST_TOKEN = 8_192

/**
 * A redirect to the same page without the tokens, or null when there are none. Tokens that the backend does not accept change
 * nothing: whoever was signed in stays so. Throws ApiError when the backend is not well; the tokens then stay for another try.
 */
export async function takeOver(request: Request, url: URL): Promise<Response | null> {
  if (!isSafeMethod(request.method) || !(url.searchParams.has('atoken') || url.searchParams.has('rtoken'))) return null
  const tokens: Tokens = { access: url.searchParams.get('atoken') ?? '', refresh: url.searchParams.get('rtoken') || null }
  const clean = withoutTokens(new URL(url))
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  const cookie = await sessionCookieFor(tokens, request)
  if (cookie) headers.append('Set-Cookie', cookie)
  return redirect(clean.pathname.replace(/^\/{2,}/, '/') + clean.search, { headers })
}

async function sessionCookieFor(tokens: Tokens, request: Request): Promise<string | null> {
  if (tokens.access.length > LONGEST_TOKEN || (tokens.refresh?.length ?? 0) > LONGEST_TOKEN) return null
  const store = sessionStore()
  // A session of its own until the backend has said whose tokens these are; a refresh during the check has where to write.
  const probation = await store.create({ tokens, identity: null })
  try {
    const caller = callerFacts(request)
    const api = createApi({ session: tokenSource({ store, sessionId: probation, caller, tokens }), ...caller })
    const identity = await fetchIdentity(api)
    const checked = await store.read(probation)
    return await startSession({ tokens: checked?.tokens ?? tokens, identity }, request.headers.get('Cookie'))
  } catch (error) {
    if (error instanceof SessionEnded || (error instanceof ApiError && !error.isOutage)) return null
    throw error
  } finally {
    await store.remove(probation)
  }
}
