/** A tenant's sign-in host lets in its people and the system's, by every way of signing in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identityProvider, type IdentityProvider } from '../../../tests/support/identity-provider'
import { password, people, tenants, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { CONSOLE_HOST } from '../../platform/contract/host-name'

const LUSITANIA = tenants.lusitania.host
const REDIRECT = `https://${LUSITANIA}/auth/callback`
let house: IdentityProvider
let b: TestBackend
beforeAll(async () => {
  house = await identityProvider(REDIRECT)
  b = await testBackend({ env: { ...house.env, ORIGIN: 'https://console.example.com' } })
})
afterAll(async () => {
  await b.close()
  await house.close()
})
beforeEach(() => b.db.deleteFrom('sso_identities').execute())

const path = '/api/authorization/v1'
const login = (username: Person, host: string, word: string = password) =>
  b.json(`${path}/login`, { body: { username, password: word }, headers: { [CONSOLE_HOST]: host } })
const codeOf = ({ status, body }: { status: number; body: Envelope }) => [status, body.error?.code]

describe('at a tenant’s own address', () => {
  it('its people and the system’s sign in; others are told where, once their password was right', async () => {
    expect((await login('paulo', LUSITANIA)).status).toBe(200)
    expect((await login('ana', LUSITANIA)).status).toBe(200)
    const refused = await login('mihai', LUSITANIA)
    expect(codeOf(refused)).toEqual([401, 'other_tenants_host'])
    expect(refused.body.error.details).toEqual({
      tenant: tenants.lusitania.name,
      host: tenants.carpathia.host,
    })
    const wrong = await login('mihai', LUSITANIA, 'not the right one')
    expect([codeOf(wrong), wrong.body.error.details]).toEqual([[401, 'login_incorrect'], undefined])
  })

  it.each(['LUSITANIA.localhost', 'lusitania.localhost.', 'lusitania.localhost:3000'])(
    'however it is spelt: %s',
    async host => expect(codeOf(await login('mihai', host))).toEqual([401, 'other_tenants_host']),
  )

  it('everybody signs in at the installation’s, at one that nobody has, and where nobody says which', async () => {
    for (const host of ['console.example.com', 'elsewhere.example', '', '][', 'x'.repeat(2_000)])
      expect((await login('mihai', host)).status, host).toBe(200)
    expect((await b.json(`${path}/login`, { body: { username: 'mihai', password } })).status).toBe(200)
  })

  it('a sign-in that was made elsewhere does not hold there', async () => {
    const token = await b.login('mihai')
    const check = (host: string) =>
      b.json(`${path}/check`, { token, method: 'GET', headers: { [CONSOLE_HOST]: host } })
    expect(codeOf(await check(LUSITANIA))).toEqual([401, 'other_tenants_host'])
    expect((await check(tenants.carpathia.host)).status).toBe(200)
  })

  it('neither does the identity provider’s word', async () => {
    for (const name of ['mihai', 'paulo'] as const) {
      house.people[name] = { email: `${name}@example.com`, email_verified: true }
      await b.db
        .updateTable('users')
        .set({ email: `${name}@example.com`, email_verified: 1 })
        .where('id', '=', people[name].id)
        .execute()
    }
    const signIn = async (username: string) => {
      const { body } = await b.json(`${path}/sso/start`, { body: { username, redirect_uri: REDIRECT } })
      const { location, return_sso_token } = body.data as unknown as Record<string, string>
      const back = Object.fromEntries((await house.walk(location ?? '')).searchParams)
      return b.json(`${path}/sso/callback`, { body: { return_sso_token, ...back } })
    }
    expect(codeOf(await signIn('mihai'))).toEqual([401, 'other_tenants_host'])
    expect((await signIn('paulo')).status).toBe(200)
  })
})

describe('whose host it is', () => {
  const known = async (host: string) =>
    (await b.json<{ data: { known: boolean } }>(`${path}/sign-in-host`, { body: { host } })).body.data.known

  it('is told of a tenant’s alone', async () => {
    expect(await known(LUSITANIA)).toBe(true)
    expect(await known(`${LUSITANIA.toUpperCase()}.`)).toBe(true)
    for (const host of ['console.example.com', 'localhost', 'elsewhere.example', ''])
      expect(await known(host), host).toBe(false)
    await b.db.updateTable('tenants').set({ archived_at: 1 }).where('id', '=', tenants.lusitania.id).execute()
    expect(await known(LUSITANIA)).toBe(false)
    await b.db
      .updateTable('tenants')
      .set({ archived_at: null })
      .where('id', '=', tenants.lusitania.id)
      .execute()
  })

  it('is one tenant’s, and not the installation’s, however it is spelt', async () => {
    const make = (login_host: string) =>
      b.json('/api/configuration/v1/tenant', { as: 'ana', body: { name: 'Aurora Gaming', login_host } })
    const fault = async (host: string) => {
      const { status, body } = await make(host)
      return [status, (body.error?.fields?.login_host as { code: string }[] | undefined)?.[0]?.code]
    }
    expect(await fault('CARPATHIA.localhost.')).toEqual([422, 'taken'])
    expect(await fault('Console.Example.com.')).toEqual([422, 'own_host'])
    expect(await fault('aurora.example.com:8443')).toEqual([422, 'host'])
    expect(await fault('https://aurora.example.com')).toEqual([422, 'host'])
    const { body } = await make('Aurora.Example.com.')
    expect(body.data).toMatchObject({ tenant: { login_host: 'aurora.example.com' } })
  })
})
