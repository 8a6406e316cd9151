/**
 * Where a tenant asks for it, what moves money or seals wants the second factor again; reading and everything else does
 * not.
 */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { password, people, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { writeSetForTest } from '../../../tests/support/kept-settings'
import { movesMoney } from '../../platform/contract/permissions'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())
beforeEach(async () => {
  await b.db.deleteFrom('second_factors').execute()
  await ask(10)
})

const own = '/api/users/v1/second-factor'
const ask = (minutes: number | null) =>
  writeSetForTest(
    b,
    'general-tenant',
    tenants.carpathia.id,
    minutes === null ? {} : { 'money.proof': minutes },
  )
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: b.clock() })

async function withFactor(as: Person) {
  const token = await b.login(as)
  const start = await b.json<{ data: { secret: string } }>(`${own}-start`, {
    token,
    body: { current_password: password },
  })
  const { secret } = start.body.data
  await b.json(`${own}-confirm`, { token, body: { code: codeOf(secret) } })
  b.clock.advance(30_000)
  return { token, secret }
}
const nowhere = 'f'.repeat(24)
/** Of a win that there is not: 404 says that nothing stood before it. */
const pays = async (token: string) => {
  const { status, body } = await b.json('/api/jackpot-manager/v1/jackpot-win-pay', {
    token,
    body: { ids: [nowhere], reason: 'Paid at the desk' },
  })
  return body.error?.code ?? String(status)
}

it('asks once the last proof is older than the tenant says, and takes each code once', async () => {
  const { token, secret } = await withFactor('mihai')
  expect(await pays(token)).not.toBe('proof_due')
  b.clock.advance(10 * 60_000)
  expect(await pays(token)).toBe('proof_due')
  const prove = (code: string) => b.json('/api/authorization/v1/prove', { token, body: { code } })
  const wrong = await prove('000000')
  expect([wrong.status, wrong.body.error.fields.code?.[0]?.code]).toEqual([422, 'code_wrong'])
  expect(await pays(token)).toBe('proof_due')
  const code = codeOf(secret)
  expect((await prove(code)).status).toBe(200)
  expect(await pays(token)).not.toBe('proof_due')
  expect((await prove(code)).status).toBe(422)
  // Of this sign-in alone: another device shows it by itself.
  expect(await pays(await b.login('mihai'))).toBe('proof_due')
})

it('asks nobody without a second factor, no tenant without the setting, and no other tenant’s people', async () => {
  expect(await pays(await b.login('mihai'))).not.toBe('proof_due')
  const { token } = await withFactor('mihai')
  const paulo = await withFactor('paulo')
  b.clock.advance(86_400_000)
  expect(await pays(await b.login('mihai'))).toBe('proof_due')
  expect(await pays(await b.login('paulo'))).not.toBe('proof_due')
  await ask(null)
  expect(await pays(await b.login('mihai'))).not.toBe('proof_due')
  expect([token, paulo.token]).toHaveLength(2)
})

it('leaves reading alone, and is no refusal in the audit log', async () => {
  await withFactor('mihai')
  b.clock.advance(3_600_000)
  const token = await b.login('mihai')
  expect(await pays(token)).toBe('proof_due')
  for (const list of ['/api/jackpot-manager/v1/jackpots', '/api/repairs/v1/repairs'])
    expect((await b.json(list, { token, body: {} })).status).toBe(200)
  const refused = await b.db.selectFrom('audit_log').selectAll().where('action', '=', 'refused').execute()
  expect(refused.filter(entry => entry.actor_id === people.mihai.id)).toEqual([])
})

// Of each endpoint it is settled before any database is asked.
const withLibsql = it.skipIf(process.env.TEST_DATABASE_URL)
withLibsql(
  'stands before every endpoint that changes something by such a permission, and before no other',
  async () => {
    await withFactor('mihai')
    b.clock.advance(3_600_000)
    const wrong: string[] = []
    let due = 0
    for (const { method, path, permission, reads, list, write } of b.app.api.endpoints) {
      const isMoney =
        movesMoney(permission as never) && (write === true || (method !== 'GET' && !reads && !list))
      const { status, body } = await b
        .json(path.replace(/:\w+/g, nowhere), {
          // One of them signs out.
          token: await b.login('mihai'),
          method,
          ...(method !== 'GET' && { body: {} }),
        })
        .catch(() => ({ status: 0, body: null }))
      const isProofDue = status === 403 && body?.error.code === 'proof_due'
      if (isProofDue) due += 1
      if (isProofDue !== isMoney && !(isMoney && status === 403)) wrong.push(`${method} ${path}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect(due).toBeGreaterThan(15)
  },
)
