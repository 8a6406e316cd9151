/** Secrets of API tokens: rotated, revoked, guessed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs, tenants, wednesday } from '../../../tests/people'
import { apiTokens } from '../../../tests/support/api-tokens'
import { testBackend, type Ask, type Envelope, type TestBackend } from '../../../tests/support/backend'

const base = '/api/authorization/v1'
let b: TestBackend
const { create, codeOf, deliver } = apiTokens(() => b)
beforeAll(async () => {
  b = await testBackend()
})
beforeEach(() => b.clock.set(wednesday))
afterAll(() => b.close())
const { bellLink } = smibs

describe('rotating', () => {
  const rotate = (id: string, overlap: string, ask: Ask = { as: 'ana' }) =>
    b.json<{
      data: { results: { outcome: string; reason?: string }[]; secret: string }
      error: Envelope['error']
    }>(`${base}/api-token-rotate`, { ...ask, body: { ids: [id], overlap, reason: 'twice a year' } })

  it('gives another secret, and the one before stays valid for the chosen time', async () => {
    const { secret: before, api_token } = (await create()).made
    const headers = { 'idempotency-key': 'rotation-of-one' }
    const { secret } = (await rotate(api_token._id, 'hour', { as: 'ana', headers })).body.data
    expect((await rotate(api_token._id, 'hour', { as: 'ana', headers })).body.data.secret).toBeNull()
    expect([await deliver(before, [bellLink.mac]), await deliver(secret, [bellLink.mac])]).toEqual([
      'accepted',
      'accepted',
    ])
    b.clock.advance(3_600_000)
    expect([await deliver(before, [bellLink.mac]), await deliver(secret, [bellLink.mac])]).toEqual([
      '401 token_invalid',
      'accepted',
    ])
    const [entry] = await b.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', api_token._id)
      .where('action', '=', 'rotate')
      .execute()
    expect(entry?.after_json).toContain('twice a year')
    expect(entry?.after_json).not.toContain(secret)
  })

  it('without an overlap ends the one before at once', async () => {
    const { secret: before, api_token } = (await create()).made
    await rotate(api_token._id, 'none')
    expect(await deliver(before, [bellLink.mac])).toBe('401 token_invalid')
  })

  it('leaves a revoked one as it is', async () => {
    const { api_token } = (await create()).made
    await b.json(`${base}/api-token-revoke`, { as: 'ana', body: { ids: [api_token._id], reason: 'lost' } })
    expect((await rotate(api_token._id, 'none')).body.data).toMatchObject({
      results: [{ outcome: 'skipped', reason: 'revoked' }],
      secret: null,
    })
  })
})

describe('revoking', () => {
  it('ends both secrets at once, is told to running connections, and says so in the audit log', async () => {
    const told: unknown[] = []
    const stop = b.deps.bus.subscribe(message => told.push([message.topic, message.data.id]))
    const { secret, api_token } = (await create()).made
    const after = await b.json<{ data: { secret: string } }>(`${base}/api-token-rotate`, {
      as: 'ana',
      body: { ids: [api_token._id], overlap: 'day', reason: 'before it ends' },
    })
    const revoke = () =>
      b.json(`${base}/api-token-revoke`, {
        as: 'ana',
        body: { ids: [api_token._id], reason: 'the gateway was stolen' },
      })
    expect((await revoke()).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect((await revoke()).body.data.results).toMatchObject([{ outcome: 'skipped', reason: 'revoked' }])
    stop()
    const entries = await b.db
      .selectFrom('audit_log')
      .select(['action', 'after_json'])
      .where('entity_id', '=', api_token._id)
      .where('action', 'in', ['rotate', 'revoke'])
      .orderBy('at')
      .execute()
    const names = entries.map(({ action, after_json }) => [
      action,
      (JSON.parse(after_json ?? '{}') as { name?: string }).name,
    ])
    expect(names.toSorted()).toEqual([
      ['revoke', api_token.name],
      ['rotate', api_token.name],
    ])
    expect(told).toEqual([['token', api_token._id]])
    for (const one of [secret, after.body.data.secret])
      expect(await deliver(one, [bellLink.mac])).toBe('401 token_invalid')
    const listed = await b.json(`${base}/api-tokens`, {
      as: 'ana',
      body: { exactFields: ['state', 'tenant'], exactValues: ['revoked', tenants.carpathia.id] },
    })
    expect(listed.body.data.rows.map(row => row._id)).toContain(api_token._id)
    const changed = await b.json(`${base}/api-token/${api_token._id}`, {
      method: 'PUT',
      as: 'ana',
      body: { name: 'again', tenant: tenants.carpathia.id, rights: ['send_data'] },
    })
    expect(codeOf(changed)).toBe('409 token_revoked')
  })
})

describe('wrong tokens', () => {
  it('from one address are answered 429 after twenty, while a right one from there goes on', async () => {
    const from = '198.51.100.77'
    const { secret } = (await create()).made
    expect(await deliver(secret, [bellLink.mac], { from })).toBe('accepted')
    for (let tries = 0; tries < 20; tries++)
      expect(await deliver(`bo_wrong-${tries}`, [bellLink.mac], { from })).toBe('401 token_invalid')
    const refused = await b.json('/api/rawdata/v1/ingest', {
      token: 'bo_wrong',
      from,
      body: { messages: [1] },
    })
    expect(codeOf(refused)).toBe('429 too_many_requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await deliver(secret, [bellLink.mac], { from })).toBe('accepted')
    expect(await deliver('bo_wrong', [bellLink.mac], { from: '198.51.100.78' })).toBe('401 token_invalid')
  })
})
