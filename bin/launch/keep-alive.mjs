/**
 * Preloaded into both programs: a connection that waits is kept longer than whoever holds its other end would keep it (proxies: a minute).
 * With Node's five seconds, a request now and then met a connection that was just being closed, and was never answered.
 */
import { Server } from 'node:http'

const KEEP_ALIVE_MS = 75_000

const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...about) {
  if (event === 'listening') this.keepAliveTimeout = KEEP_ALIVE_MS
  return emit.call(this, event, ...about)
}
