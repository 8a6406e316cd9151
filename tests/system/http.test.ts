import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validityOf } from '../support/html-validity'
import { startSystem, type RunningSystem } from '../support/system'

/** Both real programs, spoken to byte by byte where a browser would not say it so. */
let system: RunningSystem
let cookie = ''
const ports = { console: 0, backend: 0 }
beforeAll(async () => {
  system = await startSystem({ env: { DEMO: 'on', LOG_LEVEL: 'info' } })
  Object.assign(ports, {
    console: Number(new URL(system.consoleUrl).port),
    backend: Number(new URL(system.backendUrl).port),
  })
  const signedIn = await fetch(`${system.consoleUrl}/auth/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ username: 'manager', password: 'demo-manager-2026' }),
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
})
afterAll(() => system.end())

interface Line {
  level: string
  time: string
  program: string
  request_id?: string
  method?: string
  path?: string
  status?: number
  ms?: number
  client_gone?: boolean
  msg: string
}
const lines = (): Line[] =>
  system
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)

/** The answer's head and body; '' when the connection was cut `afterMs`. */
function raw(port: number, text: string, afterMs?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      if (afterMs !== undefined)
        setTimeout(() => {
          socket.resetAndDestroy()
          resolve('')
        }, afterMs)
    })
    socket.setTimeout(15_000, () => reject(new Error(`no answer to ${text}`)))
    socket.on('data', data => {
      answer += String(data)
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', error => (afterMs === undefined ? reject(error) : resolve('')))
  })
}
const get = (port: number, target: string, more = '') =>
  raw(port, `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${more}\r\n`)
const statusOf = (answer: string) => Number(answer.split(' ')[1])

describe('a request line', () => {
  test.each(['console', 'backend'] as const)('with a whole address means the plain path (%s)', async name => {
    const port = ports[name]
    const path = name === 'console' ? '/auth/login' : '/health'
    for (const before of [
      '',
      `http://localhost:${port}`,
      'http://console.example',
      'https://somebody:secret@console.example:8443',
    ]) {
      expect([before, statusOf(await get(port, before + path))]).toEqual([before, 200])
    }
    for (const odd of [
      'http://localhost',
      'http://[/x',
      'ftp://x/y',
      '//evil.example/x',
      '/%ff%fe',
      '/%',
      '/a?%zz',
    ]) {
      expect([odd, statusOf(await get(port, odd))]).not.toEqual([odd, 500])
    }
    expect(
      statusOf(await raw(port, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')),
    ).toBeLessThan(500)
  })

  test('that is too long is answered with why, in every language or as a problem, and ends nothing', async () => {
    for (const length of [20_000, 500_000]) {
      const long = `/slots?query=${'x'.repeat(length)}`
      const [head = '', page = ''] = (await get(ports.console, long)).split('\r\n\r\n')
      expect([statusOf(head), head]).toEqual([431, expect.stringContaining('text/html; charset=utf-8')])
      for (const words of ['too long', 'prea lungă', 'demasiado longo']) expect(page).toContain(words)
      expect(await validityOf(page, 'too long')).toEqual([])
      const answer = await get(ports.backend, long)
      expect(statusOf(answer)).toBe(431)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        success: false,
        error: { code: 'too_large' },
      })
    }
    for (const port of [ports.console, ports.backend]) {
      expect(statusOf(await raw(port, 'HELLO\r\n\r\n'))).toBe(400)
      // Gone before it was told.
      await raw(port, `GET /${'x'.repeat(500_000)}`, 0)
      expect(statusOf(await get(port, '/health'))).toBe(200)
    }
  })

  test('with a whole address leads to the page of who is signed in', async () => {
    const answer = await get(
      ports.console,
      `http://localhost:${ports.console}/slots`,
      `Cookie: ${cookie}\r\n`,
    )
    expect(statusOf(answer)).toBe(200)
    expect(answer).toContain('<h1')
  })
})

test('both keep a connection that waits for longer than a proxy does', async () => {
  for (const url of [`${system.consoleUrl}/health`, `${system.backendUrl}/health`])
    expect(await fetch(url).then(answer => answer.headers.get('keep-alive'))).toBe('timeout=75')
})

