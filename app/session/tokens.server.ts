/**
 * The life of a session's tokens. Before a call: refreshed when missing or within 30 s of their end; after a
 * 401: refreshed once. All calls of one session in this process wait on one refresh; other console processes
 * rely on the backend's 30 s grace, which gives the same successor to whoever asks with the token before.
 */
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { ApiError } from '../api/api-error'
import { callBackend, type Caller } from '../api/call.server'
import type { TokenSource } from '../api/client.server'
import { once } from '../process/once.server'
import { refreshAnswer, type Tokens } from './identity.server'
import type { SessionStore } from './session-store.server'

/** Specification section 9. */
export const REFRESH_MARGIN_MS = 30_000

/** The session has ended: the backend refuses to renew it. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

/** Whether the token can still be sent. One that is no JWT is taken on trust; a 401 will tell. */
export function isFresh(access: string, now: number): boolean {
  if (!access) return false
  try {
    const { exp } = decodeJwt(access)
    return exp === undefined || exp * 1000 - now >= REFRESH_MARGIN_MS
  } catch {
    return true
  }
}

const running = () => once('token-refreshes', () => new Map<string, Promise<Tokens>>())

export interface TokenLife {
  store: SessionStore
  sessionId: string
  caller: Omit<Caller, 'token'>
  tokens: Tokens
  clock?: () => number
}

export function tokenSource({ store, sessionId, caller, tokens, clock = Date.now }: TokenLife): TokenSource {
  let held = tokens
  const renewed = async (refused: string | null) => {
    held = await refreshOnce(sessionId, () => refresh({ store, sessionId, caller, refused, clock }))
    return held.access
  }
  return {
    accessToken: async () => (isFresh(held.access, clock()) ? held.access : renewed(null)),
    renew: async refused =>
      held.access !== refused && isFresh(held.access, clock()) ? held.access : renewed(refused),
  }
}

function refreshOnce(sessionId: string, start: () => Promise<Tokens>): Promise<Tokens> {
  const refreshes = running()
  const known = refreshes.get(sessionId)
  if (known) return known
  const begun = start().finally(() => refreshes.delete(sessionId))
  refreshes.set(sessionId, begun)
  return begun
}

interface Refresh extends Pick<TokenLife, 'store' | 'sessionId' | 'caller'> {
  /** The access token that the backend has just refused, if that is why. */
  refused: string | null
  clock: () => number
}

async function refresh({ store, sessionId, caller, refused, clock }: Refresh): Promise<Tokens> {
  // Another request or another console may have refreshed since this one read its session.
  const stored = await storedTokens(store, sessionId)
  if (isUsable(stored, refused, clock)) return stored
  if (!stored.refresh) return end(store, sessionId)
  try {
    const tokens = await renewTokens(caller, stored.refresh)
    await store.saveTokens(sessionId, tokens)
    return tokens
  } catch (error) {
    if (!isRefusal(error)) throw error
    const now = await storedTokens(store, sessionId)
    if (now.refresh !== stored.refresh && isUsable(now, refused, clock)) return now
    return end(store, sessionId)
  }
}

const isUsable = (tokens: Tokens, refused: string | null, clock: () => number) =>
  tokens.access !== refused && isFresh(tokens.access, clock())

async function storedTokens(store: SessionStore, sessionId: string): Promise<Tokens> {
  const session = await store.read(sessionId)
  if (!session) throw new SessionEnded('the session is gone')
  return session.tokens
}

async function end(store: SessionStore, sessionId: string): Promise<never> {
  await store.remove(sessionId)
  throw new SessionEnded('the refresh token was refused')
}

/** A backend that is down or unwell has refused nothing. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.kind === 'problem' && [400, 401, 403, 404, 422].includes(error.status)

/** Some backends nest the tokens once more, as the specification's `data.data` can be read. */
const tokensShape = z.preprocess(value => (value as { data?: unknown } | null)?.data ?? value, refreshAnswer)

/** The successors of a refresh token, which is dead from then on. Throws ApiError. */
export async function renewTokens(caller: Omit<Caller, 'token'>, refreshToken: string): Promise<Tokens> {
  const { access_token, refresh_token } = await askForTokens(caller, refreshToken)
  return { access: access_token, refresh: refresh_token ?? refreshToken }
}

async function askForTokens(
  caller: Omit<Caller, 'token'>,
  refreshToken: string,
): Promise<z.output<typeof refreshAnswer>> {
  const ask = () =>
    callBackend(caller, 'POST', '/api/authorization/v1/refresh', {
      body: { refresh_token: refreshToken, decoded_permissions: true },
      schema: tokensShape,
    })
  try {
    return await ask()
  } catch (error) {
    // The answer was lost, the token perhaps spent: asking again within the grace gives the same successor.
    if (error instanceof ApiError && error.unknownOutcome) return ask()
    throw error
  }
}
