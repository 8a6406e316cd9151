import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { password, people, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { pruneFailures } from './login-lock.service'
import { bootstrapAdmin } from './users.service'

vi.mock('@node-rs/argon2', async load => {
  const actual = await load<typeof import('@node-rs/argon2')>()
  return { ...actual, verify: vi.fn(actual.verify) }
})

const MINUTE = 60_000
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

/** Each test has its own people at its own address: wrong passwords from one address are counted together. */
let here = 0
beforeEach(() => {
  here++
})
const signIn = (username: string, secret: string = password, more: object = {}) =>
  b.json('/api/authorization/v1/login', {
    from: `10.1.0.${here}`,
    body: { username, password: secret, generate_refresh_token: true, decoded_permissions: true, ...more },
  })

async function fail(username: string, times: number) {
  const answers = []
  for (let time = 0; time < times; time++) answers.push(await signIn(username, 'wrong'))
  return answers
}

describe('signing in', () => {
  it('answers who Mihai is, what he may do and both tokens', async () => {
    const { status, body } = await signIn('mihai')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      permissions: { 'slot::lock': 1, 'audit_log::list': 1 },
      user: {
        user_id: people.mihai.id,
        username: 'mihai',
        full_name: 'Mihai Ionescu',
        tenant_id: tenants.carpathia.id,
        enabled: true,
        roles: ['manager'],
        language: null,
        time_zone: null,
        user_profile: {
          full_name: 'Mihai Ionescu',
          user_email: 'mihai@example.com',
          email_is_verified: true,
        },
      },
    })
    expect(body.data.refresh_token).toMatch(/^[\w-]{43}$/)
    expect(body.data.permissions).not.toHaveProperty('acl_user::create')
  })

  it('finds a name typed in capitals, with blanks around it', async () => {
    expect((await signIn('  MIHAI ')).status).toBe(200)
  })

  it('gives no refresh token and no permissions to who asks for none', async () => {
    const { body } = await signIn('mihai', password, {
      generate_refresh_token: false,
      decoded_permissions: 'false',
    })
    expect(body.data).not.toHaveProperty('refresh_token')
    expect(body.data).not.toHaveProperty('permissions')
  })

  it('stores no token readably', async () => {
    const { body } = await signIn('olga')
    const rows = JSON.stringify([
      await b.db.selectFrom('refresh_tokens').selectAll().execute(),
      await b.db.selectFrom('audit_log').selectAll().execute(),
    ])
    expect(rows).not.toContain(body.data.refresh_token)
  })

  it('notes the sign-in and from where in the audit log', async () => {
    await b.json('/api/authorization/v1/login', { body: { username: 'andrei', password }, from: '192.0.2.7' })
    const entry = await b.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', people.andrei.id)
      .where('action', '=', 'sign_in')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor_kind: 'user',
      actor_name: 'Andrei Dumitru',
      ip: '192.0.2.7',
      tenant_id: tenants.carpathia.id,
      entity: 'user',
    })
  })

  it('says field by field what is missing', async () => {
    const { status, body } = await b.json('/api/authorization/v1/login', { body: { username: ' ' } })
    expect(status).toBe(422)
    expect(body.error.fields).toMatchObject({
      username: [{ code: 'required' }],
      password: [{ code: 'required' }],
    })
  })
})

