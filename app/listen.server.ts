/**
 * The console's server: a file of the build leaves as it was compressed when it was built, everything else is a
 * page.
 */
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { installGlobals, type ServerBuild } from '@remix-run/node'
import sirv from 'sirv'
import { KEEP_ALIVE_MS, MOST_WAITING } from '../backend/platform/process/keep-alive'
import { answerUnread } from '../backend/platform/process/unread-requests'
import { requestAtHand } from '../backend/platform/process/request-at-hand'
import { requestOf, send } from './answer.server'
import { env } from './process/env.server'
import { log } from './process/log.server'
import { pageHandler } from './page-handler.server'
import { closeAtTheEnd } from './session/request-admission.server'
import { unreadPage } from './session/unread-page'

const YEAR_S = 365 * 24 * 3600
const HOUR_S = 3600

/** Names under /assets hold their content's hash; the others may change with the next build. */
const cacheControlOf = (pathname: string) =>
  pathname.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${HOUR_S}`

/**
 * What admission gives every answer, and only a document can mean; the number of a request that is logged only
 * where it failed.
 */
const ofDocuments = ['Permissions-Policy', 'Cross-Origin-Opener-Policy', 'X-Frame-Options', 'X-Request-Id']

export function listen(build: ServerBuild, folder: string): void {
  installGlobals()
  const page = listener(build)
  const files = sirv(path.join(folder, 'client'), {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (answer, pathname) => {
      answer.setHeader('Cache-Control', cacheControlOf(pathname))
      for (const name of ofDocuments) answer.removeHeader(name)
    },
  })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, answer) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      files(request, answer, () => void page(request, answer))
    else void page(request, answer)
  })
  answerUnread(server, unreadPage)
  closeAtTheEnd(server)
  server.listen({ port: env().port, host: env().host, backlog: MOST_WAITING })
}

/** Answers requests with the pages of a build. */
export function listener(build: ServerBuild, mode?: string): RequestListener {
  const handle = pageHandler(build, mode)
  return async (request, answer) => {
    try {
      await send(await handle(requestOf(request, answer)), answer, request.headers['accept-encoding'])
    } catch (error) {
      log.error({ err: error, path: requestAtHand()?.path }, 'a request failed')
      requestAtHand()?.giveUp?.()
    }
  }
}
