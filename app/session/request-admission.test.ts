import { describe, expect, test, vi } from 'vitest'
import { isForgeable } from './start.server'
import {
  admit,
  baselineHeaders,
  clientAddress,
  closeAtTheEnd,
  CLIENT_ADDRESS,
  REFUSED,
  REQUEST_ID,
  UNLESS_TENANTS,
} from './request-admission.server'

const open = { origin: undefined, https: false, trustedProxies: 0 }
const behindProxy = { origin: 'https://console.example', https: true, trustedProxies: 1 }

function admitted(
  method: string,
  headers: Record<string, string>,
  settings: typeof open | typeof behindProxy = open,
) {
  const request = {
    method,
    headers: { host: 'localhost:3000', ...headers } as Record<string, string>,
    socket: { remoteAddress: '::ffff:10.0.0.7' },
  }
  admit(request, settings)
  return request.headers
}

describe('admission of requests', () => {
  test.each([
    ['our own form', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, false],
    ['our own form in an old browser', { origin: 'http://localhost:3000' }, false],
    ['a program without a browser', {}, false],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
    ['another port', { origin: 'http://localhost:4000' }, true],
    [
      'a neighbour of the same domain',
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
      true,
    ],
    ['a sandboxed frame', { origin: 'null' }, true],
    ['an origin that is none', { origin: 'not an origin' }, true],
    ['another site that hides its origin', { referer: 'https://evil.example/page' }, true],
    ['a header that claims to be judged', { 'x-refused': 'no' }, false],
  ])('a form from %s: refused is %s', (_, headers, refused) => {
    const after = admitted('POST', headers as Record<string, string>)
    expect(after[REFUSED] === 'cross-site').toBe(refused)
    // Remix would compare once more and answer an empty 500.
    expect(after.origin).toBeUndefined()
  })

  test('a form of the very host that it is sent to waits for whether that is a tenant’s own', () => {
    const there = { host: 'aurora.example', 'sec-fetch-site': 'same-origin' }
    const of = (headers: Record<string, string>) => admitted('POST', headers, behindProxy)[REFUSED]
    expect(of({ ...there, origin: 'https://aurora.example' })).toBe(UNLESS_TENANTS)
    expect(of({ ...there, origin: 'http://aurora.example' }), 'another scheme').toBe('cross-site')
    expect(of({ ...there, origin: 'https://aurora.example:8443' }), 'another port').toBe('cross-site')
    expect(of({ ...there, origin: 'https://console.example' }), 'the installation’s').toBeUndefined()
    expect(of({ ...there, origin: 'https://lusitania.example' }), 'another tenant’s').toBe('cross-site')
    expect(of({ ...there, origin: 'https://aurora.example', 'sec-fetch-site': 'same-site' })).toBe(
      'cross-site',
    )
  })

  test('reading is free for everyone', () => {
    expect(
      admitted('GET', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })[REFUSED],
    ).toBeUndefined()
  })

  test('behind a proxy the public origin counts, not the inner host', () => {
    expect(admitted('POST', { origin: 'https://console.example' }, behindProxy)[REFUSED]).toBeUndefined()
    expect(admitted('POST', { origin: 'http://localhost:3000' }, behindProxy)[REFUSED]).toBe('cross-site')
  })

  test('a Host that was made up to match the Origin passes only where ORIGIN does not say better: the start warns of that', () => {
    const forged = { host: 'evil.example', origin: 'https://evil.example' }
    expect(admitted('POST', forged)[REFUSED]).toBeUndefined()
    expect(admitted('POST', forged, behindProxy)[REFUSED], 'refused unless a tenant has it').toBe(
      UNLESS_TENANTS,
    )
    // On all addresses or one of the network, and without ORIGIN.
    for (const host of [undefined, '', '0.0.0.0', '::', '192.168.1.20', 'desk.example'])
      expect([host, isForgeable(undefined, host)]).toEqual([host, true])
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::1'])
      expect([host, isForgeable(undefined, host)]).toEqual([host, false])
    expect(isForgeable('https://console.example', undefined)).toBe(false)
  })

  test('a whole address in the request line is the plain path on that host', () => {
    const request = {
      method: 'POST',
      url: 'http://localhost:3000/slots?page=2',
      headers: { host: 'evil.example', origin: 'http://localhost:3000' } as Record<string, string>,
      socket: {},
    }
    admit(request, open)
    expect([request.url, request.headers.host, request.headers[REFUSED]]).toEqual([
      '/slots?page=2',
      'localhost:3000',
      undefined,
    ])
  })

  test('an address that cannot be decoded names a page that does not exist', () => {
    const request = {
      method: 'GET',
      url: '/%ff%fe?query=%C8%99',
      headers: { host: 'localhost' } as Record<string, string>,
      socket: {},
    }
    admit(request, open)
    expect(request.url).toBe('/%25ff%25fe?query=%C8%99')
  })

  test('headers that only a proxy may set are not believed from anyone else', () => {
    const after = admitted('GET', {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '1.2.3.4',
      'x-request-id': 'forged-request-id',
      [CLIENT_ADDRESS]: '1.2.3.4',
    })
    expect(after['x-forwarded-host']).toBeUndefined()
    expect(after[CLIENT_ADDRESS]).toBe('10.0.0.7')
    expect(after[REQUEST_ID]).not.toBe('forged-request-id')
  })

  test('with one proxy its last address counts, however many the visitor made up', () => {
    expect(clientAddress('6.6.6.6, 1.2.3.4', '10.0.0.1', 1)).toBe('1.2.3.4')
    expect(clientAddress('9.9.9.9, 1.2.3.4, 10.0.0.2', '10.0.0.1', 2)).toBe('1.2.3.4')
    expect(clientAddress(undefined, '10.0.0.1', 1)).toBe('10.0.0.1')
    expect(clientAddress('<script>', '10.0.0.1', 1)).toBe('10.0.0.1')
  })

  test('a Host that is none does not reach Remix', () => {
    for (const host of ['a b[', 'admin@console.example', 'console.example/slots', 'console.example?', 'a\\b'])
      expect(admitted('GET', { host }).host).toBe('localhost')
    for (const host of ['console.example', '[::1]:3000', '192.168.1.20:80'])
      expect(admitted('GET', { host }).host).toBe(host)
  })

  test('HSTS is sent behind HTTPS only', () => {
    expect(baselineHeaders(true)).toHaveProperty('Strict-Transport-Security')
    expect(baselineHeaders(false)).not.toHaveProperty('Strict-Transport-Security')
  })
})

describe('the end', () => {
  test('connections that browsers keep open do not keep the console alive', () => {
    vi.useFakeTimers()
    const before = new Set(process.listeners('SIGTERM'))
    const server = { close: vi.fn(), closeIdleConnections: vi.fn(), closeAllConnections: vi.fn() }
    closeAtTheEnd(server as never)
    const added = process.listeners('SIGTERM').filter(listener => !before.has(listener))
    expect(added).toHaveLength(1)
    added[0]?.('SIGTERM')
    expect(server.close).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(120)
    expect(server.closeIdleConnections).toHaveBeenCalledTimes(2)
    expect(server.closeAllConnections).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(server.closeAllConnections).toHaveBeenCalledTimes(1)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal)
    vi.useRealTimers()
  })
})
