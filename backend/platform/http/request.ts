import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import {
  addressKey,
  ADDRESS_HEADER,
  forwardedAddress,
  plainAddress,
  signedAddress,
  SIGNATURE_HEADER,
} from '../contract/client-address'
import { readInstallationSecret } from '../contract/installation-secret'
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import type { Actor } from '../request/actor'

/** `who` is there once a request has shown a token, `isFromReplica` once it is admitted. */
export interface AppEnv {
  Variables: { requestId: string; actor: string; who?: Actor; isFromReplica?: boolean }
}

type Needs = Pick<Deps, 'env' | 'clock' | 'log'>

/**
 * An id that came with the request, when it is one; it goes from console to backend so that both logs tell one story.
 */
export const requestIdOf = (header: string | undefined): string =>
  header && /^[\w-]{8,64}$/.test(header) ? header : newId()

/** What goes out; none where the app is called in process. */
export const answerOf = (c: Context<AppEnv>) => (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing

/** Nobody is there any more to read an answer. */
export const hasGone = (c: Context<AppEnv>): boolean => answerOf(c)?.destroyed ?? false

/** For code that will not come back to this request: the caller learns, once, that it failed. */
export function giveUp(c: Context<AppEnv>): void {
  const answer = answerOf(c)
  if (!answer || answer.writableEnded) return
  if (answer.headersSent) answer.destroy()
  else
    answer
      .writeHead(500, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-request-id': c.get('requestId'),
      })
      .end(
        JSON.stringify({
          success: false,
          error: { code: 'unexpected', message: 'Unexpected error', request_id: c.get('requestId') },
        }),
      )
}

/**
 * Where the request began: the person's address when a console of this installation has signed it, else what the
 * trusted proxies saw, else the peer. A signature that does not hold is no error: the request is then simply the peer's
 * own.
 */
export function clientAddress(c: Context<AppEnv>, deps: Needs): string {
  return (
    addressFromConsole(c, deps) ??
    forwardedAddress(c.req.header('x-forwarded-for'), deps.env.trustedProxies) ??
    peerAddress(c)
  )
}

function addressFromConsole(c: Context<AppEnv>, deps: Needs): string | null {
  const [address, signature] = [c.req.header(ADDRESS_HEADER), c.req.header(SIGNATURE_HEADER)]
  if (address === undefined || signature === undefined) return null
  const key = keyOf(deps.env)
  const found =
    key && signedAddress(key, { address, signature, requestId: c.get('requestId'), now: deps.clock() })
  if (found === null) warn(deps, peerAddress(c))
  return found
}

const keys = new WeakMap<Needs['env'], Uint8Array>()

/** Read when first needed: the console makes the file, and may start later. */
function keyOf(env: Needs['env']): Uint8Array | null {
  const known = keys.get(env)
  if (known) return known
  const secret = env.sessionSecret ?? readInstallationSecret(env.dataDir)
  if (secret === null) return null
  const key = addressKey(secret)
  keys.set(env, key)
  return key
}

const WARN_EVERY_MS = 10 * 60_000
const warned = new WeakMap<Needs['env'], number>()

/**
 * Perhaps a stranger's attempt; more likely a console on another host with another secret, whose people then count as
 * one.
 */
function warn({ env, clock, log }: Needs, peer: string): void {
  const now = clock()
  if (now - (warned.get(env) ?? -Infinity) < WARN_EVERY_MS) return
  warned.set(env, now)
  log.warn(
    { peer },
    'a client address was signed with another secret or at another time: a console on another host needs the same SESSION_SECRET and a clock that is right',
  )
}

function peerAddress(c: Context<AppEnv>): string {
  // Without a server there is no connection to ask about; what came through a broker names its sender.
  const { incoming, server, sender } = (c.env ?? {}) as {
    incoming?: unknown
    server?: unknown
    sender?: string
  }
  if (!(incoming ?? server)) return sender === undefined ? 'in-process' : `mqtt ${sender}`
  const peer = getConnInfo(c).remote.address ?? ''
  return plainAddress(peer) ?? (peer || 'unknown')
}
