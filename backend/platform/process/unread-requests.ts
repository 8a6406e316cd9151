/**
 * A request that Node could not read is answered so that whoever sent it can see why. Left to itself Node sends a
 * status and nothing else.
 */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface UnreadAnswer {
  body: string
  headers: Record<string, string>
}

/** By Node's code of what was wrong; anything else is 400. */
const statuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** A sender that is still sending when it is cut off throws away the answer. Milliseconds. */
const LINGER_MS = 2_000

/** `describe`: what the answer says in addition to its status. */
export function answerUnread(server: Server, describe: (status: number) => UnreadAnswer | undefined): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  const answered = new WeakSet<Socket>()
  server.on('request', (request, response) => answers.set(request.socket, response))
  // Nothing that a socket does may end the program.
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    // What is still being sent after the answer is no request.
    if (answered.has(socket)) return
    answered.add(socket)
    socket.on('error', () => socket.destroy())
    const before = answers.get(socket)
    const isAnswering = before !== undefined && before.headersSent && !before.writableFinished
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    socket.end(written(status, describe(status)))
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

function written(status: number, { body, headers }: UnreadAnswer = { body: '', headers: {} }): string {
  const all = {
    Connection: 'close',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}
