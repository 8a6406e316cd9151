/**
 * Preloaded into the console, ahead of remix-serve: a file of the build leaves here, as it was compressed when it was built, before Express
 * looks at its request (0.7 instead of 5 ms of CPU for the stylesheet). Everything else goes on to remix-serve as if this were not here.
 */
import { Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import sirv from 'sirv'

const YEAR = 365 * 24 * 3600
const HOUR = 3600

/** Names under /assets hold their content's hash; the others may change with the next build. */
const cacheControlOf = pathname =>
  pathname.startsWith('/assets/') ? `public, max-age=${YEAR}, immutable` : `public, max-age=${HOUR}`

/** What the front door gives every answer, and only a document can mean; the number of a request that is logged only where it failed. */
const ofDocuments = ['Permissions-Policy', 'Cross-Origin-Opener-Policy', 'X-Frame-Options', 'X-Request-Id']

const files = sirv(path.resolve('build/client'), {
  etag: true,
  gzip: true,
  brotli: true,
  setHeaders: (response, pathname) => {
    response.setHeader('Cache-Control', cacheControlOf(pathname))
    for (const name of ofDocuments) response.removeHeader(name)
  },
})

const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...about) {
  if (event !== 'request') return emit.call(this, event, ...about)
  const [request, response] = about
  if (request.method !== 'GET' && request.method !== 'HEAD') return emit.call(this, event, request, response)
  files(request, response, () => emit.call(this, event, request, response))
  return true
}

// Express's compression gives each answer four methods of its own, which V8 keeps with all that they see until it goes through the whole heap.
// Nearly all answers are one piece and compressed already: it waits with the answer, for one that is streamed (app/session/packed.server.ts).
const require = createRequire(createRequire(import.meta.url).resolve('@remix-run/serve/dist/cli.js'))
const compression = require('compression')
require.cache[require.resolve('compression')].exports = options => {
  const compress = compression(options)
  return (_request, response, next) => {
    response.locals.compress = compress
    next()
  }
}

// What remix-serve would do once more for each page is left out. A line for each request, which the launcher would drop: the console's own log
// names what that line cannot (a request id). Two looks for a file of the page's name, after the one above has found none.
const skip = () => (_request, _response, next) => next()
const inPlaceOf = (resolve, name) => {
  const id = resolve(name)
  require.cache[id] = { id, filename: id, loaded: true, exports: skip }
}
inPlaceOf(require.resolve, 'morgan')
inPlaceOf(createRequire(require.resolve('express')).resolve, 'serve-static')
