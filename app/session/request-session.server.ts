/** One HTTP request, whichever of its loaders asks first: one session read, one permission check, one nonce. */
import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { isStorageFull } from '../../backend/platform/db/errors'
import { ApiError } from '../api/api-error'
import { createApi, type Api, type TokenSource } from '../api/client.server'
import { createDeadline, type Deadline } from '../api/deadline'
import type { SavedForm } from '../console/error-data'
import { log } from '../process/log.server'
import { once } from '../process/once.server'
import { CLIENT_ADDRESS, REQUEST_ID } from './request-admission.server'
import { checkAnswer, type Identity } from './identity.server'
import { endOf } from './session-store.server'
import { readSession, sessionStore, type OpenSession } from './session.server'
import { SessionEnded, tokenSource } from './tokens.server'
import { writtenPosition } from './written-position.server'

/** Revoked permissions take effect on the console's own pages within this; the backend obeys them at once. */
const IDENTITY_MAX_AGE_MS = 60_000

export interface RequestSession {
  requestId: string
  nonce: string
  /** Null when nobody is signed in. */
  session(): Promise<OpenSession | null>
  hadCookie(): Promise<boolean>
  /** Carries the session's token; a call without a session throws SessionEnded. */
  api: Api
  tokens: TokenSource
  /** Null when nobody is signed in. Throws ApiError when it must be checked and the backend is not well. */
  identity(): Promise<Identity | null>
  /** As the backend last said, whatever its age; for the frame of error pages. */
  lastIdentity(): Promise<Identity | null>
  /** Reads the identity from the backend at once, after a change of the person's own settings. */
  renewIdentity(): Promise<void>
  /** When the session ends; null when nobody is signed in. */
  end(): Promise<ReturnType<typeof endOf> | null>
  /** Taken once, whichever loader comes first. */
  tokenLogin(take: () => Promise<Response | null>): Promise<Response | null>
  /** For the whole of this request, however many calls it makes. */
  deadline: Deadline
  /** The form that this request carried: should its page fail as well, nothing of it is lost. */
  posted: { url: URL; form: FormData } | null
  /** Whether a write of this request was sent and its answer lost. */
  isUnknown(): boolean
  /** What was sent after the session before had ended, if it belongs to this page. */
  savedFormFor(path: string): Promise<SavedForm | null>
  /** It is sent again. */
  takeSavedForm(path: string): Promise<void>
}

const byContext = new WeakMap<object, RequestSession>()

/** Remix gives all loaders of one request the same context object, but each its own copy of the request. */
export function requestSessionOf(request: Request, context: AppLoadContext): RequestSession {
  const known = byContext.get(context)
  if (known) return known
  const made = createRequestSession(request)
  byContext.set(context, made)
  return made
}

/** What a form finds is what it is done to, so it is looked up where writes go. */
const isLook = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const unlessFull = (error: unknown) => {
  if (!isStorageFull(error)) throw error
}

export const callerFacts = (request: Request) => ({
  requestId: request.headers.get(REQUEST_ID) ?? '',
  clientAddress: request.headers.get(CLIENT_ADDRESS) ?? undefined,
  userAgent: request.headers.get('User-Agent') ?? undefined,
  host: new URL(request.url).host,
})

/** For what is open to anybody: whoever is signed in here is not who it is about. */
export const strangersApi = (request: Request): Api => createApi({ session: null, ...callerFacts(request) })

