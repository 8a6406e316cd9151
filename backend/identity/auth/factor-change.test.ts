/** Whoever found a session and a password changes nothing of a second factor that is on: it is asked for itself. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Authenticator } from '../../../tests/support/authenticator'
import { password, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let b: TestBackend
const origin = 'https://console.example.com'
beforeAll(async () => {
  b = await testBackend({ env: { ORIGIN: origin } })
})
afterAll(() => b.close())
beforeEach(async () => {
  b.clock.set(b.clock() + 86_400_000)
  for (const table of ['second_factors', 'passkeys', 'passkey_challenges'] as const)
    await b.db.deleteFrom(table).execute()
})

const users = '/api/users/v1'
const auth = '/api/authorization/v1'
const own = { current_password: password }
interface Told {
  data?: {
    options?: { challenge: string }
    passkey?: { challenge: string } | null
    secret?: string
    recovery_codes?: string[]
    proof_due?: boolean
    passkeys?: { _id: string }[]
  }
  error?: { code: string; fields?: Record<string, { code: string }[]> }
}
const post = (path: string, body: object, token: string) => b.json<Told>(path, { body, token })
const faultOf = ({ status, body }: { status: number; body: Told }) =>
  status === 200
    ? 'done'
    : (Object.entries(body.error?.fields ?? {}).map(([name, [one]]) => `${name}: ${one?.code}`)[0] ??
      body.error?.code)

async function withApp(as: Person) {
  const token = await b.login(as)
  const { secret = '' } = (await post(`${users}/second-factor-start`, own, token)).body.data ?? {}
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => app.generate({ timestamp: b.clock() })
  const on = await post(`${users}/second-factor-confirm`, { code: code() }, token)
  return { token, code, codes: on.body.data?.recovery_codes ?? [] }
}
const begin = (token: string) => post(`${users}/passkey-start`, own, token)
const finish = async (token: string, key: Authenticator, begun: { body: Told }) =>
  faultOf(
    await post(
      `${users}/passkey-confirm`,
      { name: 'Key', response: key.make(begun.body.data?.options ?? { challenge: '' }) },
      token,
    ),
  )
const state = async (token: string) => (await b.json<Told>(`${users}/second-factor`, { token })).body.data
const prove = async (token: string, shown: object) => faultOf(await post(`${auth}/prove`, shown, token))

it('a password alone adds no key and no app, renews no recovery codes and switches nothing off', async () => {
  await withApp('olga')
  const found = await b.login('olga')
  const id = 'f'.repeat(24)
  for (const [path, body] of [
    ['passkey-start', own],
    ['passkey-start', { current_password: 'not mine' }],
    ['passkey-remove', { ...own, id }],
    ['second-factor-start', own],
    ['second-factor-end', own],
    ['recovery-codes', own],
  ] as const)
    expect(faultOf(await post(`${users}/${path}`, body, found)), path).toBe('proof_due')
  expect(await state(found)).toMatchObject({ proof_due: true, passkeys: [] })
  // It is a question, no refusal.
  const refused = await b.db.selectFrom('audit_log').select('id').where('action', '=', 'refused').execute()
  expect(refused).toEqual([])
})

it('a key is added once the app’s code was shown in this sign-in, with the password as well, for ten minutes', async () => {
  const { code } = await withApp('mihai')
  b.clock.advance(60_000)
  const token = await b.login('mihai')
  expect(await prove(token, { code: code() })).toBe('done')
  expect(await state(token)).toMatchObject({ proof_due: false })
  const wrong = await post(`${users}/passkey-start`, { current_password: 'not mine' }, token)
  expect(faultOf(wrong)).toBe('current_password: wrong_password')
  expect(await finish(token, new Authenticator(origin), await begin(token))).toBe('done')
  expect(faultOf(await begin(await b.login('mihai'))), 'another sign-in').toBe('proof_due')
  b.clock.advance(10 * 60_000)
  expect(faultOf(await begin(token))).toBe('proof_due')
})

it('whoever has a passkey alone shows it, or a recovery code, before an app is set up or the key goes', async () => {
  const first = await b.login('paulo')
  const key = new Authenticator(origin)
  expect(await state(first)).toMatchObject({ proof_due: false })
  expect(await finish(first, key, await begin(first)), 'nothing to show yet').toBe('done')
  const token = await b.login('paulo')
  const [made] = (await state(token))?.passkeys ?? []
  const remove = async () => faultOf(await post(`${users}/passkey-remove`, { id: made?._id, ...own }, token))
  expect(await remove()).toBe('proof_due')
  expect(faultOf(await post(`${users}/second-factor-start`, own, token))).toBe('proof_due')
  const asked = (await post(`${auth}/prove-start`, {}, token)).body.data?.passkey
  expect(await prove(token, { response: key.use(asked ?? { challenge: '' }) })).toBe('done')
  expect(faultOf(await post(`${users}/second-factor-start`, own, token))).toBe('done')
  expect(await remove()).toBe('done')
})

it('what was begun before the factor was switched on is not finished behind its back', async () => {
  const stranger = await b.login('nora')
  const started = await post(`${users}/second-factor-start`, own, stranger)
  const key = await begin(stranger)
  const owner = await b.login('nora')
  expect(await finish(owner, new Authenticator(origin), await begin(owner))).toBe('done')
  const secret = Secret.fromBase32(started.body.data?.secret ?? '')
  const code = new TOTP({ secret }).generate({ timestamp: b.clock() })
  expect(faultOf(await post(`${users}/second-factor-confirm`, { code }, stranger))).toBe('proof_due')
  expect(await finish(stranger, new Authenticator(origin), key)).toBe('proof_due')
})

it('who lost the app shows a recovery code, and may then do everything', async () => {
  const { codes } = await withApp('andrei')
  const token = await b.login('andrei')
  expect(await prove(token, { code: codes[0] })).toBe('done')
  expect(faultOf(await post(`${users}/recovery-codes`, own, token))).toBe('done')
  expect(faultOf(await post(`${users}/second-factor-end`, own, token))).toBe('done')
  expect(await state(token)).toMatchObject({ proof_due: false })
})
