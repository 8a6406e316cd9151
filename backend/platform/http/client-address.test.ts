import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { addressHeaders, addressKey, SIGNED_FOR_MS } from '../contract/client-address'

const secret = 'one secret that both of the programs share'
const key = addressKey(secret)
let b: TestBackend
beforeAll(async () => {
  b = await testBackend({ env: { SESSION_SECRET: secret } })
})
afterAll(() => b.close())
beforeEach(() => b.clock.advance(60_000))

/** A request as a server on this address's socket would see it. */
const fromPeer = (remoteAddress: string) => ({
  incoming: {
    socket: {
      remoteAddress,
      remotePort: 50_000,
      remoteFamily: remoteAddress.includes(':') ? 'IPv6' : 'IPv4',
    },
  },
})

/** Signs Mihai in over a connection from `peer`, and answers the address in the audit log. */
async function seenAs(
  peer: string,
  headers: Record<string, string>,
  of: TestBackend = b,
): Promise<string | null> {
  const response = await of.app.request(
    '/api/authorization/v1/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ username: 'mihai', password }),
    },
    fromPeer(peer),
  )
  expect(response.status, 'a signature that does not hold is no error').toBe(200)
  const entry = await of.db
    .selectFrom('audit_log')
    .select('ip')
    .where('action', '=', 'sign_in')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return entry.ip
}

const console4 = '10.20.30.40'
const person = '203.0.113.5'
const signed = (more: { address?: string; requestId?: string; at?: number; key?: Uint8Array } = {}) => {
  const requestId = more.requestId ?? 'request-0001'
  return {
    'x-request-id': requestId,
    ...addressHeaders(more.key ?? key, {
      address: more.address ?? person,
      requestId,
      at: more.at ?? b.clock(),
    }),
  }
}

describe('the address of a request', () => {
  it.each(['127.0.0.1', '::1', console4, '2001:db8:ffff::1'])(
    'is the one that a console at %s signed',
    async peer => {
      expect(await seenAs(peer, signed())).toBe(person)
    },
  )

  it.each([
    ['::ffff:203.0.113.5', person],
    ['2001:0DB8::0:5', '2001:db8::5'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('is written in one way: %s is %s', async (address, written) => {
    expect(await seenAs(console4, signed({ address }))).toBe(written)
  })

  it("is the peer's own without a signature, whoever the peer is", async () => {
    for (const peer of ['127.0.0.1', console4])
      expect(await seenAs(peer, { 'x-client-address': person, 'x-forwarded-for': person })).toBe(peer)
  })

  it("is the peer's own when the signature was forged", async () => {
    expect(
      await seenAs(console4, signed({ key: addressKey('another secret, of another installation') })),
    ).toBe(console4)
    expect(await seenAs(console4, { ...signed(), 'x-client-address': '203.0.113.6' })).toBe(console4)
    for (const signature of [
      '',
      'x',
      '1.x',
      `${b.clock()}.`,
      `${b.clock()}.${'A'.repeat(43)}`,
      `NaN.${'A'.repeat(43)}`,
    ]) {
      expect(await seenAs(console4, { ...signed(), 'x-client-signature': signature })).toBe(console4)
    }
    expect(await seenAs(console4, signed({ address: 'not an address' }))).toBe(console4)
  })

  it("is the peer's own when the signature is too old, or from a clock far ahead", async () => {
    expect(await seenAs(console4, signed({ at: b.clock() - SIGNED_FOR_MS }))).toBe(person)
    for (const at of [b.clock() - SIGNED_FOR_MS - 1, b.clock() + SIGNED_FOR_MS + 1])
      expect(await seenAs(console4, signed({ at }))).toBe(console4)
  })

  it("is the peer's own when the signature was made for another request", async () => {
    const heard = signed({ requestId: 'request-0001' })
    expect(await seenAs(console4, { ...heard, 'x-request-id': 'request-0002' })).toBe(console4)
    const { 'x-request-id': _left, ...withoutId } = heard
    expect(await seenAs(console4, withoutId)).toBe(console4)
  })
})

describe('a backend behind proxies of its own', () => {
  let behind: TestBackend
  beforeAll(async () => {
    behind = await testBackend({ env: { SESSION_SECRET: secret, BACKEND_TRUST_PROXY: '1' } })
  })
  afterAll(() => behind.close())

  it("believes what the last of them saw, and a console's signature before that", async () => {
    expect(await seenAs('10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 203.0.113.77' }, behind)).toBe(
      '203.0.113.77',
    )
    expect(await seenAs('10.0.0.1', { 'x-forwarded-for': 'nonsense' }, behind)).toBe('10.0.0.1')
    behind.clock.set(b.clock())
    expect(
      await seenAs('10.0.0.1', { 'x-forwarded-for': `${person}, ${console4}`, ...signed() }, behind),
    ).toBe(person)
  })
})
