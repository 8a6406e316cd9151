/**
 * What must be settled about a request before Remix sees it. Node's own diagnostics channel, which announces each
 * request before its handler
 * runs, is the door, under the development server as well: it names the request, says whom it came from, drops headers
 * that only a proxy may set, marks cross-site writes (Remix would answer those with an empty 500), and sees to it that
 * no cache keeps what is not a file.
 */
import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Leaving } from '../../backend/platform/process/leaving'
import {
  enterRequest,
  letGoOfAnswer,
  type RequestAtHand,
} from '../../backend/platform/process/request-at-hand'
import { answered, TRACEPARENT } from '../../backend/platform/process/traces'
import { pathOf, plainRequestLine } from '../../backend/platform/process/request-line'
import { forwardedAddress, plainAddress } from '../../backend/platform/contract/client-address'
import type { Env } from '../process/env.server'
import { log } from '../process/log.server'
import { requestDone } from '../process/metrics.server'
import { traceRequest } from '../process/traces.server'
import { noStore } from './document-headers.server'
import { isCrossSite, isSafeMethod, originAt } from './origin-check.server'

export const REQUEST_ID = 'x-request-id'
export const CLIENT_ADDRESS = 'x-client-address'
/** Set when a write came from another site; `guarded` and `open` answer it with a page. */
export const REFUSED = 'x-refused'
/**
 * Its value for a form of the very host that it is sent to, which is not `ORIGIN`: it is refused unless that is a
 * tenant's own address.
 */
export const UNLESS_TENANTS = 'unless-tenants-host'

type AdmissionSettings = Pick<Env, 'origin' | 'https' | 'trustedProxies'>

let opened = false
let firstRequest: (() => void) | undefined

/** Calls once, with the first request that comes. */
export const onFirstRequest = (call: () => void): void => {
  firstRequest = call
}

export function admitRequests(settings: AdmissionSettings): void {
  if (opened) return
  opened = true
  diagnostics.subscribe('http.server.request.start', message => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    firstRequest?.()
    firstRequest = undefined
    admit(request, settings)
    const requestId = String(request.headers[REQUEST_ID])
    const atHand: RequestAtHand = {
      request_id: requestId,
      method: request.method ?? '',
      path: pathOf(request.url),
      giveUp: () => giveUp(response),
      hasGone: () => hasGone(response),
      // A form is done to its end, whoever still looks.
      leaving: isSafeMethod(request.method ?? '') ? new Leaving() : undefined,
      span: spanOf(request, settings),
    }
    enterRequest(atHand)
    response.once('close', () => {
      const isGone = hasGone(response)
      letGoOfAnswer(atHand, isGone)
      if (isGone) atHand.leaving?.leave()
    })
    for (const [name, value] of Object.entries(baselineHeaders(settings.https)))
      response.setHeader(name, value)
    response.setHeader('X-Request-Id', requestId)
    logWhenDone(request, response, atHand)
  })
}

/** What a browser sends by itself is no part of anybody's trace. */
const spanOf = ({ method = '', url, headers }: IncomingMessage, settings: AdmissionSettings) =>
  pathOf(url).startsWith('/assets/')
    ? undefined
    : traceRequest(method, settings.trustedProxies > 0 ? text(headers[TRACEPARENT]) : undefined)

const hasGone = (response: ServerResponse): boolean => response.destroyed && !response.writableFinished

/** A client that waits for an answer gets one, although no code will give it any more. */
function giveUp(response: ServerResponse): void {
  if (response.writableEnded) return
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
      .end('This request failed. Its X-Request-Id finds the reason in the log.\n')
}

export function admit(
  request: Pick<IncomingMessage, 'headers' | 'method' | 'url'> & {
    socket: { remoteAddress?: string | undefined }
  },
  settings: AdmissionSettings,
): void {
  plainRequestLine(request)
  request.url = decodable(request.url ?? '/')
  const { headers } = request
  // A Request cannot even be made with these; as OPTIONS they get the 405 that they deserve.
  if (request.method === 'TRACE' || request.method === 'TRACK' || request.method === 'CONNECT')
    request.method = 'OPTIONS'
  const behindProxy = settings.trustedProxies > 0
  if (!behindProxy || !/^[\w-]{8,64}$/.test(String(headers[REQUEST_ID] ?? '')))
    headers[REQUEST_ID] = randomUUID()
  headers[CLIENT_ADDRESS] = clientAddress(
    headers['x-forwarded-for'],
    request.socket.remoteAddress,
    settings.trustedProxies,
  )
  // Remix believes this header without asking; behind a proxy ORIGIN says what it would.
  delete headers['x-forwarded-host']
  delete headers[REFUSED]
  // A Host that is no host, or brings a name or a path with it, would end in an unhandled URL error.
  if (!isHost(headers.host ?? '')) headers.host = 'localhost'
  if (isSafeMethod(request.method ?? 'GET')) return
  const sender = {
    fetchSite: text(headers['sec-fetch-site']),
    origin: text(headers.origin),
    referer: text(headers.referer),
  }
  const host = headers.host ?? ''
  if (isCrossSite(sender, host, settings.origin))
    headers[REFUSED] =
      settings.origin && !isCrossSite(sender, host, originAt(settings.origin, host))
        ? UNLESS_TENANTS
        : 'cross-site'
  // The judgement is made: Remix's own comparison must not turn it into an empty page.
  delete headers.origin
}

const isHost = (host: string): boolean => !/[/?#@\\]/.test(host) && URL.canParse(`http://${host}`)

/**
 * Escapes that are no UTF-8 cannot be read: kept as the characters that they are, they name a page that does not
 * exist.
 */
function decodable(url: string): string {
  const path = pathOf(url)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** The address that the outermost trusted proxy saw, or the peer's own. */
export const clientAddress = (
  forwarded: string | string[] | undefined,
  peer: string | undefined,
  trustedProxies: number,
): string => forwardedAddress(text(forwarded), trustedProxies) ?? plainAddress(peer ?? '') ?? peer ?? ''

/** Shorter than the launcher waits. */
const LAST_REQUESTS_MS = 2_000

/**
 * On SIGTERM the console stops listening and waits for its connections. A browser keeps its own open, and asks for
 * its event stream again on them: so
 * those without a request are closed until none is left, and after a while the others too.
 */
export function closeAtTheEnd(
  server: Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'>,
): void {
  const end = () => {
    server.close()
    setInterval(() => server.closeIdleConnections(), 50).unref()
    setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
}

export function baselineHeaders(https: boolean): Record<string, string> {
  return {
    // Files and data that may be kept say so themselves.
    'Cache-Control': noStore,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Not no-referrer: browsers then send `Origin: null` with forms.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Nothing here is for search engines, a page that somebody was given a link to least of all.
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

function logWhenDone(request: IncomingMessage, response: ServerResponse, atHand: RequestAtHand): void {
  const started = performance.now()
  response.once('close', () => {
    const path = pathOf(request.url)
    const { method, route = 'none' } = atHand
    atHand.span?.end(answered(method, route, response.statusCode, atHand.request_id))
    if (path.startsWith('/assets/') && response.statusCode < 400) return
    const ms = Math.round(performance.now() - started)
    requestDone({ method, route, status: response.statusCode, ms })
    log.info(
      {
        request_id: request.headers[REQUEST_ID],
        method: request.method,
        path,
        status: response.statusCode,
        ms,
        ...(hasGone(response) && { client_gone: true }),
      },
      'request',
    )
  })
}
