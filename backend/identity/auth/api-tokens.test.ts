import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tenants, wednesday } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { createApiToken } from './api-tokens'

const MINUTE = 60_000
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
beforeEach(() => b.clock.set(wednesday))
afterAll(() => b.close())

const codeOf = async (answer: Promise<{ status: number; body: Envelope }>) => {
  const { status, body } = await answer
  return `${status} ${body.error?.code ?? 'ok'}`
}

describe('an API token', () => {
  const locations = (token: string) => b.json('/api/configuration/v1/locations', { token, body: {} })
  const make = (permissions: Parameters<typeof createApiToken>[1]['permissions'], expiresAt?: number) =>
    createApiToken(
      b.db,
      {
        tenantId: tenants.lusitania.id,
        name: 'accounting',
        permissions,
        ...(expiresAt !== undefined && { expiresAt }),
      },
      b.clock(),
    )

  it('may do what it was given, in its tenant, and is no person', async () => {
    const { token, id } = await make(['location::list', 'tenant::create'])
    const { status, body } = await locations(token)
    expect(status).toBe(200)
    expect(body.data.rows.map(row => row.name)).toEqual(['Porto Ribeira'])
    expect(await codeOf(b.json('/api/configuration/v1/slots', { token, body: {} }))).toBe('403 forbidden')
    expect(await codeOf(b.json('/api/authorization/v1/check', { token }))).toBe('403 forbidden')
    expect(
      await codeOf(b.json('/api/configuration/v1/tenant', { token, body: { name: 'Third' } })),
      'reaches beyond its tenant',
    ).toBe('403 forbidden')
    const row = await b.db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('ends by its date, or when it is revoked', async () => {
    const { token, id } = await make(['location::list'], b.clock() + MINUTE)
    b.clock.advance(MINUTE)
    expect(await codeOf(locations(token))).toBe('401 token_expired')
    b.clock.advance(-1)
    expect(await codeOf(locations(token))).toBe('200 ok')
    await b.db.updateTable('api_tokens').set({ revoked_at: b.clock() }).where('id', '=', id).execute()
    expect(await codeOf(locations(token))).toBe('401 token_invalid')
  })

  it('notes its last use, at most once a minute', async () => {
    const { token, id } = await make(['location::list'])
    const lastUsed = async () =>
      (
        await b.db
          .selectFrom('api_tokens')
          .select('last_used_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).last_used_at
    const start = b.clock()
    await locations(token)
    b.clock.advance(MINUTE - 1)
    await locations(token)
    expect(await lastUsed()).toBe(start)
    b.clock.advance(1)
    await locations(token)
    expect(await lastUsed()).toBe(start + MINUTE)
  })
})
