import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Actor } from '../request/actor'
import { people, slots, tenants, wednesday } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { recordChange, recordChanges, verifyChain, type Change } from './audit.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const actor = (person: 'mihai' | 'paulo' | 'ana'): Actor => ({
  kind: 'user',
  id: people[person].id,
  name: people[person].fullName,
  tenantId: people[person].tenantId,
  permissions: {},
  ip: '192.0.2.1',
  requestId: 'request-1',
})

const locking = (over: Partial<Change> = {}): Change => ({
  entity: 'slot',
  id: slots.bellLink.id,
  tenantId: tenants.carpathia.id,
  action: 'lock',
  before: { status: 'active' },
  after: { status: 'locked', serial: slots.bellLink.serial },
  ...over,
})
const record = (change = locking(), by = actor('mihai'), at = wednesday) =>
  b.db.transaction().execute(tx => recordChange(tx, by, change, at))
const list = async (as: keyof typeof people, body: object = {}) =>
  (await b.json('/api/audit/v1/entries', { as, body })).body

/** As somebody with all rights on the database can do. */
async function withoutTriggers({ db, deps }: TestBackend): Promise<void> {
  for (const trigger of deps.engine === 'postgres'
    ? ['audit_log_append_only']
    : ['audit_log_no_update', 'audit_log_no_delete']) {
    await sql`drop trigger ${sql.ref(trigger)} ${deps.engine === 'postgres' ? sql`on audit_log` : sql``}`.execute(
      db,
    )
  }
}

describe('the chain', () => {
  it('has no gap and no fork when many write at once, to several tenants', async () => {
    const both = [locking(), locking({ tenantId: tenants.lusitania.id }), locking({ action: 'unlock' })]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        b.db
          .transaction()
          .execute(tx => recordChanges(tx, actor('ana'), index % 2 ? both : [...both].reverse(), wednesday)),
      ),
    )
    for (const tenant of [tenants.carpathia.id, tenants.lusitania.id])
      expect(await verifyChain(b.db, tenant)).toMatchObject({ ok: true, broken_at: null })
    const seqs = (
      await b.db
        .selectFrom('audit_log')
        .select('seq')
        .where('tenant_id', '=', tenants.lusitania.id)
        .orderBy('seq')
        .execute()
    ).map(row => row.seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  })

  it('takes a bulk command of 1,200 machines', async () => {
    const changes = Array.from({ length: 1_200 }, (_, index) =>
      locking({ id: String(index).padStart(24, '0'), action: 'bulk' }),
    )
    await b.db.transaction().execute(tx => recordChanges(tx, actor('mihai'), changes, wednesday))
    expect(
      (await list('mihai', { exactFields: ['action'], exactValues: ['bulk'], rowsPerPage: 1 })).data.total,
    ).toBe(1_200)
    expect((await verifyChain(b.db, tenants.carpathia.id)).ok).toBe(true)
  })

  it('cannot be changed or shortened, even by hand', async () => {
    await expect(
      b.db.updateTable('audit_log').set({ actor_name: 'somebody else' }).execute(),
    ).rejects.toThrow('append-only')
    await expect(b.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
  })

  it.each([
    [
      'an altered entry',
      3,
      (db: TestBackend['db']) =>
        db.updateTable('audit_log').set({ after_json: '{"status":"active"}' }).where('seq', '=', 3),
    ],
    ['a removed entry', 2, (db: TestBackend['db']) => db.deleteFrom('audit_log').where('seq', '=', 2)],
    ['a removed end', 5, (db: TestBackend['db']) => db.deleteFrom('audit_log').where('seq', '=', 5)],
    ['a head put back', 4, (db: TestBackend['db']) => db.updateTable('audit_heads').set({ seq: 4 })],
    ['a lost head', 1, (db: TestBackend['db']) => db.deleteFrom('audit_heads')],
  ])('shows %s, once the triggers are gone', async (_what, brokenAt, tamper) => {
    const own = await testBackend({ empty: true })
    try {
      for (let number = 0; number < 5; number++)
        await own.db
          .transaction()
          .execute(tx => recordChange(tx, actor('ana'), locking({ id: `slot-${number}` }), wednesday))
      expect(await verifyChain(own.db, tenants.carpathia.id)).toMatchObject({
        ok: true,
        broken_at: null,
        problem: null,
        entries: 5,
      })
      await withoutTriggers(own)
      await tamper(own.db).execute()
      expect(await verifyChain(own.db, tenants.carpathia.id)).toMatchObject({
        ok: false,
        broken_at: brokenAt,
      })
    } finally {
      await own.close()
    }
  })

  it("is checked on request: a tenant's own, or all of them", async () => {
    await record(
      locking({ tenantId: SYSTEM_TENANT, entity: 'setting', id: 'mail', action: 'update' }),
      actor('ana'),
    )
    const own = await b.json<{
      data: { ok: boolean; broken_at: number | null; chains: { tenant_id: string }[] }
    }>('/api/audit/v1/verify', { as: 'mihai' })
    expect(own.body.data).toMatchObject({
      ok: true,
      broken_at: null,
      chains: [{ tenant_id: tenants.carpathia.id, ok: true }],
    })
    const all = await b.json<typeof own.body>('/api/audit/v1/verify', { as: 'irina' })
    expect(all.body.data.chains.map(chain => chain.tenant_id)).toEqual(
      expect.arrayContaining([SYSTEM_TENANT, tenants.carpathia.id, tenants.lusitania.id]),
    )
  })

  it('gives out the end of each chain, to be compared later', async () => {
    type Answer = {
      data: { ok: boolean; chains: { tenant_id: string; problem: string | null; anchor: string }[] }
    }
    const verify = async (query = '') =>
      (await b.json<Answer>(`/api/audit/v1/verify${query}`, { as: 'irina' })).body.data
    const noted = (await verify()).chains.map(chain => chain.anchor).join(',')
    await record()
    expect(await verify(`?anchor=${noted}`)).toMatchObject({ ok: true })
    const [tenant, seq = ''] = noted.split(',')[0]?.split(':') ?? []
    expect(
      (await verify(`?anchor=${tenant}:${seq}:${'0'.repeat(64)}`)).chains.find(
        chain => chain.tenant_id === tenant,
      ),
    ).toMatchObject({ ok: false, problem: 'other_than_noted' })
    expect((await b.request('/api/audit/v1/verify?anchor=nonsense', { as: 'irina' })).status).toBe(422)
  })
})
