/** The browser's half of a session: a signed cookie that holds an id and nothing else. */
import { createCookie, createSessionStorage } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { env } from '../env.server'
import { log } from '../log.server'
import { once } from '../once.server'
import type { Identity, Tokens } from './identity.server'
import { createSessionStore, type SessionStore } from './session-store.server'
import { sessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

interface SessionContent {
  tokens: Tokens
  identity: Identity | null
  hasFlash: boolean
  seenAt: number
}

const PRUNE_EVERY_MS = 600_000

export const sessionStore = (): SessionStore => once('session-store', () => {
  const store = createSessionStore(sessionsDb, createVault(env().sessionSecret))
  const prune = () => void store.prune().catch((error: unknown) => log.warn({ err: error }, 'ended sessions could not be deleted'))
  setInterval(prune, PRUNE_EVERY_MS).unref()
  return store
})

const cookie = () => once('session-cookie', () => {
  const { https, sessionSecret } = env()
  return createCookie(https ? '__Host-session' : 'session', {
    httpOnly: true, sameSite: 'lax', path: '/', secure: https, secrets: [sessionSecret],
  })
})

const storage = () => once('session-storage', () => createSessionStorage<SessionContent>({
  cookie: cookie(),
  createData: ({ tokens, identity }) => {
    if (!tokens) throw new Error('a session holds tokens')
    return sessionStore().create({ tokens, identity: identity ?? null })
  },
  readData: async id => (typeof id === 'string' ? sessionStore().read(id) : null),
  updateData: async (id, { tokens }) => { if (tokens) await sessionStore().saveTokens(id, tokens) },
  deleteData: id => sessionStore().remove(id),
}))

export interface OpenSession extends SessionContent {
  id: string
}

/** `hadCookie` tells a visitor whose session has ended from one who never signed in. */
export async function readSession(cookieHeader: string | null): Promise<{ session: OpenSession | null; hadCookie: boolean }> {
  const id = await sessionIdIn(cookieHeader)
  const found = id === '' ? null : await sessionStore().read(id)
  return { session: found && { id, ...found }, hadCookie: id !== '' }
}

/** A browser sends the same header with every request: its signature is checked once. Only good ones are kept. */
const ids = new LRUCache<string, string>({ max: 2_000 })

async function sessionIdIn(cookieHeader: string | null): Promise<string> {
  if (!cookieHeader) return ''
  const known = ids.get(cookieHeader)
  if (known) return known
  const id: unknown = await cookie().parse(cookieHeader)
  if (typeof id !== 'string' || id === '') return ''
  ids.set(cookieHeader, id)
  return id
}

/** Always a new id (no fixation); the session that the browser held before ends. Answers the Set-Cookie value. */
export async function startSession(content: { tokens: Tokens; identity: Identity | null }, cookieHeader: string | null): Promise<string> {
  const before = await storage().getSession(cookieHeader)
  if (before.id) await sessionStore().remove(before.id)
  const session = await storage().getSession(null)
  session.set('tokens', content.tokens)
  session.set('identity', content.identity)
  return storage().commitSession(session)
}

/** Answers the Set-Cookie value that makes the browser forget the session. */
export async function endSession(cookieHeader: string | null): Promise<string> {
  return storage().destroySession(await storage().getSession(cookieHeader))
}
