/** A tenant that asks for a second factor: a password alone opens nothing but the way to set one up. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { password, people, tenants, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { writeSetForTest } from '../../../tests/support/kept-settings'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  b.clock.set(wednesday)
})
afterAll(() => b.close())

const auth = '/api/authorization/v1'
const own = '/api/users/v1/second-factor'
interface SignedIn {
  data: {
    access_token: string
    refresh_token: string
    permissions: Record<string, number>
    user: { second_factor_due: boolean }
  }
}
const demand = (isDemanded: boolean) =>
  writeSetForTest(b, 'general-tenant', tenants.carpathia.id, { 'session.second_factor': isDemanded })
const signIn = async (username: Person) =>
  (
    await b.json<SignedIn>(`${auth}/login`, {
      body: { username, password, generate_refresh_token: true, decoded_permissions: true },
    })
  ).body.data
const slots = (token: string) =>
  b.json('/api/configuration/v1/slots', { token, body: { exactFields: [], exactValues: [] } })
const check = async (token: string) =>
  (await b.json<SignedIn>(`${auth}/check?decoded_permissions=1`, { token })).body.data
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: b.clock() })

it('permits nothing before one is set up, everything at once after, and nothing again without it', async () => {
  await demand(true)
  const { access_token: token, permissions, user } = await signIn('mihai')
  expect([permissions, user.second_factor_due]).toEqual([{}, true])
  expect(await check(token)).toMatchObject({ permissions: {}, user: { second_factor_due: true } })
  expect((await slots(token)).status).toBe(403)
  const push = '/api/notifications/v1/push'
  for (const [path, body] of [
    [`${push}/subscribe`, { endpoint: 'https://fcm.googleapis.com/1', p256dh: 'x', auth: 'x', name: 'x' }],
    [`${push}/test`, { id: people.mihai.id }],
    ['/api/notifications/v1/clear', {}],
    ['/api/users/v1/sessions-end', {}],
  ] as const)
    expect((await b.json(path, { token, body })).status, path).toBe(403)
  expect((await b.json(push, { token })).status).toBe(200)

  const start = await b.json<{ data: { secret: string } }>(`${own}-start`, {
    token,
    body: { current_password: password },
  })
  const confirmed = await b.json(`${own}-confirm`, { token, body: { code: codeOf(start.body.data.secret) } })
  expect(confirmed.status).toBe(200)
  expect((await slots(token)).status).toBe(200)
  expect((await check(token)).user.second_factor_due).toBe(false)

  expect((await b.json(`${own}-end`, { token, body: { current_password: password } })).status).toBe(200)
  expect((await slots(token)).status).toBe(403)
})

it('reaches who is signed in already, with their next token', async () => {
  await demand(false)
  const before = await signIn('andrei')
  expect((await slots(before.access_token)).status).toBe(200)
  await demand(true)
  expect((await slots(before.access_token)).status).toBe(200)
  const { body } = await b.json<SignedIn>(`${auth}/refresh`, {
    body: { refresh_token: before.refresh_token, decoded_permissions: true },
  })
  expect(body.data.permissions).toEqual({})
  expect((await slots(body.data.access_token)).status).toBe(403)
})

it('is the tenant’s own matter, and the provider’s for those who come from one', async () => {
  await demand(true)
  expect((await signIn('paulo')).user.second_factor_due).toBe(false)
  const { access_token: token } = await signIn('olga')
  expect((await slots(token)).status).toBe(403)
  // As a sign-in by an identity provider is kept: it is started without the demand.
  await b.db
    .updateTable('token_families')
    .set({ by_sso: 1, factor_due: null })
    .where('user_id', '=', people.olga.id)
    .execute()
  expect((await slots(token)).status).toBe(200)
})
