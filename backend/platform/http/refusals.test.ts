import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SYSTEM_TENANT } from '../contract/primitives'
import { password, people, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { verifyChain } from '../audit/audit.service'
import { MOST_OPENED, refusalsOf, startRefusalSweep, WINDOW_MS } from './refusals.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())
// Each test begins when the windows of the one before it are over and written.
beforeEach(async () => {
  b.clock.advance(WINDOW_MS)
  await refusalsOf(b.deps).sweep()
  b.clock.advance(WINDOW_MS)
})

const office = '198.51.100.20'
const stranger = '203.0.113.66'
const fail = (username: string, from: string, secret = 'wrong') =>
  b.json('/api/authorization/v1/login', { from, body: { username, password: secret } })

/** What was refused since this test began, oldest first. */
async function refused() {
  await refusalsOf(b.deps).settled()
  const rows = await b.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'in', ['sign_in_failed', 'sign_in_locked', 'refused', 'refusals_not_listed'])
    .where('at', '>', b.clock() - WINDOW_MS)
    .orderBy('seq')
    .execute()
  return rows.map(row => ({ ...row, after: JSON.parse(row.after_json ?? 'null') as Record<string, unknown> }))
}

describe('a wrong password in the audit log', () => {
  it('is there at once, with who was named, from where, and the request; never with the password', async () => {
    const { headers } = await fail(' Mihai', stranger, 'my-other-password')
    const [entry, ...more] = await refused()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'sign_in_failed',
      entity: 'user',
      entity_id: people.mihai.id,
      tenant_id: tenants.carpathia.id,
      actor_kind: 'nobody',
      actor_id: '',
      actor_name: 'mihai',
      ip: stranger,
      request_id: headers.get('x-request-id'),
      after: { username: 'mihai', times: 1 },
    })
    expect(JSON.stringify(entry)).not.toContain('my-other-password')
  })

  it('is counted when it comes again, and the count is written when the quarter of an hour is over', async () => {
    for (let time = 0; time < 4; time++) await fail('paulo', stranger)
    expect(await refused()).toHaveLength(1)
    b.clock.advance(WINDOW_MS)
    await refusalsOf(b.deps).sweep()
    const counts = await b.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('action', '=', 'sign_in_failed')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(counts.after_json ?? '')).toMatchObject({
      username: 'paulo',
      times: 3,
      first_at: b.clock() - WINDOW_MS,
      last_at: b.clock() - WINDOW_MS,
    })
  })

  it('is one entry an address, and tells when the name was locked', async () => {
    for (let time = 0; time < 7; time++) await fail('olga', stranger)
    await fail('olga', office)
    expect((await refused()).map(({ action, ip, after }) => [action, ip, after.reason])).toEqual([
      ['sign_in_failed', stranger, undefined],
      ['sign_in_locked', stranger, 'address'],
      ['sign_in_failed', office, undefined],
    ])
  })

  it('of a name that nobody has belongs to the system, and what was typed is not in it', async () => {
    for (const typed of ['Hunter2-secret!', '1960229123456']) await fail(typed, stranger)
    const entries = await refused()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      tenant_id: SYSTEM_TENANT,
      entity_id: 'unknown',
      actor_name: 'nobody',
      ip: stranger,
    })
    expect(entries[0]?.after.unknown_name).toMatch(/^[0-9a-f]{8}$/)
    b.clock.advance(WINDOW_MS)
    await refusalsOf(b.deps).sweep()
    const written = JSON.stringify(await b.db.selectFrom('audit_log').selectAll().execute()).toLowerCase()
    expect(written).not.toContain('hunter2')
    expect(written).not.toContain('1960229123456')
  })

  it("is seen by the auditors of the tenant, and by no other tenant's", async () => {
    await fail('mihai', stranger)
    await refused()
    const actions = async (as: 'andrei' | 'paulo') =>
      (
        await b.json('/api/audit/v1/entries', {
          as,
          body: { exactFields: ['action', 'entity_id'], exactValues: ['sign_in_failed', people.mihai.id] },
        })
      ).body.data.total
    expect(await actions('andrei')).toBeGreaterThan(0)
    expect(await actions('paulo')).toBe(0)
  })
})

describe('what somebody was not permitted', () => {
  it("is in their tenant's log, whichever part refused it", async () => {
    await b.request('/api/slotcontrol/v1/lock', {
      as: 'andrei',
      from: office,
      body: { ids: [slots.bellLink.id], reason: 'just so' },
    })
    await b.request('/api/imports/v1/import', { as: 'nora', from: stranger, body: {} })
    const entries = await refused()
    expect(entries[0]).toMatchObject({
      action: 'refused',
      entity: 'permission',
      entity_id: 'slot::lock',
      actor_kind: 'user',
      actor_id: people.andrei.id,
      actor_name: 'Andrei Dumitru',
      tenant_id: tenants.carpathia.id,
      ip: office,
      after: { method: 'POST', path: '/api/slotcontrol/v1/lock', permission: 'slot::lock', times: 1 },
    })
    expect(entries.every(entry => entry.request_id)).toBe(true)
  })

  it('is counted by person and permission', async () => {
    for (let time = 0; time < 5; time++)
      await b.request('/api/audit/v1/entries', { as: 'nora', from: office, body: {} })
    expect(await refused()).toHaveLength(1)
  })

  it('by a token names the token', async () => {
    await b.request('/api/configuration/v1/slots', {
      token: b.ingestTokens.carpathia,
      from: office,
      body: {},
    })
    expect((await refused())[0]).toMatchObject({
      actor_kind: 'token',
      tenant_id: tenants.carpathia.id,
      entity_id: 'slot::list',
    })
  })
})

describe('a flood of refusals', () => {
  it('cannot fill the disk: a hundred entries a window, the rest as one number, and the chain holds', async () => {
    const refusals = refusalsOf(b.deps)
    const note = (index: number) =>
      refusals.note({
        kind: 'sign_in',
        key: `from ${index}`,
        who: { kind: 'nobody', id: '', name: 'nobody' },
        change: {
          entity: 'user',
          id: 'unknown',
          tenantId: SYSTEM_TENANT,
          action: 'sign_in_failed',
          after: {},
        },
      })
    for (let index = 0; index < 1_000; index++) note(index)
    await b.request('/api/audit/v1/entries', { as: 'nora', from: office, body: {} })
    const before = await refused()
    expect(before.filter(entry => entry.action === 'sign_in_failed')).toHaveLength(MOST_OPENED)
    expect(
      before.filter(entry => entry.action === 'refused'),
      'each kind has its own room',
    ).toHaveLength(1)
    b.clock.advance(WINDOW_MS)
    await refusals.sweep()
    const [last] = await b.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'refusals_not_listed')
      .execute()
    expect(JSON.parse(last?.after_json ?? '')).toEqual({ times: 1_000 - MOST_OPENED })
    expect(await verifyChain(b.db, SYSTEM_TENANT)).toMatchObject({ ok: true })
  })

  it('is written when the program ends', async () => {
    const sweep = startRefusalSweep(b.deps)
    for (let time = 0; time < 3; time++) await fail('andrei', office, password.slice(1))
    await sweep.stop()
    expect((await refused()).map(entry => entry.after.times)).toEqual([1, 2])
  })
})
