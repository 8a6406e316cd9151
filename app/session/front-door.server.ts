/**
 * What must be settled about a request before Remix sees it. remix-serve offers no middleware, so Node's own diagnostics channel,
 * which announces each request before its handler runs, is the door: it names the request, says whom it came from, drops headers
 * that only a proxy may set, and marks cross-site writes (Remix would answer those with an empty 500).
 */
import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Env } from '../env.server'
import { log } from '../log.server'
import { isCrossSite, isSafeMethod } from './origin-check.server'

export const REQUEST_ID = 'x-request-id'
export const CLIENT_ADDRESS = 'x-client-address'
/** Set when a write came from another site; `guarded` and `open` answer it with a page. */
export const REFUSED = 'x-refused'

type FrontDoorSettings = Pick<Env, 'origin' | 'https' | 'trustedProxies'>

let opened = false

export function openFrontDoor(settings: FrontDoorSettings): void {
  if (opened) return
  opened = true
  diagnostics.subscribe('http.server.request.start', message => {
    const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server }
    closeAtTheEnd(server)
    admit(request, settings)
    for (const [name, value] of Object.entries(baselineHeaders(settings.https))) response.setHeader(name, value)
    response.setHeader('X-Request-Id', String(request.headers[REQUEST_ID]))
    logWhenDone(request, response)
  })
}

export function admit(request: Pick<IncomingMessage, 'headers' | 'method'> & { socket: { remoteAddress?: string | undefined } }, settings: FrontDoorSettings): void {
  const { headers } = request
  // A Request cannot even be made with these; as OPTIONS they get the 405 that they deserve.
  if (request.method === 'TRACE' || request.method === 'TRACK' || request.method === 'CONNECT') request.method = 'OPTIONS'
  const behindProxy = settings.trustedProxies > 0
  if (!behindProxy || !/^[\w-]{8,64}$/.test(String(headers[REQUEST_ID] ?? ''))) headers[REQUEST_ID] = randomUUID()
  headers[CLIENT_ADDRESS] = clientAddress(headers['x-forwarded-for'], request.socket.remoteAddress, settings.trustedProxies)
  // Remix believes this header without asking; behind a proxy ORIGIN says what it would.
  delete headers['x-forwarded-host']
  delete headers[REFUSED]
  // A Host that is no host would end in an unhandled URL error.
  if (!URL.canParse(`http://${headers.host ?? ''}`)) headers.host = 'localhost'
  if (isSafeMethod(request.method ?? 'GET')) return
  const sender = { fetchSite: text(headers['sec-fetch-site']), origin: text(headers.origin), referer: text(headers.referer) }
  if (isCrossSite(sender, headers.host ?? '', settings.origin)) headers[REFUSED] = 'cross-site'
  // The judgement is made: Remix's own comparison must not turn it into an empty page.
  delete headers.origin
}

const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** The address that the outermost trusted proxy saw, or the peer's own. */
export function clientAddress(forwarded: string | string[] | undefined, peer: string | undefined, trustedProxies: number): string {
  const hops = trustedProxies === 0 ? [] : String(forwarded ?? '').split(',').map(hop => hop.trim()).filter(Boolean)
  const seen = hops[Math.max(0, hops.length - trustedProxies)] ?? peer ?? ''
  return /^[0-9a-fA-F.:]{2,45}$/.test(seen) ? seen.replace(/^::ffff:/, '') : (peer ?? '')
}

const closing = new WeakSet<Server>()
/** Shorter than the launcher waits. */
const LAST_REQUESTS_MS = 2_000

/**
 * remix-serve stops listening on SIGTERM and waits for its connections. A browser keeps its own open, and asks for its event stream again
 * on them: so those without a request are closed until none is left, and after a while the others too.
 */
export function closeAtTheEnd(server: Pick<Server, 'closeIdleConnections' | 'closeAllConnections'> & object): void {
  if (closing.has(server as Server)) return
  closing.add(server as Server)
  const end = () => {
    setInterval(() => server.closeIdleConnections(), 50).unref()
    setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
}

export function baselineHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Not no-referrer: browsers then send `Origin: null` with forms.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

function logWhenDone(request: IncomingMessage, response: ServerResponse): void {
  const started = performance.now()
  response.once('close', () => {
    // The query may hold tokens (atoken, rtoken) or what somebody searched for: only the path is logged.
    const path = (request.url ?? '/').split('?', 1)[0]
    if (path?.startsWith('/assets/') && response.statusCode < 400) return
    const ms = Math.round(performance.now() - started)
    log.info({ request_id: request.headers[REQUEST_ID], method: request.method, path, status: response.statusCode, ms }, 'request')
  })
}
