import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identityProvider, type IdentityProvider } from '../../../tests/support/identity-provider'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { people, wednesday, type Person } from '../../../tests/people'
import { roleId } from './roles'
import { verifiedEmail } from './sso-identities.service'

const REDIRECT = 'http://localhost:3000/auth/callback'
let house: IdentityProvider
let b: TestBackend
beforeAll(async () => {
  house = await identityProvider(REDIRECT)
  b = await testBackend({ env: house.env })
})
afterAll(async () => {
  await b.close()
  await house.close()
})
beforeEach(async () => {
  b.clock.set(wednesday)
  house.ahead = 0
  await b.db.deleteFrom('sso_identities').execute()
  await b.db.deleteFrom('mails').execute()
  for (const who of ['olga', 'mihai'] as const)
    await b.db
      .updateTable('users')
      .set({ email: `${who}@example.com`, email_verified: 1, enabled: 1 })
      .where('id', '=', people[who].id)
      .execute()
  for (const name of Object.keys(house.people)) delete house.people[name]
  house.people.olga = { email: 'Olga@Example.com', email_verified: true }
})

const path = '/api/authorization/v1'
const dataOf = <Data>({ body }: { body: Envelope }) => body.data as unknown as Data
const start = async (username = 'olga') =>
  dataOf<{ location: string; return_sso_token: string }>(
    await b.json(`${path}/sso/start`, { body: { username, redirect_uri: REDIRECT } }),
  )
const callback = (body: object) => b.json(`${path}/sso/callback`, { body })
const brought = (url: URL) => Object.fromEntries(url.searchParams)

async function signIn(username = 'olga') {
  const { location, return_sso_token } = await start(username)
  return callback({ return_sso_token, ...brought(await house.walk(location)) })
}
const rolesOf = async (person: Person) =>
  (await b.db.selectFrom('user_roles').select('role_id').where('user_id', '=', people[person].id).execute())
    .map(row => row.role_id)
    .sort()

