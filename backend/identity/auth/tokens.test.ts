import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { password, people, tenants, wednesday } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { setRolePermissions, seededRoles, roleId } from './roles'
import { authKeys } from '../../platform/secrets/installation-keys'
import { endFamiliesOf, pruneFamilies } from './token-family.service'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
beforeEach(() => b.clock.set(wednesday))
afterEach(() => b.db.updateTable('users').set({ enabled: 1 }).execute())
afterAll(() => b.close())

interface Tokens {
  access_token: string
  refresh_token: string
}
const tokensOf = (body: Envelope) => body.data as unknown as Tokens

async function signIn(username = 'mihai'): Promise<Tokens> {
  return tokensOf(
    (
      await b.json('/api/authorization/v1/login', {
        body: { username, password, generate_refresh_token: true },
      })
    ).body,
  )
}
const refresh = (refresh_token: string) =>
  b.json('/api/authorization/v1/refresh', { body: { refresh_token, decoded_permissions: true } })
const check = (token?: string) =>
  b.json('/api/authorization/v1/check?decoded_permissions=1', token === undefined ? {} : { token })
const codeOf = async (answer: Promise<{ status: number; body: Envelope }>) => {
  const { status, body } = await answer
  return `${status} ${body.error?.code ?? 'ok'}`
}

describe('an access token', () => {
  it('says who is signed in and what they may do', async () => {
    const { access_token } = await signIn()
    const { status, body } = await check(access_token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      user: { username: 'mihai', tenant_id: tenants.carpathia.id, roles: ['manager'] },
      permissions: { 'slot::lock': 1 },
    })
  })

  it('lasts fifteen minutes', async () => {
    const { access_token } = await signIn()
    b.clock.advance(15 * MINUTE - 1000)
    expect(await codeOf(check(access_token))).toBe('200 ok')
    b.clock.advance(1000)
    expect(await codeOf(check(access_token))).toBe('401 token_expired')
  })

  it('is refused when missing, tampered with, signed by another, or not signed at all', async () => {
    const { access_token } = await signIn()
    const [header, payload, signature] = access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>
    const elevated = Buffer.from(JSON.stringify({ ...claims, sub: people.ana.id })).toString('base64url')
    const others = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    const endless = await new SignJWT({ ...claims, exp: undefined })
      .setProtectedHeader({ alg: 'HS256' })
      .sign((await authKeys(b.deps)).access)
    const unasked = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512' })
      .sign((await authKeys(b.deps)).access)
    expect(await codeOf(check())).toBe('401 token_missing')
    for (const token of [
      `${header}.${elevated}.${signature}`,
      others,
      endless,
      unasked,
      new UnsecuredJWT(claims).encode(),
      'rubbish',
      'a.b.c',
      'bo_unknown',
    ]) {
      expect(await codeOf(check(token))).toBe('401 token_invalid')
    }
    expect(
      await codeOf(b.json('/api/authorization/v1/check', { headers: { authorization: 'Basic YTpi' } })),
    ).toBe('401 token_missing')
  })

  it('is worth nothing from the moment its owner is disabled', async () => {
    const { access_token, refresh_token } = await signIn()
    await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.mihai.id).execute()
    expect(await codeOf(check(access_token))).toBe('401 token_invalid')
    expect(await codeOf(refresh(refresh_token))).toBe('401 token_invalid')
  })

  it('follows a change of the role at once', async () => {
    const { access_token } = await signIn('andrei')
    expect((await check(access_token)).body.data.permissions).not.toHaveProperty('slot::lock')
    await setRolePermissions(b.db, roleId('auditor'), [...seededRoles.auditor, 'slot::lock'], b.clock())
    expect((await check(access_token)).body.data.permissions).toHaveProperty('slot::lock', 1)
    await setRolePermissions(b.db, roleId('auditor'), seededRoles.auditor, b.clock())
    expect((await check(access_token)).body.data.permissions).not.toHaveProperty('slot::lock')
  })
})

