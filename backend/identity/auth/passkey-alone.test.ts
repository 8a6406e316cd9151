/**
 * A passkey without an app is a whole second factor: with recovery codes, asked for when signing in, and gone with the
 * last key.
 */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Authenticator } from '../../../tests/support/authenticator'
import { password, people, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { writeSetForTest } from '../../../tests/support/kept-settings'

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
  await settings({})
})

const users = '/api/users/v1'
const auth = '/api/authorization/v1'
const own = { current_password: password }
const settings = (held: Record<string, boolean | number>) =>
  writeSetForTest(b, 'general-tenant', tenants.carpathia.id, held)
interface Told {
  data?: {
    options?: { challenge: string }
    recovery_codes?: string[]
    secret?: string
    app?: boolean
    passkey?: { challenge: string } | null
  }
  error?: {
    code: string
    details?: { challenge?: string; app?: boolean; passkey?: { challenge: string } }
    fields?: Record<string, { code: string }[]>
  }
}
const post = (path: string, body: object, token?: string) =>
  b.json<Told>(path, { body, from: '203.0.113.21', ...(token && { token }) })
const faultOf = ({ status, body }: { status: number; body: Told }) =>
  status === 200
    ? 'done'
    : (Object.entries(body.error?.fields ?? {}).map(([name, [one]]) => `${name}: ${one?.code}`)[0] ??
      body.error?.code)

async function add(token: string, key: Authenticator) {
  const start = await post(`${users}/passkey-start`, own, token)
  const response = key.make(start.body.data?.options ?? { challenge: '' })
  const made = await post(`${users}/passkey-confirm`, { name: 'Key on the ring', response }, token)
  expect(faultOf(made)).toBe('done')
  return made.body.data?.recovery_codes ?? []
}
async function withKey(as: Person) {
  const token = await b.login(as)
  const key = new Authenticator(origin)
  return { token, key, codes: await add(token, key) }
}
const half = async (username: string) => {
  const { body } = await post(`${auth}/login`, { username, password })
  return { challenge: '', passkey: { challenge: '' }, ...body.error?.details }
}
const state = async (token: string) => (await b.json(`${users}/second-factor`, { token })).body.data
const keysOf = async (token: string) => (await state(token)).passkeys as { _id: string }[]
const remove = (token: string, id = '') => post(`${users}/passkey-remove`, { id, ...own }, token)
const withCode = async (username: string, code = '') =>
  faultOf(await post(`${auth}/login-code`, { challenge: (await half(username)).challenge, code }))

it('is asked for when signing in, and its recovery codes open once each', async () => {
  const { token, key, codes } = await withKey('olga')
  expect(codes).toHaveLength(10)
  expect(await state(token)).toMatchObject({ since: b.clock(), app: false, recovery_left: 10 })
  const asked = await half('olga')
  expect(asked.app).toBe(false)
  const whole = { challenge: asked.challenge, response: key.use(asked.passkey) }
  expect(faultOf(await post(`${auth}/login-passkey`, whole))).toBe('done')
  expect(await withCode('olga', codes[0])).toBe('done')
  expect(await withCode('olga', codes[0])).toBe('code_wrong')
  const actions = await b.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', people.olga.id)
    .execute()
  expect(actions.map(entry => entry.action)).toEqual(
    expect.arrayContaining(['second_factor_on', 'passkey_added']),
  )
})

it('is enough where the tenant asks for a second factor, and the last one to go opens nothing but setting up', async () => {
  await settings({ 'session.second_factor': true })
  const token = await b.login('mihai')
  const slots = async () =>
    (await b.json('/api/configuration/v1/slots', { token, body: { exactFields: [], exactValues: [] } }))
      .status
  await b.db
    .updateTable('token_families')
    .set({ factor_due: 1 })
    .where('user_id', '=', people.mihai.id)
    .execute()
  expect(await slots()).toBe(403)
  await add(token, new Authenticator(origin))
  expect(await slots()).toBe(200)
  expect(await add(token, new Authenticator(origin)), 'the codes stay').toEqual([])
  const [first, second] = await keysOf(token)
  expect(faultOf(await remove(token, first?._id))).toBe('done')
  expect(await slots()).toBe(200)
  expect(faultOf(await remove(token, second?._id))).toBe('done')
  expect(await state(token)).toMatchObject({ since: null, passkeys: [] })
  expect(await slots()).toBe(403)
})