describe('signing in at the house’s identity provider', () => {
  it('lets in who is known by a verified address, and from then on by the provider’s own id', async () => {
    const { status, body } = await signIn()
    expect([status, body.data]).toMatchObject([
      200,
      { user: { username: 'olga' }, permissions: { 'slot::list': 1 } },
    ])
    house.people.olga = { email: 'another@example.com', email_verified: true }
    expect((await signIn()).status).toBe(200)
    const tokens = dataOf<{ access_token: string; refresh_token: string }>(await signIn())
    expect((await b.json(`${path}/check`, { token: tokens.access_token })).status).toBe(200)
    expect((await b.json(`${path}/refresh`, { body: { refresh_token: tokens.refresh_token } })).status).toBe(
      200,
    )
  })

  it('is also the specification’s login with enable_sso: a 302, and a token where one is asked for', async () => {
    const response = await b.app.request(`${path}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'olga', password: '', enable_sso: true, returnSsoToken: true }),
    })
    // An empty password is no placeholder.
    expect(response.status).toBe(422)
    const led = await b.app.request(`${path}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'olga', password: '-', enable_sso: true, returnSsoToken: true }),
    })
    expect([led.status, led.headers.get('location')]).toEqual([302, expect.stringContaining(house.issuer)])
    const { data } = (await led.json()) as { data: { return_sso_token: string } }
    const back = brought(await house.walk(led.headers.get('location') ?? ''))
    expect((await callback({ return_sso_token: data.return_sso_token, ...back })).status).toBe(200)
    expect((await b.json(`${path}/login`, { body: { username: 'olga' } })).body.error.fields).toEqual({
      password: [{ code: 'required' }],
    })
  })

  it('lets in nobody without a verified address on both sides, disabled, or unknown', async () => {
    house.people.olga = { email: 'olga@example.com', email_verified: false }
    expect((await signIn()).body.error).toMatchObject({
      code: 'sso_failed',
      message: 'The login details are incorrect or SSO failed.',
    })
    house.people.olga = { email: 'olga@example.com', email_verified: true }
    await b.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', people.olga.id).execute()
    expect((await signIn()).status).toBe(401)
    await b.db
      .updateTable('users')
      .set({ email_verified: 1, enabled: 0 })
      .where('id', '=', people.olga.id)
      .execute()
    expect((await signIn()).status).toBe(401)
    house.people.stranger = { email: 'stranger@example.com', email_verified: true }
    expect((await signIn('stranger')).status).toBe(401)
    expect(await b.db.selectFrom('sso_identities').selectAll().execute()).toEqual([])
  })

  it('lets in nobody by an address that two people share', async () => {
    await b.db
      .updateTable('users')
      .set({ email: 'olga@example.com' })
      .where('id', '=', people.mihai.id)
      .execute()
    expect((await signIn()).status).toBe(401)
  })

  it('never finds an account by its address once somebody at the provider is tied to it; its owner is told', async () => {
    await signIn()
    const mails = () => b.db.selectFrom('mails').select(['kind', 'address', 'data']).execute()
    const told = (await mails()).filter(({ kind }) => kind === 'identity_tied')
    expect(told).toMatchObject([{ address: 'olga@example.com' }])
    expect(JSON.parse(told[0]?.data ?? '')).toMatchObject({ username: 'olga', provider: expect.any(String) })
    // A colleague who was given the address, or made it anew.
    house.people.heir = { email: 'OLGA@example.com', email_verified: true }
    expect((await signIn('heir')).status).toBe(401)
    expect((await signIn()).status).toBe(200)
    expect(await b.db.selectFrom('sso_identities').select(['subject', 'user_id']).execute()).toEqual([
      { subject: 'olga', user_id: people.olga.id },
    ])
    expect((await mails()).filter(({ kind }) => kind === 'identity_tied')).toHaveLength(1)
  })

  it('ties anew whom an administrator has untied: sessions end, the address decides once more', async () => {
    const { access_token } = dataOf<{ access_token: string }>(await signIn())
    const untie = async () =>
      dataOf<{ results: object[] }>(
        await b.json('/api/users/v1/user-untie-identity', {
          as: 'ana',
          body: { ids: [people.olga.id], reason: 'new account at the provider' },
        }),
      ).results
    expect(await untie()).toMatchObject([{ outcome: 'done' }])
    expect(await untie()).toMatchObject([{ outcome: 'skipped', reason: 'not_tied' }])
    expect((await b.json(`${path}/check`, { token: access_token })).status).toBe(401)
    house.people.heir = { email: 'olga@example.com', email_verified: true }
    expect((await signIn('heir')).status).toBe(200)
    expect((await signIn()).status).toBe(401)
  })

  it('takes no address with letters whose small form is another one', async () => {
    await b.db
      .updateTable('users')
      .set({ email: 'mike@example.com' })
      .where('id', '=', people.mihai.id)
      .execute()
    house.people.other = { email: 'mi\u212ae@example.com', email_verified: true }
    expect((await signIn('other')).status).toBe(401)
  })

  it('takes `verified` of the answer alone that names the address', () => {
    const verified = { email: 'olga@example.com', email_verified: true }
    expect(verifiedEmail({}, verified)).toBe('olga@example.com')
    expect(verifiedEmail({ email: 'mihai@example.com' }, verified)).toBeUndefined()
    expect(verifiedEmail({ email: 'mihai@example.com', email_verified: 'true' }, verified)).toBeUndefined()
    expect(verifiedEmail({ email_verified: true }, { email: 'olga@example.com' })).toBeUndefined()
  })

  it('names the clock where this server’s and the provider’s are more than 30 seconds apart', async () => {
    const said = async (seconds: number) => {
      house.ahead = seconds
      const { status, body } = await signIn()
      return [status, body.error?.code, body.error?.details]
    }
    expect(await said(20)).toEqual([200, undefined, undefined])
    const [status, code, details] = await said(90)
    expect([status, code]).toEqual([401, 'sso_clock'])
    expect(details).toMatchObject({ seconds: expect.closeTo(90, -1) })
    // Its tokens hold for an hour: two hours behind, they have ended here.
    expect((await said(-7_200))[1]).toBe('sso_clock')
    expect(await said(0)).toEqual([200, undefined, undefined])
  })

  it('refuses another browser’s answer, one that was given already, a late one, and one that lacks something', async () => {
    const [mine, theirs] = [await start(), await start()]
    const back = brought(await house.walk(mine.location))
    expect((await callback({ return_sso_token: theirs.return_sso_token, ...back })).status).toBe(401)
    expect((await callback({ return_sso_token: `${mine.return_sso_token}x`, ...back })).status).toBe(401)
    const { code: _code, ...lacking } = back
    const missing = await callback({ return_sso_token: mine.return_sso_token, ...lacking })
    expect([missing.status, missing.body.error.message]).toEqual([422, 'Missing required SSO parameters.'])
    expect((await callback({ return_sso_token: mine.return_sso_token, ...back })).status).toBe(200)
    expect((await callback({ return_sso_token: mine.return_sso_token, ...back })).status).toBe(401)
    const late = await start()
    const after = brought(await house.walk(late.location))
    b.clock.advance(10 * 60_000)
    expect((await callback({ return_sso_token: late.return_sso_token, ...after })).status).toBe(401)
  })

  it('refuses a code that the provider did not give, and an address that is no console’s', async () => {
    const { location, return_sso_token } = await start()
    const back = brought(await house.walk(location))
    expect((await callback({ return_sso_token, ...back, code: 'made-up' })).status).toBe(401)
    const elsewhere = await b.json(`${path}/sso/start`, {
      body: { username: 'olga', redirect_uri: 'https://evil.example/steal' },
    })
    expect(elsewhere.status).toBe(422)
  })

  it('says so when no provider is set up, or it does not answer', async () => {
    const without = await testBackend()
    const away = await testBackend({ env: { ...house.env, OIDC_ISSUER: 'http://127.0.0.1:9' } })
    const asked = (backend: TestBackend) =>
      backend.json(`${path}/sso/start`, { body: { username: 'olga', redirect_uri: REDIRECT } })
    expect((await asked(without)).body.error.code).toBe('sso_not_configured')
    const { status, body, headers } = await asked(away)
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'sso_unavailable', '5'])
    await without.close()
    await away.close()
  })
})

