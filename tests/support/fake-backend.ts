/**
 * A backend that misbehaves on request: for tests of what the console does when the real one is slow, gone or talks
 * nonsense.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export type Answer = (seen: Seen, response: ServerResponse) => unknown

export interface FakeBackend {
  url: string
  seen: Seen[]
  /** How often a path was asked for. */
  count(path: string): number
  /** Answers of `path` from now on; `ok(…)` and `refuse(…)` make the usual ones. */
  answer(path: string, answer: Answer): void
  close(): Promise<void>
}

export async function fakeBackend(): Promise<FakeBackend> {
  const answers = new Map<string, Answer>()
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const one: Seen = {
        method: request.method ?? '',
        path: (request.url ?? '').split('?')[0] ?? '',
        headers: request.headers,
        body: text ? JSON.parse(text) : undefined,
      }
      seen.push(one)
      const answer = answers.get(one.path) ?? refuse(404, 'not_found')
      void answer(one, response)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count: path => seen.filter(one => one.path === path).length,
    answer: (path, answer) => {
      answers.set(path, answer)
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

export const ok =
  (data: unknown): Answer =>
  (_, response) =>
    send(response, 200, { success: true, data })

export const refuse =
  (
    status: number,
    code: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Answer =>
  (_, response) =>
    send(response, status, { success: false, error: { code, message: code, ...more } }, headers)

/** A JWT with this expiry, signed by nobody: the console only reads when it ends. */
export function tokenUntil(at: number, name = 'token'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ exp: Math.floor(at / 1000), jti: name })}.x`
}