it('both of two that are removed at once are gone, and the second factor with them', async () => {
  const { token } = await withKey('andrei')
  await add(token, new Authenticator(origin))
  const keys = await keysOf(token)
  await Promise.all(keys.map(key => remove(token, key._id)))
  expect(await state(token)).toMatchObject({ since: null, app: false, passkeys: [] })
  expect(faultOf(await post(`${auth}/login`, { username: 'andrei', password }))).toBe('done')
})

it('is joined by an app’s codes, which open from their first one on, and outlive the key', async () => {
  await b.db
    .updateTable('users')
    .set({ email: 'paulo@example.com', email_verified: 1 })
    .where('id', '=', people.paulo.id)
    .execute()
  await b.db.deleteFrom('mails').execute()
  const { token, codes } = await withKey('paulo')
  const started = await post(`${users}/second-factor-start`, own, token)
  const app = new TOTP({ secret: Secret.fromBase32(started.body.data?.secret ?? '') })
  const code = () => app.generate({ timestamp: b.clock() })
  expect(await withCode('paulo', code()), 'not confirmed yet').toBe('code_wrong')
  const confirmed = await post(`${users}/second-factor-confirm`, { code: code() }, token)
  expect(confirmed.body.data?.recovery_codes).toEqual([])
  expect(faultOf(await post(`${users}/second-factor-start`, own, token))).toBe('second_factor_set')
  expect(await withCode('paulo', codes[3])).toBe('done')
  const [key] = await keysOf(token)
  expect(faultOf(await remove(token, key?._id))).toBe('done')
  expect(await state(token)).toMatchObject({ app: true, passkeys: [] })
  b.clock.advance(60_000)
  expect(await withCode('paulo', code())).toBe('done')
  const mails = await b.db
    .selectFrom('mails')
    .select('kind')
    .where('kind', '!=', 'new_sign_in')
    .orderBy('kind')
    .execute()
  expect(mails.map(({ kind }) => kind)).toEqual([
    'app_added',
    'passkey_removed',
    'recovery_code_used',
    'second_factor_on',
  ])
})

it('has other recovery codes for the password, and the old ones open nothing', async () => {
  const { token, codes } = await withKey('nora')
  const wrong = await post(`${users}/recovery-codes`, { current_password: 'not mine' }, token)
  expect(faultOf(wrong)).toBe('current_password: wrong_password')
  const renewed = (await post(`${users}/recovery-codes`, own, token)).body.data?.recovery_codes ?? []
  expect(renewed).toHaveLength(10)
  expect(await withCode('nora', codes[0])).toBe('code_wrong')
  expect(await withCode('nora', renewed[0])).toBe('done')
  const ana = await b.login('ana')
  expect(faultOf(await post(`${users}/recovery-codes`, own, ana))).toBe('no_second_factor')
})

it('is shown again before money moves, once for each challenge, and by nobody else’s key', async () => {
  await settings({ 'money.proof': 5 })
  const { token, key, codes } = await withKey('mihai')
  const pays = async () =>
    faultOf(
      await post(
        '/api/jackpot-manager/v1/jackpot-win-pay',
        { ids: ['f'.repeat(24)], reason: 'At the desk' },
        token,
      ),
    )
  expect(await pays()).not.toBe('proof_due')
  b.clock.advance(5 * 60_000)
  expect(await pays()).toBe('proof_due')
  const { data } = (await post(`${auth}/prove-start`, {}, token)).body
  expect(data?.app).toBe(false)
  const prove = async (shown: object) => faultOf(await post(`${auth}/prove`, shown, token))
  const stranger = new Authenticator(origin)
  expect(await prove({ response: stranger.use(data?.passkey ?? { challenge: '' }) })).toBe(
    'response: passkey_refused',
  )
  expect(await pays()).toBe('proof_due')
  const response = key.use(data?.passkey ?? { challenge: '' })
  expect(await prove({ response })).toBe('done')
  expect(await pays()).not.toBe('proof_due')
  expect(await prove({ response }), 'again').toBe('response: passkey_refused')
  b.clock.advance(5 * 60_000)
  expect(await prove({ code: codes[9] })).toBe('done')
  expect(await pays()).not.toBe('proof_due')
})