describe('a sign-in that fails', () => {
  it('is answered alike for a wrong password, an unknown name and a disabled user, with as much work', async () => {
    await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.nora.id).execute()
    const answers = []
    for (const [name, secret] of [
      ['paulo', 'wrong'],
      ['nobody-at-all', 'wrong'],
      ['nora', password],
    ] as const) {
      vi.mocked(argon2.verify).mockClear()
      const { status, body } = await signIn(name, secret)
      answers.push({
        status,
        code: body.error.code,
        details: body.error.details,
        verified: vi.mocked(argon2.verify).mock.calls.length,
      })
    }
    expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 401, code: 'login_incorrect', verified: 1 })]),
    )
  })

  it('locks the name after five times, refuses the right password too, and leaves everybody else alone', async () => {
    expect((await fail('irina', 5)).map(answer => answer.status)).toEqual([401, 401, 401, 401, 401])
    vi.mocked(argon2.verify).mockClear()
    for (const secret of ['wrong', password]) {
      const { status, headers, body } = await signIn('Irina', secret)
      expect([status, body.error.code, headers.get('retry-after'), body.error.details]).toEqual([
        429,
        'login_locked',
        '60',
        { retry_after_seconds: 60 },
      ])
    }
    expect(argon2.verify).not.toHaveBeenCalled()
    expect((await signIn('ana')).status).toBe(200)
    b.clock.advance(MINUTE + 1)
    expect((await signIn('irina')).status).toBe(200)
    expect((await signIn('irina', 'wrong')).status, 'the count begins anew').toBe(401)
  })

  it('locks for 1, 2, 4 … minutes, at most 60', async () => {
    await fail('paulo', 4)
    const waits = []
    for (let round = 0; round < 8; round++) {
      await signIn('paulo', 'wrong')
      const { body } = await signIn('paulo')
      const seconds = Number(body.error.details.retry_after_seconds)
      waits.push(seconds / 60)
      b.clock.advance(seconds * 1000 + 1)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('locks a name that nobody has in the same way', async () => {
    expect((await fail('ghost', 6)).map(({ status, body }) => `${status} ${body.error.code}`)).toEqual([
      ...Array(5).fill('401 login_incorrect'),
      '429 login_locked',
    ])
    const rows = JSON.stringify(await b.db.selectFrom('login_attempts').selectAll().execute())
    expect(rows, 'people type passwords into the name field').not.toContain('ghost')
  })

  it('gains nothing from forty guesses at once, even with the right one among them', async () => {
    const guesses = Array.from({ length: 40 }, (_, index) =>
      signIn('andrei', index === 39 ? password : `guess ${index}`),
    )
    const statuses = (await Promise.all(guesses)).map(answer => answer.status)
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(35)
  })

  it('does not lock somebody who signs in rightly many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('ana')))
    expect(answers.map(answer => answer.status)).toEqual(Array(12).fill(200))
  })

  it('is stopped at its address when there are a hundred a minute, and nobody elsewhere notices', async () => {
    const from = (address: string, username: string, secret: string) =>
      b.json('/api/authorization/v1/login', { body: { username, password: secret }, from: address })
    let last = await from('2001:db8:1:2::66', 'flooded', 'wrong')
    for (let more = 0; more < 120; more++) last = await from(`2001:db8:1:2:${more}::66`, 'flooded', 'wrong')
    expect(last.body.error.code).toBe('too_many_requests')
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('2001:db8:1:2::1', 'ana', password)).status, 'an IPv6 /64 is one sender').toBe(429)
    expect((await from('2001:db8:1:3::66', 'ana', password)).status).toBe(200)
  })

  it('keeps a bounded list of names, and every lock on it', async () => {
    b.clock.advance(25 * 60 * MINUTE)
    await pruneFailures(b.db, b.clock())
    await fail('locked-one', 5)
    for (let name = 0; name < 4; name++) await signIn(`spray-${name}`, 'wrong')
    await pruneFailures(b.db, b.clock(), 2)
    expect(await b.db.selectFrom('login_attempts').selectAll().execute()).toHaveLength(2)
    expect((await signIn('locked-one')).status).toBe(429)
    b.clock.advance(25 * 60 * MINUTE)
    await pruneFailures(b.db, b.clock())
    expect(await b.db.selectFrom('login_attempts').selectAll().execute()).toEqual([])
  })
})

describe('an empty system', () => {
  it('tells the first administrator once, who can then sign in', async () => {
    const empty = await testBackend({ empty: true })
    try {
      const { seedRoles } = await import('./roles')
      await seedRoles(empty.db, empty.clock())
      const said: string[] = []
      await Promise.all([1, 2].map(() => bootstrapAdmin(empty.deps, line => said.push(line))))
      await bootstrapAdmin(empty.deps, line => said.push(line))
      expect(said).toHaveLength(1)
      const secret = /password "(.+?)"/.exec(said[0] ?? '')?.[1]
      const { status, body } = await empty.json('/api/authorization/v1/login', {
        body: { username: 'admin', password: secret, decoded_permissions: 1 },
      })
      expect(status).toBe(200)
      expect(body.data.permissions).toMatchObject({ 'tenant::create': 1 })
    } finally {
      await empty.close()
    }
  })
})
