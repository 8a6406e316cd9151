/** What plain SQL can do to the log, and that it shows. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Actor } from '../request/actor'
import { people, tenants, wednesday } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { openAudit, startAuditKeeper } from './audit-keeper'
import { recordChange } from './audit.service'
import { GENESIS, plainHashOf } from './chain'
import { adoptChains, noteHeads } from './registry'
import { readAnchors, verifyLog, type LogCheck } from './verify'

const [carpathia, lusitania] = [tenants.carpathia.id, tenants.lusitania.id]
const ana: Actor = {
  kind: 'user',
  id: people.ana.id,
  name: people.ana.fullName,
  tenantId: SYSTEM_TENANT,
  permissions: {},
}

let b: TestBackend
beforeEach(async () => {
  b = await testBackend({
    empty: true,
    env: { SESSION_SECRET: 'a secret of at least thirty-two characters' },
  })
  for (const trigger of b.deps.engine === 'postgres'
    ? ['audit_log_append_only']
    : ['audit_log_no_update', 'audit_log_no_delete']) {
    await sql`drop trigger ${sql.ref(trigger)} ${b.deps.engine === 'postgres' ? sql`on audit_log` : sql``}`.execute(
      b.db,
    )
  }
})
afterEach(() => b.close())

const write = async (tenantId: string, count = 1) => {
  for (let nr = 0; nr < count; nr++)
    await b.db
      .transaction()
      .execute(tx =>
        recordChange(
          tx,
          ana,
          { entity: 'slot', id: `slot-${nr}`, tenantId, action: 'lock', before: null, after: { nr } },
          wednesday,
        ),
      )
}
const check = (anchors: [string, number, string][] = []) => verifyLog(b.db, { tenantId: null }, anchors)
const told = ({ ok, registry, chains }: LogCheck) => ({
  ok,
  registry: registry.problem,
  ...Object.fromEntries(
    chains
      .filter(chain => !chain.ok)
      .map(chain => [
        chain.tenant_id === carpathia ? 'carpathia' : 'lusitania',
        [chain.problem, chain.broken_at],
      ]),
  ),
})
const good = { ok: true, registry: null }
const headOf = (tenantId: string) =>
  b.db.selectFrom('audit_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
const removeFrom = (tenantId: string, seq: number) =>
  b.db.deleteFrom('audit_log').where('tenant_id', '=', tenantId).where('seq', '>=', seq).execute()
const hashAt = async (tenantId: string, seq: number) =>
  (
    await b.db
      .selectFrom('audit_log')
      .select('hash')
      .where('tenant_id', '=', tenantId)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
  ).hash

describe('the log', () => {
  beforeEach(async () => {
    await write(carpathia, 5)
    await write(lusitania, 3)
  })

  it('is good as it was written, and says since when it is sealed', async () => {
    expect(told(await check())).toEqual(good)
    expect((await check()).registry).toMatchObject({ adopted_at: wednesday, adopted_why: 'first' })
  })

  it('shows an end that was cut off together with its head', async () => {
    await removeFrom(carpathia, 4)
    await b.db
      .updateTable('audit_heads')
      .set({ seq: 3, hash: await hashAt(carpathia, 3) })
      .where('tenant_id', '=', carpathia)
      .execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['head_changed', 3] })
  })

  it('shows a tenant’s chain that was removed whole, also to that tenant, and also once it goes on', async () => {
    await removeFrom(lusitania, 1)
    await b.db.deleteFrom('audit_heads').where('tenant_id', '=', lusitania).execute()
    await write(lusitania)
    expect(told(await check())).toEqual({ ok: false, registry: null, lusitania: ['written_over', 1] })
    expect((await verifyLog(b.db, { tenantId: lusitania })).chains).toMatchObject([
      { ok: false, problem: 'written_over' },
    ])
    expect(told(await verifyLog(b.db, { tenantId: carpathia }))).toEqual(good)
  })

  it('shows a chain that was removed whole and did not go on', async () => {
    await removeFrom(lusitania, 1)
    await b.db.deleteFrom('audit_heads').where('tenant_id', '=', lusitania).execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, lusitania: ['chain_missing', 1] })
  })

  it('shows an end that was cut off and a head that was put back as it had been, once the minute is over', async () => {
    const earlier = await headOf(carpathia)
    await write(carpathia, 2)
    expect(await noteHeads(b.deps, wednesday + 60_000)).toBe(true)
    await removeFrom(carpathia, 6)
    await b.db.updateTable('audit_heads').set(earlier).where('tenant_id', '=', carpathia).execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['shorter_than_noted', 6] })
    // Writing on does not cover it up.
    await write(carpathia, 4)
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['other_than_noted', 7] })
    expect(await noteHeads(b.deps, wednesday + 120_000)).toBe(true)
  })

  it('is not made good by writing on over a head that somebody touched', async () => {
    await removeFrom(carpathia, 4)
    await b.db
      .updateTable('audit_heads')
      .set({ seq: 3, hash: await hashAt(carpathia, 3) })
      .where('tenant_id', '=', carpathia)
      .execute()
    await write(carpathia, 3)
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['written_over', 4] })
    await b.db
      .updateTable('audit_heads')
      .set({ written_over_at: null })
      .where('tenant_id', '=', carpathia)
      .execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['head_changed', 6] })
  })

  it('cannot be written anew by who does not know the secret', async () => {
    const entries = await b.db
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant_id', '=', carpathia)
      .orderBy('seq')
      .execute()
    let prev_hash = GENESIS
    for (const entry of entries) {
      const changed = { ...entry, after_json: '{"nr":"nothing happened"}', prev_hash }
      prev_hash = plainHashOf(changed)
      await b.db
        .updateTable('audit_log')
        .set({ ...changed, hash: prev_hash })
        .where('id', '=', entry.id)
        .execute()
    }
    await b.db
      .updateTable('audit_heads')
      .set({
        hash: prev_hash,
        plain_seq: 5,
        adopted_seq: 5,
        seal: createHash('sha256').update('guessed').digest('hex'),
      })
      .where('tenant_id', '=', carpathia)
      .execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['head_changed', 5] })
  })

  it('shows that its list of chains was changed, or removed, and does not make it anew', async () => {
    const registry = await b.db.selectFrom('audit_registry').selectAll().executeTakeFirstOrThrow()
    await b.db.updateTable('audit_registry').set({ chains: '[]' }).execute()
    expect((await check()).registry).toMatchObject({ ok: false, problem: 'registry_changed' })
    await b.db.deleteFrom('audit_registry').execute()
    await write(SYSTEM_TENANT)
    await adoptChains(b.deps, 'first', wednesday)
    expect((await check()).registry).toMatchObject({ ok: false, problem: 'registry_missing' })
    await b.db.insertInto('audit_registry').values(registry).execute()
    expect((await check()).chains.find(chain => chain.tenant_id === SYSTEM_TENANT)).toMatchObject({
      ok: false,
      problem: 'written_over',
    })
  })

  it('put back whole to an earlier copy shows by what somebody noted elsewhere, and by nothing else', async () => {
    const copy = await Promise.all([
      b.db.selectFrom('audit_heads').selectAll().execute(),
      b.db.selectFrom('audit_registry').selectAll().execute(),
    ])
    await write(carpathia, 2)
    const anchor = (await check()).chains.find(chain => chain.tenant_id === carpathia)?.anchor ?? ''
    expect(anchor).toMatch(new RegExp(`^${carpathia}:7:[0-9a-f]{64}$`))
    await removeFrom(carpathia, 6)
    for (const head of copy[0])
      await b.db.updateTable('audit_heads').set(head).where('tenant_id', '=', head.tenant_id).execute()
    for (const registry of copy[1]) await b.db.updateTable('audit_registry').set(registry).execute()
    expect(told(await check())).toEqual(good)
    expect(told(await check(readAnchors(anchor)))).toEqual({
      ok: false,
      registry: null,
      carpathia: ['shorter_than_noted', 6],
    })
  })
})

describe('a log from before there were seals', () => {
  const unsealed = async () => {
    let prev_hash = GENESIS
    for (let seq = 1; seq <= 4; seq++) {
      const entry = {
        id: String(seq).padStart(24, '0'),
        tenant_id: carpathia,
        seq,
        at: wednesday,
        actor_kind: 'user',
        actor_id: ana.id,
        actor_name: ana.name,
        ip: null,
        request_id: null,
        entity: 'slot',
        entity_id: 'slot-1',
        action: 'lock',
        before_json: null,
        after_json: '{}',
        prev_hash,
      }
      prev_hash = plainHashOf(entry)
      await b.db
        .insertInto('audit_log')
        .values({ ...entry, hash: prev_hash, search: '' })
        .execute()
    }
    await b.db
      .insertInto('audit_heads')
      .values({
        tenant_id: carpathia,
        seq: 4,
        hash: prev_hash,
        plain_seq: 0,
        adopted_seq: 0,
        written_over_at: null,
        seal: null,
      })
      .execute()
  }

  it('is taken as it is at the first start, told so, and sealed from then on', async () => {
    await unsealed()
    await openAudit(b.deps, false)
    expect(await check()).toMatchObject({
      ok: true,
      registry: { adopted_at: wednesday, adopted_why: 'first' },
      chains: [{ tenant_id: carpathia, entries: 4, adopted_to: 4 }],
    })
    await write(carpathia, 2)
    expect(await check()).toMatchObject({ ok: true, chains: [{ entries: 6, adopted_to: 4 }] })
    await b.db.updateTable('audit_log').set({ actor_name: 'somebody else' }).where('seq', '=', 2).execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['entry_changed', 2] })
  })

  it('is taken as it is by the first write, where nothing else came before', async () => {
    await unsealed()
    await write(lusitania)
    await write(carpathia)
    expect(await check()).toMatchObject({
      ok: true,
      chains: [
        { tenant_id: carpathia, entries: 5, adopted_to: 4 },
        { tenant_id: lusitania, entries: 1, adopted_to: 0 },
      ],
    })
  })
})

describe('another secret', () => {
  it('keeps the backend from starting, until somebody says that the log is to be taken as it is', async () => {
    await write(carpathia, 3)
    await b.db.updateTable('audit_registry').set({ key_name: 'of another secret' }).execute()
    await expect(openAudit(b.deps, false)).rejects.toThrow('SESSION_SECRET')
    expect((await check()).registry).toMatchObject({ ok: false, problem: 'other_secret' })
    b.clock.advance(1_000)
    await openAudit(b.deps, true)
    expect(await check()).toMatchObject({
      ok: true,
      registry: { adopted_at: wednesday + 1_000, adopted_why: 'on_request' },
      chains: [{ entries: 3, adopted_to: 3 }],
    })
    await write(carpathia)
    expect(await check()).toMatchObject({ ok: true, chains: [{ entries: 4, adopted_to: 3 }] })
    // What was written under the secret before cannot be computed again, but not be taken out or put in either.
    await b.db.deleteFrom('audit_log').where('seq', '=', 2).execute()
    expect(told(await check())).toEqual({ ok: false, registry: null, carpathia: ['entry_missing', 2] })
  })
})

it('what the log is short of is noted when the backend ends', async () => {
  await write(carpathia, 2)
  const keeper = startAuditKeeper(b.deps)
  await keeper.stop()
  expect(
    (await b.db.selectFrom('audit_registry').select('chains').executeTakeFirstOrThrow()).chains,
  ).toContain(`"${carpathia}",2,`)
})
