import type { Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import { newId } from '../db/new-id'

export interface AppEnv { Variables: { requestId: string; actor: string } }

/** An id that came with the request, when it is one; it goes from console to backend so that both logs tell one story. */
export const requestIdOf = (header: string | undefined): string => (header && /^[\w-]{8,64}$/.test(header) ? header : newId())

/**
 * The caller's address. The console says for whom it asks in `x-client-address`; that is believed only from this machine,
 * since the backend listens for the console there, and anyone else could write it.
 */
export function clientAddress(c: Context<AppEnv>): string {
  const peer = peerAddress(c)
  const told = c.req.header('x-client-address')
  return told && isLoopback(peer) && /^[0-9a-fA-F.:]{2,45}$/.test(told) ? told : peer
}

function peerAddress(c: Context<AppEnv>): string {
  // Without a server there is no connection to ask about.
  const { incoming, server } = (c.env ?? {}) as { incoming?: unknown; server?: unknown }
  return incoming ?? server ? getConnInfo(c).remote.address ?? 'unknown' : 'in-process'
}

const isLoopback = (address: string): boolean => address === 'in-process' || address === '::1' || /^(?:::ffff:)?127\./.test(address)
