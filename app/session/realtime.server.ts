/**
 * The backend's websocket, held by the console: one connection per signed-in session, shared by all its open pages.
 * Logs in with the session's token; refused, it renews the token and tries again after 10 s, as after any other
 * failure.
 */
import WebSocket from 'ws'
import { z } from 'zod'
import { outsideRequests } from '../../backend/platform/process/request-at-hand'
import { env } from '../process/env.server'
import type { RealTimeNotification } from '../islands/notification-text'
import { log } from '../process/log.server'
import { once } from '../process/once.server'
import { SessionEnded } from './tokens.server'
import type { TokenSource } from '../api/client.server'
import { readNotification } from '../api/notifications.server'

/** Specification section 9. */
export const RETRY_MS = 10_000
/** Pages come and go every few seconds; the connection outlives the gap between two of them. */
const LINGER_MS = 15_000
const HEARTBEAT_MS = 30_000

type Listener = (notification: RealTimeNotification) => void

export interface Realtime {
  /** Answers how to stop listening. */
  listen(sessionId: string, tokens: TokenSource, listener: Listener): () => void
  close(): void
}

const message = z.looseObject({ event: z.string(), data: z.unknown() })

export function createRealtime({
  url,
  retryMs = RETRY_MS,
  lingerMs = LINGER_MS,
}: {
  url: string
  retryMs?: number
  lingerMs?: number
}): Realtime {
  const channels = new Map<string, Channel>()
  return {
    listen(sessionId, tokens, listener) {
      // It outlives the page that opens it, and what it logs is not that page's.
      const channel =
        channels.get(sessionId) ??
        outsideRequests(() =>
          openChannel({ url, retryMs, lingerMs, tokens, forget: () => channels.delete(sessionId) }),
        )
      channels.set(sessionId, channel)
      return channel.add(listener, tokens)
    },
    close() {
      for (const channel of channels.values()) channel.close()
      channels.clear()
    },
  }
}

interface Channel {
  add(listener: Listener, tokens: TokenSource): () => void
  close(): void
}

interface ChannelOptions {
  url: string
  retryMs: number
  lingerMs: number
  tokens: TokenSource
  forget: () => void
}

function openChannel({ url, retryMs, lingerMs, tokens: firstTokens, forget }: ChannelOptions): Channel {
  const listeners = new Set<Listener>()
  let tokens = firstTokens
  let socket: WebSocket | undefined
  let retry: NodeJS.Timeout | undefined
  let linger: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async () => {
    const token = await tokens.accessToken()
    if (isClosed) return
    const opened = new WebSocket(url, { handshakeTimeout: 5_000, maxPayload: 1024 * 1024 })
    socket = opened
    const heartbeat = setInterval(() => {
      if (opened.readyState === WebSocket.OPEN) opened.ping()
    }, HEARTBEAT_MS)
    opened.on('open', () =>
      opened.send(JSON.stringify({ event: 'login', data: { token: `Bearer ${token}` } })),
    )
    opened.on('message', raw => void received(String(raw), token, opened))
    opened.on('error', error => log.debug({ why: error.message }, 'realtime connection failed'))
    opened.on('close', () => {
      clearInterval(heartbeat)
      again()
    })
  }

  const received = async (raw: string, token: string, from: WebSocket) => {
    const { event, data } = message.safeParse(parseJson(raw)).data ?? {}
    if (event === 'login' && data === 'unauthorized') {
      await tokens.renew(token).catch(() => undefined)
      from.close()
    }
    const notification = event === 'notification' ? readNotification(data) : null
    if (notification) for (const listener of listeners) listener(notification)
  }

  const close = () => {
    isClosed = true
    clearTimeout(retry)
    clearTimeout(linger)
    socket?.close()
    forget()
  }
  const again = () => {
    if (isClosed) return
    clearTimeout(retry)
    retry = setTimeout(start, retryMs)
  }
  // Nobody is signed in any more: trying again would go on for ever.
  const start = () =>
    void connect().catch((error: unknown) => (error instanceof SessionEnded ? close() : again()))
  start()
  return {
    close,
    add(listener, newest) {
      // The newest page's tokens: those of the page that opened the connection may have ended with it.
      tokens = newest
      clearTimeout(linger)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) linger = setTimeout(close, lingerMs)
      }
    },
  }
}

/** The process's own. Closed on SIGTERM, or its sockets would keep the process alive. */
export const realtime = (): Realtime =>
  once('realtime', () => {
    const made = createRealtime({
      url: `${env().apiUrl.replace(/^http/, 'ws')}/api/notifications-ws/v1/connect`,
    })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => made.close())
    return made
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
