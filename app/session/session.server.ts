/** The browser's half of a session: a signed cookie that holds an id and nothing else. */
import { HOUR_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import { createAnswerStore, type AnswerStore } from './form-answers.server'
import { createCookie } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { env } from '../process/env.server'
import { log } from '../process/log.server'
import { once } from '../process/once.server'
import { createTokenLoginStore, type TokenLoginStore } from './token-login-store.server'
import {
  createSessionStore,
  type NewSession,
  type SessionStore,
  type StoredSession,
} from './session-store.server'
import { sessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

const PRUNE_EVERY_MS = 600_000

/** Of the same tables and under the same secret as the sessions. */
export const answerStore = (): AnswerStore =>
  once('answer-store', () => createAnswerStore(sessionsDb, createVault(env().sessionSecret)))

export const sessionStore = (): SessionStore =>
  once('session-store', () => {
    const { sessionSecret, sessionIdleMs: idleMs, sessionAbsoluteMs: absoluteMs } = env()
    const store = createSessionStore(sessionsDb, createVault(sessionSecret), {
      limits: { idleMs, absoluteMs },
    })
    const prune = () =>
      void Promise.all([store.prune(), tokenLoginStore().prune(), answerStore().prune()]).catch(
        (error: unknown) => log.warn({ err: error }, 'ended sessions could not be deleted'),
      )
    setInterval(prune, PRUNE_EVERY_MS).unref()
    return store
  })

export const tokenLoginStore = (): TokenLoginStore =>
  once('token-login-store', () => createTokenLoginStore(sessionsDb, createVault(env().sessionSecret)))

const cookie = () =>
  once('session-cookie', () => {
    const { https, sessionSecret } = env()
    return createCookie(https ? '__Host-session' : 'session', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: https,
      secrets: [sessionSecret],
    })
  })

export interface OpenSession extends StoredSession {
  id: string
}

/** `hadCookie` tells a visitor whose session has ended from one who never signed in. */
export async function readSession(
  cookieHeader: string | null,
): Promise<{ session: OpenSession | null; hadCookie: boolean }> {
  const id = await sessionIdIn(cookieHeader)
  const found = id === '' ? null : await sessionStore().read(id)
  return { session: found && { id, ...found }, hadCookie: id !== '' }
}

/** A browser sends the same header with every request: its signature is checked once. Only good ones are remembered. */
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
export async function startSession(content: NewSession, cookieHeader: string | null): Promise<string> {
  await forgetSession(cookieHeader)
  const limits = content.limits ?? limitsOf(content.identity)
  return cookie().serialize(await sessionStore().create({ ...content, limits }))
}

/** What their tenant says of its people's sessions, before what this console was started with. */
function limitsOf(identity: NewSession['identity']): NewSession['limits'] {
  const own = identity?.user.session_limits
  if (!own?.idle_minutes && !own?.absolute_hours) return undefined
  const { sessionIdleMs, sessionAbsoluteMs } = env()
  return {
    idleMs: own.idle_minutes ? own.idle_minutes * MINUTE_MS : sessionIdleMs,
    absoluteMs: own.absolute_hours ? own.absolute_hours * HOUR_MS : sessionAbsoluteMs,
  }
}

/** Answers the Set-Cookie value that makes the browser forget the session. */
export async function endSession(cookieHeader: string | null): Promise<string> {
  await forgetSession(cookieHeader)
  return cookie().serialize('', { maxAge: 0, expires: new Date(0) })
}

async function forgetSession(cookieHeader: string | null): Promise<void> {
  const id = await sessionIdIn(cookieHeader)
  if (id === '') return
  await sessionStore().remove(id)
  await answerStore().forget(id)
}