describe('a refresh token', () => {
  it('is exchanged for a successor, which works in turn', async () => {
    const first = await signIn()
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.data.permissions).toHaveProperty(['slot::lock'], 1)
    const { access_token, refresh_token } = tokensOf(second.body)
    expect(refresh_token).not.toBe(first.refresh_token)
    expect(await codeOf(check(access_token))).toBe('200 ok')
    expect(await codeOf(refresh(refresh_token))).toBe('200 ok')
  })

  it('gives the same successor to requests at once, and again within thirty seconds', async () => {
    const { refresh_token } = await signIn()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)))
    const successors = answers.map(answer => tokensOf(answer.body).refresh_token)
    expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200))
    expect(new Set(successors).size).toBe(1)
    b.clock.advance(30_000)
    expect(tokensOf((await refresh(refresh_token)).body).refresh_token).toBe(successors[0])
  })

  it('used again after that ends the whole sign-in, and the audit log says so', async () => {
    const first = await signIn()
    const second = tokensOf((await refresh(first.refresh_token)).body)
    const other = await signIn()
    b.clock.advance(30_001)
    expect(await codeOf(refresh(first.refresh_token))).toBe('401 token_invalid')
    expect(await codeOf(refresh(second.refresh_token))).toBe('401 token_invalid')
    expect(await codeOf(check(second.access_token))).toBe('401 token_invalid')
    expect(await codeOf(check(other.access_token)), 'his other sign-in goes on').toBe('200 ok')
    const entry = await b.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'sign_in_ended_reuse')
      .executeTakeFirstOrThrow()
    expect(entry.actor_id).toBe(people.mihai.id)
  })

  it('lasts twelve hours however often it is used, and its access tokens no longer', async () => {
    let last = await signIn()
    const unused = (await signIn()).refresh_token
    for (const hour of [4, 8, 11.9]) {
      b.clock.set(wednesday + hour * HOUR)
      last = tokensOf((await refresh(last.refresh_token)).body)
    }
    expect(await codeOf(check(last.access_token))).toBe('200 ok')
    b.clock.set(wednesday + 12 * HOUR)
    expect(await codeOf(check(last.access_token)), 'its own fifteen minutes are not over').toBe(
      '401 token_invalid',
    )
    for (const token of [last.refresh_token, unused])
      expect(await codeOf(refresh(token))).toBe('401 token_expired')
    await pruneFamilies(b.db, b.clock() + 1)
    expect(await codeOf(refresh(unused))).toBe('401 token_invalid')
  })

  it('lasts as long as the installation says', async () => {
    const own = await testBackend({ env: { SESSION_ABSOLUTE_HOURS: '1' } })
    try {
      const { refresh_token } = tokensOf(
        (
          await own.json('/api/authorization/v1/login', {
            body: { username: 'mihai', password, generate_refresh_token: true },
          })
        ).body,
      )
      own.clock.advance(HOUR)
      expect(await codeOf(own.json('/api/authorization/v1/refresh', { body: { refresh_token } }))).toBe(
        '401 token_expired',
      )
    } finally {
      await own.close()
    }
  })

  it('that never was, or is no text, is refused', async () => {
    expect(await codeOf(refresh('x'.repeat(43)))).toBe('401 token_invalid')
    expect(await codeOf(b.json('/api/authorization/v1/refresh', { body: { refresh_token: 7 } }))).toBe(
      '422 invalid',
    )
    expect(await codeOf(b.json('/api/authorization/v1/refresh', { body: {} }))).toBe('422 invalid')
  })
})

describe('signing out', () => {
  const signOut = (body: object, token?: string) =>
    b.json('/api/authorization/v1/logout', { body, ...(token === undefined ? {} : { token }) })

  it('ends every token of that sign-in, and twice is no error', async () => {
    const { access_token, refresh_token } = await signIn()
    for (const time of ['first', 'second'])
      expect(await codeOf(signOut({ refresh_token })), time).toBe('200 ok')
    expect(await codeOf(check(access_token))).toBe('401 token_invalid')
    expect(await codeOf(refresh(refresh_token))).toBe('401 token_invalid')
  })

  it('works with the access token alone', async () => {
    const { access_token } = await signIn()
    expect(await codeOf(signOut({}, access_token))).toBe('200 ok')
    expect(await codeOf(check(access_token))).toBe('401 token_invalid')
    expect(await codeOf(signOut({ refresh_token: 'unknown' }))).toBe('200 ok')
  })

  it('everywhere else keeps the sign-in at hand', async () => {
    const [here, there] = [await signIn('olga'), await signIn('olga')]
    const { sid } = JSON.parse(
      Buffer.from(here.access_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as { sid: string }
    await endFamiliesOf(b.db, people.olga.id, 'password', b.clock(), sid)
    expect(await codeOf(check(here.access_token))).toBe('200 ok')
    expect(await codeOf(check(there.access_token))).toBe('401 token_invalid')
  })
})

describe('the signing key', () => {
  it('is the same for every backend on one database', async () => {
    const { access } = await authKeys(b.deps)
    const another = await authKeys({ ...b.deps, db: b.db.withoutPlugins() })
    expect(another.access).toEqual(access)
  })

  it('comes from SESSION_SECRET when there is one, and is then not in the database', async () => {
    const own = await testBackend({
      empty: true,
      env: { SESSION_SECRET: 'a secret of at least thirty-two characters' },
    })
    try {
      expect((await authKeys(own.deps)).access).toHaveLength(32)
      expect(await own.db.selectFrom('auth_secrets').selectAll().execute()).toEqual([])
    } finally {
      await own.close()
    }
  })
})

describe("a tenant's administrator", () => {
  it('may not do what reaches beyond the tenant', async () => {
    await b.db
      .insertInto('user_roles')
      .values({ user_id: people.nora.id, role_id: roleId('administrator') })
      .execute()
    const { body } = await check((await signIn('nora')).access_token)
    expect(body.data.permissions).toHaveProperty('acl_user::create', 1)
    expect(body.data.permissions).not.toHaveProperty('tenant::create')
    expect((await check((await signIn('ana')).access_token)).body.data).toMatchObject({
      user: { tenant_id: SYSTEM_TENANT },
      permissions: { 'tenant::create': 1 },
    })
  })
})