function createRequestSession(request: Request): RequestSession {
  const caller = callerFacts(request)
  const read = lazily(async () => {
    const found = await readSession(request.headers.get('Cookie'))
    // That somebody was there cannot be written where there is no room: what they came to read can be read all the
    // same.
    if (found.session && !isBackground(request))
      found.session.seenAt =
        (await sessionStore().touch(found.session.id, found.session).catch(unlessFull)) ??
        found.session.seenAt
    return found
  })
  const session = async () => (await read()).session
  const deadline = createDeadline()
  let isUnknown = false
  const source = lazily(async () => tokensOf(await session(), caller))
  const tokens: TokenSource = {
    accessToken: async () => (await source()).accessToken(),
    renew: async refused => (await source()).renew(refused),
  }
  const written = writtenPosition(session, isLook(request))
  const api = createApi({
    session: tokens,
    ...caller,
    deadline,
    written,
    onUnknown: () => {
      isUnknown = true
      return written.noteUnknown()
    },
  })
  let loggedIn: Promise<Response | null> | undefined
  const savedFormFor = async (path: string) => {
    const found = await session()
    const saved = found?.hasSavedForm ? await sessionStore().readSavedForm(found.id) : null
    return saved?.path === path ? saved : null
  }
  return {
    requestId: caller.requestId,
    nonce: randomBytes(16).toString('base64'),
    session,
    api,
    tokens,
    hadCookie: async () => (await read()).hadCookie,
    identity: lazily(async () => {
      const found = await session()
      if (!found) return null
      return currentIdentity(found, api)
    }),
    lastIdentity: async () => (await session())?.identity ?? null,
    async renewIdentity() {
      const found = await session()
      if (!found) return
      // One that another page began before the change would be saved after this one.
      await checks()
        .get(found.id)
        ?.catch(() => null)
      await sessionStore().saveIdentity(found.id, await fetchIdentity(api))
    },
    async end() {
      const found = await session()
      return found && endOf(found)
    },
    tokenLogin: take => (loggedIn ??= take()),
    deadline,
    posted: null,
    isUnknown: () => isUnknown,
    savedFormFor,
    async takeSavedForm(path) {
      const found = await session()
      if (found?.hasSavedForm && (await savedFormFor(path))) await sessionStore().dropSavedForm(found.id)
    },
  }
}

/** What an open page asks by itself, the bell, the version check and a dashboard on a wall, keeps nobody signed in. */
function isBackground({ url, headers }: Request): boolean {
  const { pathname, searchParams } = new URL(url)
  return (
    headers.get('Accept') === 'text/event-stream' ||
    pathname.endsWith('.json') ||
    (pathname === '/dashboard' && searchParams.get('kiosk') === '1')
  )
}

function tokensOf(session: OpenSession | null, caller: ReturnType<typeof callerFacts>): TokenSource {
  if (!session) throw new SessionEnded('nobody is signed in')
  return tokenSource({ store: sessionStore(), sessionId: session.id, caller, tokens: session.tokens })
}

const checks = () => once('identity-checks', () => new Map<string, Promise<Identity | null>>())

/** All requests of a session that find its identity too old wait on one check. */
function currentIdentity(session: OpenSession, api: Api): Promise<Identity | null> | Identity {
  const { identity } = session
  if (identity && Date.now() - identity.checkedAt < IDENTITY_MAX_AGE_MS) return identity
  const known = checks().get(session.id)
  if (known) return known
  const begun = checkIdentity(api, session.id).finally(() => checks().delete(session.id))
  checks().set(session.id, begun)
  return begun
}

async function checkIdentity(api: Api, sessionId: string): Promise<Identity | null> {
  try {
    const identity = await fetchIdentity(api)
    await sessionStore().saveIdentity(sessionId, identity)
    return identity
  } catch (error) {
    if (error instanceof SessionEnded) return null
    throw error
  }
}

export async function fetchIdentity(api: Api): Promise<Identity> {
  const { user, permissions } = await api.call('GET', '/api/authorization/v1/check', {
    query: { decoded_permissions: 1 },
    schema: checkAnswer,
    shared: true,
  })
  return { user, permissions, checkedAt: Date.now() }
}

/**
 * The identity for a page that must show whatever happens: the last one known while the backend is not well, nobody
 * without a store.
 */
export async function identityOrLast(requestSession: RequestSession): Promise<Identity | null> {
  try {
    return await requestSession.identity()
  } catch (error) {
    if (error instanceof ApiError) return requestSession.lastIdentity()
    log.error({ err: error, request_id: requestSession.requestId }, 'the session could not be read')
    return null
  }
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