describe('groups at the provider', () => {
  it('become roles, which come and go with them; roles that are not named stay', async () => {
    await b.db
      .insertInto('user_roles')
      .values({ user_id: people.olga.id, role_id: roleId('auditor') })
      .execute()
    house.people.olga = { email: 'olga@example.com', email_verified: true, groups: ['house', 'canteen'] }
    await signIn()
    expect(await rolesOf('olga')).toEqual([roleId('manager'), roleId('auditor')].sort())
    house.people.olga.groups = ['floor']
    await signIn()
    expect(await rolesOf('olga')).toEqual([roleId('operator'), roleId('auditor')].sort())
    delete house.people.olga.groups
    await signIn()
    expect(await rolesOf('olga'), 'nothing said').toEqual([roleId('operator'), roleId('auditor')].sort())
  })
})

describe('signing out', () => {
  it('leads to the provider, for a sign-in that came from there', async () => {
    const { refresh_token } = dataOf<{ refresh_token: string }>(await signIn())
    const out = dataOf<{ sso_logout_url: string }>(
      await b.json(`${path}/logout`, { body: { refresh_token } }),
    )
    const url = new URL(out.sso_logout_url)
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      house.issuer,
      'http://localhost:3000/auth/login',
    ])
    expect(url.href, 'no token goes through a browser').not.toContain('id_token')
    expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(200)
  })
})
