import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { installGlobals } from '@remix-run/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestOf, send } from './answer.server'
import { packed } from './session/packed.server'

let end = () => {}
afterEach(() => end())

/** What whoever asks is sent, as it comes. */
async function sent(
  answer: (asked: Request) => Promise<Response> | Response,
  { method = 'GET', body = '', headers = {} as Record<string, string> } = {},
) {
  const server = createServer((incoming, to) => {
    to.setHeader('Cache-Control', 'no-store')
    void Promise.resolve(answer(requestOf(incoming, to))).then(given =>
      send(given, to, incoming.headers['accept-encoding']),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  end = () => server.close()
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const asking = request({ port, host: '127.0.0.1', path: '/slots?page=2', method, headers }, reply => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

const streamed =
  (type: string, init: Record<string, string> = {}) =>
  () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const part of ['one,', 'two']) controller.enqueue(Buffer.from(part))
          controller.close()
        },
      }),
      { headers: { 'Content-Type': type, ...init } },
    )

const own = { File, fetch, FormData, Headers, Request, Response }

describe.each([
  // The program runs with Remix's own, whose streams are of another kind.
  ['Node', () => {}],
  ['Remix', () => installGlobals()],
])('with what %s has for requests and answers', (_name, install) => {
  beforeAll(install)
  afterAll(() => void Object.assign(globalThis, own))

  test('a form arrives as it was sent, at the address that it was sent to', async () => {
    const { body } = await sent(
      async asked =>
        new Response(
          JSON.stringify({ url: asked.url, of: asked.headers.get('x-desk'), form: await asked.text() }),
        ),
      { method: 'POST', body: 'serial=17', headers: { host: 'console.test:3000', 'x-desk': 'two' } },
    )
    expect(JSON.parse(body.toString())).toEqual({
      url: 'http://console.test:3000/slots?page=2',
      of: 'two',
      form: 'serial=17',
    })
  })

  test('each cookie is a header of its own', async () => {
    const { headers } = await sent(() => {
      const answer = new Response(null, { status: 303, headers: { Location: '/access' } })
      for (const cookie of ['lng=ro; Path=/', 'theme=dark; Path=/'])
        answer.headers.append('Set-Cookie', cookie)
      return answer
    })
    expect([headers.location, headers['set-cookie']]).toEqual([
      '/access',
      ['lng=ro; Path=/', 'theme=dark; Path=/'],
    ])
  })

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('what is streamed to whoever takes %s is %s', async (accepted, encoding, open) => {
    const { headers, body } = await sent(streamed('text/csv; charset=utf-8', { 'Content-Length': '7' }), {
      headers: { 'accept-encoding': accepted },
    })
    expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
      encoding,
      'Accept-Encoding',
      undefined,
    ])
    expect(open(body).toString()).toBe('one,two')
  })

  test('the encoding is named once as what an answer varies by, also where a page said so', async () => {
    const { headers } = await sent(streamed('text/html', { Vary: 'Accept-Encoding' }), {})
    expect(headers.vary).toBe('Accept-Encoding')
  })

  test('what is compressed already, forbids it or would not get smaller goes as it is', async () => {
    const taken = { headers: { 'accept-encoding': 'gzip, br' } }
    for (const answer of [
      streamed('application/pdf'),
      streamed('text/event-stream', { 'Cache-Control': 'no-store, no-transform' }),
      streamed('text/csv', { 'Content-Encoding': 'identity' }),
    ]) {
      const { headers, body } = await sent(answer, taken)
      expect([headers['content-encoding'] ?? 'identity', body.toString()]).toEqual(['identity', 'one,two'])
    }
  })

  test('a packed document goes with its length, in one piece', async () => {
    const page = `<!DOCTYPE html><p>${'Slot '.repeat(500)}</p>`
    const { headers, body } = await sent(
      asked => packed(page, asked, { status: 200, headers: new Headers({ 'Content-Type': 'text/html' }) }),
      { headers: { 'accept-encoding': 'gzip' } },
    )
    expect([headers['content-length'], headers.vary]).toEqual([String(body.length), 'Accept-Encoding'])
    expect(gunzipSync(body).toString()).toBe(page)
  })

  test.each([
    ['a redirect', 302, {}, { 'cache-control': 'no-store', 'retry-after': undefined }],
    ['a file', 200, { 'Cache-Control': 'max-age=60' }, { 'cache-control': 'max-age=60' }],
    ['a refusal for now', 503, {}, { 'cache-control': 'no-store', 'retry-after': '5' }],
    ['a refusal that says until when', 503, { 'Retry-After': '60' }, { 'retry-after': '60' }],
  ])('%s is completed before it leaves', async (_, status, given, expected) => {
    const { status: told, headers } = await sent(
      () => new Response(null, { status, headers: given as Record<string, string> }),
    )
    expect(told).toBe(status)
    for (const [name, value] of Object.entries(expected)) expect([name, headers[name]]).toEqual([name, value])
  })

  test('who goes away in the middle ends what was made for them, and nothing else', async () => {
    let isCancelled = false
    let hasAborted = false
    const answer = (asked: Request) => {
      asked.signal.addEventListener('abort', () => (hasAborted = true))
      return new Response(
        new ReadableStream({
          pull: controller => controller.enqueue(Buffer.alloc(1024)),
          cancel: () => {
            isCancelled = true
          },
        }),
        { headers: { 'Content-Type': 'application/pdf' } },
      )
    }
    const errors: unknown[] = []
    const server = createServer((incoming, to) => {
      send(answer(requestOf(incoming, to)), to, undefined).catch((error: unknown) => errors.push(error))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    end = () => server.close()
    const asking = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, reply =>
      reply.once('data', () => asking.destroy()),
    )
    asking.on('error', () => {})
    asking.end()
    await expect.poll(() => [isCancelled, hasAborted]).toEqual([true, true])
    expect(errors).toEqual([])
  })
})
