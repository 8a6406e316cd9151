/** The console's own client against the real backend: what it says of its visitors is what the backend writes down. */
import { networkInterfaces } from 'node:os'
import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installationSecret } from '../../backend/platform/contract/installation-secret'
import { password } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { authenticate } from '../session/authenticator.server'
import { once } from '../process/once.server'

const settings = vi.hoisted(() => ({ apiUrl: '', sessionSecret: '', https: false }))
vi.mock('../process/env.server', () => ({ env: () => settings }))

/** This computer's own address on a network, where it has one: there, a connection is not from loopback. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find(one => one?.family === 'IPv4' && !one.internal)?.address

let backend: TestBackend
let server: ServerType
beforeAll(async () => {
  backend = await testBackend()
  backend.clock.set(Date.now())
  server = await new Promise(resolve => {
    const made = serve({ fetch: backend.app.fetch, port: 0, hostname: '0.0.0.0' }, () => resolve(made))
  })
  // As `npm start` has it: nobody has set a secret, and the console makes one where the backend finds it.
  settings.sessionSecret = installationSecret(backend.deps.env.dataDir)
})
afterAll(async () => {
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    ;(server as import('node:http').Server).closeAllConnections()
  })
  await backend.close()
})

let visits = 0
/** Mihai's browser at `address` sends the sign-in form to a console that reaches the backend at `host`. */
async function signIn(host: string, address: string): Promise<string | null | undefined> {
  settings.apiUrl = `http://${host}:${(server.address() as AddressInfo).port}`
  const form = new FormData()
  form.set('username', 'mihai')
  form.set('password', password)
  const requestId = `visit-number-${++visits}`
  await authenticate(
    new Request('http://console.example/auth/login', {
      method: 'POST',
      headers: { 'x-request-id': requestId, 'x-client-address': address },
    }),
    form,
  )
  return (
    await backend.db
      .selectFrom('audit_log')
      .select('ip')
      .where('action', '=', 'sign_in')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow()
  ).ip
}

describe('the address of a visitor', () => {
  test('reaches the audit log from a console beside the backend', async () => {
    expect(await signIn('127.0.0.1', '203.0.113.5')).toBe('203.0.113.5')
    expect(await signIn('127.0.0.1', '2001:db8::5')).toBe('2001:db8::5')
  })

  test.runIf(outside)('reaches it from a console on another host', async () => {
    expect(await signIn(outside ?? '', '203.0.113.6')).toBe('203.0.113.6')
  })

  test("is the console's own where the two programs do not share a secret, and signing in works", async () => {
    const shared = once('client-address-key', () => new Uint8Array())
    const mine = shared.slice()
    shared.fill(7)
    expect(await signIn('127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
    shared.set(mine)
  })
})
