/** /api/notifications-ws/v1/connect on the backend's own HTTP server (specification, section 7). */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { forwardedAddress, plainAddress } from '../../platform/contract/client-address'
import type { Deps } from '../../platform/deps'
import { deliveryOf } from '../notifications/delivery.service'
import type { BusMessage } from '../../platform/bus/bus'
import { CHECK_EVERY_MS, Listener } from './listener'

export const REALTIME_PATH = '/api/notifications-ws/v1/connect'
/** A login message holds one token. */
const MAX_PAYLOAD = 16 * 1024
const MAX_SOCKETS = 10_000
/** A message may come before its notification is committed, which is looked up again after these times. */
const LOOK_AGAIN_MS = [100, 400, 1_500]
const GOING_AWAY = 1001
const TERMINATE_AFTER_MS = 500

export function attachRealtime(server: Server, deps: Deps): { stop(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, perMessageDeflate: false })
  const listeners = new Set<Listener>()

  sockets.on('connection', (socket, request: IncomingMessage) => {
    const listener = new Listener(socket, deps, addressOf(request, deps))
    listeners.add(listener)
    socket.on('close', () => listeners.delete(listener))
  })
  server.on('upgrade', (request, connection, head) => {
    // Whoever hangs up meanwhile must not end the process.
    connection.on('error', () => connection.destroy())
    if (request.url?.split('?')[0] !== REALTIME_PATH) return refuse(connection, '404 Not Found')
    if (sockets.clients.size >= MAX_SOCKETS) return refuse(connection, '503 Service Unavailable')
    sockets.handleUpgrade(request, connection, head, socket => sockets.emit('connection', socket, request))
  })

  const checks = setInterval(() => {
    for (const listener of listeners) listener.check()
  }, CHECK_EVERY_MS)
  const unsubscribe = deps.bus.subscribe(message => {
    if (message.topic === 'notification' && listeners.size > 0) void tell(message)
    if (message.topic === 'token')
      for (const listener of listeners) listener.tokenEnded(String(message.data.id))
  })

  async function tell({ data: { id } }: BusMessage): Promise<void> {
    if (typeof id !== 'string') return
    try {
      const delivery = await look(deps, id)
      if (delivery) for (const listener of listeners) listener.deliver(delivery)
    } catch (error) {
      deps.log.warn({ err: error }, 'a notification was not delivered live')
    }
  }

  return {
    async stop() {
      clearInterval(checks)
      unsubscribe()
      for (const socket of sockets.clients) socket.close(GOING_AWAY, 'the server stops')
      const late = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, TERMINATE_AFTER_MS)
      await new Promise<void>(resolve => sockets.close(() => resolve()))
      clearTimeout(late)
    },
  }
}

async function look(deps: Deps, id: string) {
  for (const pause of [...LOOK_AGAIN_MS, null]) {
    const delivery = await deliveryOf(deps.db, id, deps.clock())
    if (delivery || pause === null) return delivery
    await new Promise(resolve => setTimeout(resolve, pause))
  }
  return undefined
}

/**
 * As `clientAddress` in backend/platform/http, without the console's word: it opens its own connections and gives no
 * person's address.
 */
function addressOf({ headers, socket }: IncomingMessage, { env }: Deps): string {
  const peer = socket.remoteAddress ?? ''
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  return forwardedAddress(forwarded, env.trustedProxies) ?? plainAddress(peer) ?? peer
}

function refuse(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