test('no answer of the console but a static file may be kept by a cache', async () => {
  const headers = async (path: string, as = cookie) =>
    (await fetch(system.consoleUrl + path, { redirect: 'manual', headers: { cookie: as } })).headers
  for (const path of [
    '/',
    '/slots',
    '/nowhere',
    '/error',
    '/slots/xyz',
    '/health',
    '/version.json',
    '/slots/export.csv',
    '/language',
  ]) {
    for (const as of [cookie, ''])
      expect([path, as !== '', (await headers(path, as)).get('cache-control')]).toEqual([
        path,
        as !== '',
        expect.stringContaining('no-store'),
      ])
  }
  expect((await headers('/logout', '')).get('cache-control')).toBe('no-store')
  expect((await headers('/robots.txt')).get('cache-control')).toContain('max-age')
})

test('what is streamed is compressed, and says so to whatever keeps it', async () => {
  const answer = (accepted: string) =>
    fetch(`${system.consoleUrl}/slots/export.csv`, { headers: { cookie, 'accept-encoding': accepted } })
  const [packed, plain] = await Promise.all([answer('gzip'), answer('identity')])
  expect([packed, plain].map(({ status, headers }) => [status, headers.get('vary')])).toEqual([
    [200, 'Accept-Encoding'],
    [200, 'Accept-Encoding'],
  ])
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
    'gzip',
    null,
  ])
  // Read as `fetch` has unpacked it.
  expect((await packed.text()).split('\n')[0]).toBe((await plain.text()).split('\n')[0])
})

test('browsers and programs that go away in the middle are no errors', async () => {
  const post = (path: string, type: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\nCookie: ${cookie}\r\n\r\n${body}`
  await Promise.all([
    raw(ports.console, post('/auth/login', 'application/x-www-form-urlencoded', 'username=a'), 60),
    raw(
      ports.console,
      post(
        '/slots/create',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="serial"\r\n\r\nab',
      ),
      60,
    ),
    ...[0, 1, 5, 20, 60].flatMap(ms => [
      raw(
        ports.console,
        `GET /slots?rowsPerPage=100 HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
        ms,
      ),
      raw(
        ports.console,
        `GET /slots/export.csv HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
        ms,
      ),
      raw(
        ports.console,
        `GET /notifications/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
        ms,
      ),
      raw(ports.backend, 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n', ms),
      raw(ports.backend, post('/api/authorization/v1/login', 'application/json', '{"username"'), ms),
    ]),
  ])
  await expect
    .poll(() => lines().filter(line => line.program === 'backend' && line.client_gone).length, {
      timeout: 10_000,
    })
    .toBeGreaterThan(0)
  await expect
    .poll(() => lines().filter(line => line.program === 'console' && line.client_gone).length, {
      timeout: 10_000,
    })
    .toBeGreaterThan(0)
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(lines().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
  expect(lines().filter(({ status }) => (status ?? 0) >= 500)).toEqual([])
  expect(system.errors()).toBe('')
})

test('a program that asks for a file that is none is told so, not that the console failed', async () => {
  const nobody = '0'.repeat(24)
  for (const path of [`/repairs/${nobody}/clear-form/export.pdf`, `/repairs/${nobody}/clear-form/pdf`]) {
    const answer = await fetch(system.consoleUrl + path, { headers: { cookie, accept: '*/*' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.json()).toMatchObject({
      success: false,
      error: { code: expect.any(String) as string },
    })
  }
})

test('a line of one program finds its line in the other', async () => {
  const answer = await fetch(`${system.consoleUrl}/slots`, { headers: { cookie } })
  const id = answer.headers.get('x-request-id') ?? ''
  const found = () => lines().filter(line => line.request_id === id && line.msg === 'request')
  await expect
    .poll(() => [...new Set(found().map(line => line.program))].sort())
    .toEqual(['backend', 'console'])
  for (const line of found()) {
    expect(line).toMatchObject({
      level: 'info',
      request_id: id,
      method: expect.stringMatching(/^[A-Z]+$/),
      path: expect.stringMatching(/^\//),
      status: 200,
      ms: expect.any(Number),
      time: expect.stringMatching(/Z$/),
    })
  }
})

test('a console that others reach is told to set ORIGIN; its cookies belong to its host alone', async () => {
  expect(
    lines().filter(line => line.level === 'warn' && line.msg.startsWith('ORIGIN is not set')),
  ).toHaveLength(1)
  const { headers } = await fetch(`${system.consoleUrl}/preferences`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ theme: 'dark', lng: 'ro' }),
  })
  expect(headers.getSetCookie().length).toBeGreaterThan(0)
  for (const one of headers.getSetCookie()) expect(one).not.toMatch(/domain/i)
})
