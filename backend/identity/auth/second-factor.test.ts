/**
 * A second factor: a password alone opens nothing, a code opens once, and whoever loses the device is not locked out
 * for ever.
 */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { password, people, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  b.clock.set(wednesday)
})
afterAll(() => b.close())

const own = '/api/users/v1/second-factor'
const auth = '/api/authorization/v1'
interface Refusal {
  error?: { code: string; details?: { challenge?: string }; fields?: Record<string, { code: string }[]> }
}
const faults = ({ body }: { body: unknown }) =>
  Object.entries((body as Refusal).error?.fields ?? {}).map(([name, [first]]) => `${name}: ${first?.code}`)
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: b.clock() })

async function setUp(as: Person): Promise<{ secret: string; codes: string[]; token: string }> {
  const token = await b.login(as)
  const start = await b.json<{ data: { secret: string; uri: string } }>(`${own}-start`, {
    token,
    body: { current_password: password },
  })
  const { secret, uri } = start.body.data
  expect(uri).toContain(`secret=${secret}`)
  const done = await b.json<{ data: { recovery_codes: string[] } }>(`${own}-confirm`, {
    token,
    body: { code: codeOf(secret) },
  })
  return { secret, codes: done.body.data.recovery_codes, token }
}

const half = async (username: string, from = '203.0.113.20') => {
  const body = { username, password, generate_refresh_token: true }
  const answer = await b.json<Refusal>(`${auth}/login`, { body, from })
  return {
    status: answer.status,
    ...answer.body.error,
    challenge: answer.body.error?.details?.challenge ?? '',
  }
}
const whole = async (challenge: string, code: string, from = '203.0.113.20') => {
  const { status, body } = await b.json<Refusal>(`${auth}/login-code`, { body: { challenge, code }, from })
  return [status, body.error?.code]
}

it('asks for a code after the password, takes each code once, and a clock that is half a minute off', async () => {
  const token = await b.login('olga')
  const start = (typed: string) => b.json(`${own}-start`, { token, body: { current_password: typed } })
  expect(faults(await start('not mine'))).toEqual(['current_password: wrong_password'])
  const confirm = (code: string) => b.json(`${own}-confirm`, { token, body: { code } })
  expect(faults(await confirm('123456'))).toEqual(['code: not_started'])
  await start(password)
  expect(faults(await confirm('000'))).toEqual(['code: code_wrong'])
  // Nothing asks for it before a first code was typed.
  expect((await half('olga')).status).toBe(200)

  const { secret, codes } = await setUp('olga')
  expect(new Set(codes).size).toBe(10)
  expect((await b.json(own, { token })).body.data).toEqual({
    since: b.clock(),
    app: true,
    recovery_left: 10,
    // Shown in another sign-in than this one.
    proof_due: true,
    passkeys: [],
  })
  const { status, code, challenge } = await half('olga')
  expect([status, code]).toEqual([401, 'second_factor'])
  expect(await whole(challenge, codeOf(secret)), 'used to switch it on').toEqual([401, 'code_wrong'])
  b.clock.advance(30_000)
  const next = codeOf(secret)
  b.clock.advance(30_000)
  expect(await whole(challenge, next)).toEqual([200, undefined])
  expect(await whole((await half('olga')).challenge, next), 'again').toEqual([401, 'code_wrong'])
  const stored = JSON.stringify([
    await b.db.selectFrom('second_factors').selectAll().execute(),
    await b.db.selectFrom('audit_log').selectAll().execute(),
  ])
  for (const hidden of [secret, ...codes]) expect(stored).not.toContain(hidden)
})

it('opens by a recovery code once, and by no challenge that is old, made up or of another password', async () => {
  const { codes, token } = await setUp('mihai')
  const [first = '', second = ''] = codes
  const { challenge } = await half('mihai')
  expect(await whole(challenge, first.toLowerCase().replace('-', ' '))).toEqual([200, undefined])
  expect(await whole(challenge, first)).toEqual([401, 'code_wrong'])
  expect((await b.json(own, { token })).body.data).toMatchObject({ recovery_left: 9 })
  expect(await whole('sealed:nothing', second)).toEqual([401, 'challenge_expired'])
  b.clock.advance(5 * 60_000)
  expect(await whole(challenge, second)).toEqual([401, 'challenge_expired'])
  const fresh = (await half('mihai')).challenge
  b.clock.advance(1)
  await b.json('/api/users/v1/change-password', {
    token: await b.login('mihai'),
    body: { current_password: password, password: 'ninety quiet herons' },
  })
  expect(await whole(fresh, second)).toEqual([401, 'challenge_expired'])
})

