/** Passkeys as a second factor: alone or beside the codes of an app, and alternatives to them when signing in. */
import { generateKeyPairSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Authenticator } from '../../../tests/support/authenticator'
import { password, people, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let b: TestBackend
const origin = 'https://console.example.com'
beforeAll(async () => {
  b = await testBackend({ env: { ORIGIN: origin } })
})
afterAll(() => b.close())
beforeEach(async () => {
  b.clock.set(b.clock() + 86_400_000)
  for (const table of ['second_factors', 'passkeys', 'passkey_challenges', 'login_attempts'] as const)
    await b.db.deleteFrom(table).execute()
})

const users = '/api/users/v1'
const auth = '/api/authorization/v1'
interface Told {
  data?: { options?: { challenge: string; rp?: { id: string } } }
  error?: {
    code: string
    details?: { challenge?: string; passkey?: { challenge: string; allowCredentials?: { id: string }[] } }
    fields?: Record<string, { code: string }[]>
  }
}
const post = (path: string, body: object, token?: string) =>
  b.json<Told>(path, { body, from: '203.0.113.20', ...(token && { token }) })
const faultOf = ({ status, body }: { status: number; body: Told }) =>
  status === 200
    ? 'done'
    : (Object.entries(body.error?.fields ?? {}).map(([name, [one]]) => `${name}: ${one?.code}`)[0] ??
      body.error?.code)

async function withApp(as: Person) {
  const token = await b.login(as)
  const start = await b.json<{ data: { secret: string } }>(`${users}/second-factor-start`, {
    token,
    body: { current_password: password },
  })
  const app = new TOTP({ secret: Secret.fromBase32(start.body.data.secret) })
  await post(`${users}/second-factor-confirm`, { code: app.generate({ timestamp: b.clock() }) }, token)
  return { token, app }
}
const start = async (token: string) =>
  (await post(`${users}/passkey-start`, { current_password: password }, token)).body.data?.options ?? {
    challenge: '',
  }
async function withKey(as: Person, key = new Authenticator(origin)) {
  const { token, app } = await withApp(as)
  const made = await post(
    `${users}/passkey-confirm`,
    { name: 'Key on the ring', response: key.make(await start(token)) },
    token,
  )
  expect(faultOf(made)).toBe('done')
  return { token, app, key }
}
const half = async (username: string) => {
  const { body } = await post(`${auth}/login`, { username, password, generate_refresh_token: true })
  return { challenge: '', passkey: { challenge: '' }, ...body.error?.details }
}
const whole = async (challenge: string, response: object) =>
  faultOf(await post(`${auth}/login-passkey`, { challenge, response }))

it('is made with a name, and listed, and removed with the password', async () => {
  const { token: olga } = await withKey('olga')
  expect(faultOf(await post(`${users}/passkey-start`, { current_password: 'not mine' }, olga))).toBe(
    'current_password: wrong_password',
  )
  const listed = async () =>
    (await b.json(`${users}/second-factor`, { token: olga })).body.data.passkeys as {
      _id: string
      name: string
    }[]
  const [key] = await listed()
  expect(key).toMatchObject({ name: 'Key on the ring', last_used_at: null })
  const { token: mihai } = await withApp('mihai')
  const remove = (as: string, typed = password) =>
    post(`${users}/passkey-remove`, { id: key?._id, current_password: typed }, as)
  expect(faultOf(await remove(mihai))).toBe('not_found')
  expect(faultOf(await remove(olga, 'not mine'))).toBe('current_password: wrong_password')
  expect(faultOf(await remove(olga))).toBe('done')
  expect(await listed()).toEqual([])
  const audit = await b.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', people.olga.id)
    .execute()
  expect(audit.map(entry => entry.action)).toEqual(
    expect.arrayContaining(['passkey_added', 'passkey_removed']),
  )
})

it('opens a sign-in once for each challenge; the app’s code opens as before', async () => {
  const { key, app } = await withKey('paulo')
  const asked = await half('paulo')
  const used = key.use(asked.passkey)
  expect(await whole(asked.challenge, used)).toBe('done')
  expect(await whole(asked.challenge, used), 'again').toBe('code_wrong')
  b.clock.advance(60_000)
  const code = app.generate({ timestamp: b.clock() })
  expect(
    faultOf(await post(`${auth}/login-code`, { challenge: (await half('paulo')).challenge, code })),
  ).toBe('done')
  expect(await b.db.selectFrom('passkeys').select('last_used_at').executeTakeFirst()).toMatchObject({
    last_used_at: expect.any(Number) as number,
  })
})

it('is refused for another site, another person, another key, and a challenge that is old or made up', async () => {
  const { token } = await withApp('andrei')
  const make = async (key: Authenticator, more = {}) =>
    faultOf(
      await post(
        `${users}/passkey-confirm`,
        { name: 'Key', response: key.make(await start(token), more) },
        token,
      ),
    )
  const refused = 'response: passkey_refused'
  expect(await make(new Authenticator('https://console.example.org'))).toBe(refused)
  expect(await make(new Authenticator(origin, true, 'example.org'))).toBe(refused)
  expect(await make(new Authenticator(origin), { x5c: true }), 'with certificates').toBe(refused)
  const key = new Authenticator(origin)
  const options = await start(token)
  b.clock.advance(5 * 60_000 + 1)
  const late = await post(`${users}/passkey-confirm`, { name: 'Key', response: key.make(options) }, token)
  expect(faultOf(late)).toBe(refused)
  expect(await make(key)).toBe('done')
  expect(await make(key), 'the same key twice').toBe(refused)

  const other = new Authenticator(origin)
  await withKey('irina', other)
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const asked = await half('andrei')
  expect(await whole(asked.challenge, key.use({ challenge: Buffer.alloc(32).toString('base64url') }))).toBe(
    'code_wrong',
  )
  expect(await whole(asked.challenge, key.use(asked.passkey, stranger))).toBe('code_wrong')
  expect(await whole(asked.challenge, other.use((await half('andrei')).passkey))).toBe('code_wrong')
})

it('whose counter goes back is a copy and opens nothing; one that does not count opens', async () => {
  const { key } = await withKey('nora')
  const first = await half('nora')
  expect(await whole(first.challenge, key.use(first.passkey))).toBe('done')
  key.countBack()
  const second = await half('nora')
  expect(await whole(second.challenge, key.use(second.passkey))).toBe('code_wrong')
  const { key: synced } = await withKey('mihai', new Authenticator(origin, false))
  for (const time of [1, 2]) {
    const asked = await half('mihai')
    expect(await whole(asked.challenge, synced.use(asked.passkey)), String(time)).toBe('done')
  }
})

it('goes when the second factor is switched off, and wrong ones lock as wrong codes do', async () => {
  const { token, key } = await withKey('ana')
  for (let time = 0; time < 5; time += 1) {
    const { challenge } = await half('ana')
    await whole(challenge, key.use({ challenge: 'AAAA' }))
  }
  expect((await half('ana')).challenge).toBe('')
  await post(`${users}/second-factor-end`, { current_password: password }, token)
  expect(await b.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  expect(wednesday).toBeLessThan(b.clock())
})

it('is told to its owner when it comes and goes', async () => {
  await b.db
    .updateTable('users')
    .set({ email: 'andrei@example.com', email_verified: 1 })
    .where('id', '=', people.andrei.id)
    .execute()
  await b.db.deleteFrom('mails').execute()
  const { token } = await withKey('andrei')
  const { body } = await b.json<{ data: { passkeys: { _id: string }[] } }>(`${users}/second-factor`, {
    token,
  })
  await post(`${users}/passkey-remove`, { id: body.data.passkeys[0]?._id, current_password: password }, token)
  const mails = await b.db.selectFrom('mails').select(['kind', 'data']).orderBy('kind').execute()
  expect(mails.map(({ kind, data }) => [kind, (JSON.parse(data) as { passkey?: string }).passkey])).toEqual([
    ['passkey_added', 'Key on the ring'],
    ['passkey_removed', 'Key on the ring'],
    ['second_factor_on', undefined],
  ])
})