it('is guessed at no more often than a password', async () => {
  const { secret } = await setUp('andrei')
  b.clock.advance(60_000)
  const { challenge } = await half('andrei', '203.0.113.30')
  const guesses = []
  for (let times = 0; times < 6; times++) guesses.push(await whole(challenge, '000000', '203.0.113.30'))
  expect(guesses.at(-1)).toEqual([429, 'login_locked'])
  expect((await whole(challenge, codeOf(secret), '203.0.113.30'))[0]).toBe(429)
  expect(await whole(challenge, codeOf(secret), '203.0.113.31')).toEqual([200, undefined])
})

it('is switched off by its owner with the password, or by an administrator, and both are in the log', async () => {
  const { token } = await setUp('paulo')
  expect((await b.json(`${own}-start`, { token, body: { current_password: password } })).status).toBe(409)
  expect(faults(await b.json(`${own}-end`, { token, body: { current_password: 'not mine' } }))).toEqual([
    'current_password: wrong_password',
  ])
  expect((await b.json(`${own}-end`, { token, body: { current_password: password } })).status).toBe(200)
  expect((await half('paulo')).status).toBe(200)
  b.clock.advance(60_000)
  await setUp('paulo')
  const reset = (as: Person) =>
    b.json<{ data: { results: { outcome: string }[] } }>('/api/users/v1/user-reset-second-factor', {
      as,
      body: { ids: [people.paulo.id] },
    })
  expect((await reset('andrei')).status).toBe(403)
  expect((await reset('ana')).body.data.results[0]).toMatchObject({ outcome: 'done' })
  expect((await half('paulo')).status).toBe(200)
  const trail = await b.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', people.paulo.id)
    .where('action', 'like', 'second_factor%')
    .orderBy('seq')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'second_factor_on',
    'second_factor_off',
    'second_factor_on',
    'second_factor_off',
  ])
})

it('is told to its owner by e-mail when it changes or a recovery code opens, whoever did it', async () => {
  b.clock.advance(86_400_000)
  await b.db
    .updateTable('users')
    .set({ email: 'irina@example.com', email_verified: 1 })
    .where('id', '=', people.irina.id)
    .execute()
  const told = async () => {
    const mails = await b.db
      .selectFrom('mails')
      .select(['kind', 'address', 'data'])
      .where('user_id', '=', people.irina.id)
      .where('kind', '!=', 'new_sign_in')
      .execute()
    await b.db.deleteFrom('mails').execute()
    return mails.map(({ kind, address, data }) => [
      kind,
      address,
      (JSON.parse(data) as { left?: string }).left,
    ])
  }
  const to = 'irina@example.com'
  const { token, codes } = await setUp('irina')
  expect(await told()).toEqual([['second_factor_on', to, undefined]])
  const { challenge } = await half('irina')
  expect((await whole(challenge, 'WRONG-CODES'))[0]).toBe(401)
  expect(await told()).toEqual([])
  expect(await whole(challenge, codes[0] ?? '')).toEqual([200, undefined])
  expect(await told()).toEqual([['recovery_code_used', to, '9']])
  await b.json('/api/users/v1/recovery-codes', { token, body: { current_password: password } })
  expect(await told()).toEqual([['recovery_codes_renewed', to, undefined]])
  await b.json('/api/users/v1/user-reset-second-factor', { as: 'ana', body: { ids: [people.irina.id] } })
  expect(await told()).toEqual([['second_factor_off', to, undefined]])

  // An address that nobody has shown to be theirs is told nothing.
  await b.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', people.irina.id).execute()
  await setUp('irina')
  expect(await told()).toEqual([])
})
