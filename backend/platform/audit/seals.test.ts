/** What plain SQL can do to the log, and that it shows. */
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { SYSTEM_TENANT } from '../contract/primitives'
import { wednesday } from '../../../tests/people'
import { startAuditKeeper } from './audit-keeper'
import { GENESIS, plainHashOf } from './chain'
import { adoptChains, noteHeads } from './registry'
import { readAnchors, verifyLog } from './verify'

import { carpathia, lusitania, sealedLog } from '../../../tests/support/sealed-log'

const { backendOf: b, write, check, summaryOf, headOf, removeFrom, hashAt, good } = sealedLog()

describe('the log', () => {
  beforeEach(async () => {
    await write(carpathia, 5)
    await write(lusitania, 3)
  })

  it('is good as it was written, and says since when it is sealed', async () => {
    expect(summaryOf(await check())).toEqual(good)
    expect((await check()).registry).toMatchObject({ adopted_at: wednesday, adopted_why: 'first' })
  })

  it('shows an end that was cut off together with its head', async () => {
    await removeFrom(carpathia, 4)
    await b()
      .db.updateTable('audit_heads')
      .set({ seq: 3, hash: await hashAt(carpathia, 3) })
      .where('tenant_id', '=', carpathia)
      .execute()
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, carpathia: ['head_changed', 3] })
  })

  it('shows a tenant’s chain that was removed whole, also to that tenant, and also once it goes on', async () => {
    await removeFrom(lusitania, 1)
    await b().db.deleteFrom('audit_heads').where('tenant_id', '=', lusitania).execute()
    await write(lusitania)
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, lusitania: ['written_over', 1] })
    expect((await verifyLog(b().db, { tenantId: lusitania })).chains).toMatchObject([
      { ok: false, problem: 'written_over' },
    ])
    expect(summaryOf(await verifyLog(b().db, { tenantId: carpathia }))).toEqual(good)
  })

  it('shows a chain that was removed whole and did not go on', async () => {
    await removeFrom(lusitania, 1)
    await b().db.deleteFrom('audit_heads').where('tenant_id', '=', lusitania).execute()
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, lusitania: ['chain_missing', 1] })
  })

  it('shows an end that was cut off and a head that was put back as it had been, once the minute is over', async () => {
    const earlier = await headOf(carpathia)
    await write(carpathia, 2)
    expect(await noteHeads(b().deps, wednesday + 60_000)).toBe(true)
    await removeFrom(carpathia, 6)
    await b().db.updateTable('audit_heads').set(earlier).where('tenant_id', '=', carpathia).execute()
    expect(summaryOf(await check())).toEqual({
      ok: false,
      registry: null,
      carpathia: ['shorter_than_noted', 6],
    })
    // Writing on does not cover it up.
    await write(carpathia, 4)
    expect(summaryOf(await check())).toEqual({
      ok: false,
      registry: null,
      carpathia: ['other_than_noted', 7],
    })
    expect(await noteHeads(b().deps, wednesday + 120_000)).toBe(true)
  })

  it('is not made good by writing on over a head that somebody touched', async () => {
    await removeFrom(carpathia, 4)
    await b()
      .db.updateTable('audit_heads')
      .set({ seq: 3, hash: await hashAt(carpathia, 3) })
      .where('tenant_id', '=', carpathia)
      .execute()
    await write(carpathia, 3)
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, carpathia: ['written_over', 4] })
    await b()
      .db.updateTable('audit_heads')
      .set({ written_over_at: null })
      .where('tenant_id', '=', carpathia)
      .execute()
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, carpathia: ['head_changed', 6] })
  })

  it('cannot be written anew by who does not know the secret', async () => {
    const entries = await b()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('tenant_id', '=', carpathia)
      .orderBy('seq')
      .execute()
    let prev_hash = GENESIS
    for (const entry of entries) {
      const changed = { ...entry, after_json: '{"nr":"nothing happened"}', prev_hash }
      prev_hash = plainHashOf(changed)
      await b()
        .db.updateTable('audit_log')
        .set({ ...changed, hash: prev_hash })
        .where('id', '=', entry.id)
        .execute()
    }
    await b()
      .db.updateTable('audit_heads')
      .set({
        hash: prev_hash,
        plain_seq: 5,
        adopted_seq: 5,
        seal: createHash('sha256').update('guessed').digest('hex'),
      })
      .where('tenant_id', '=', carpathia)
      .execute()
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, carpathia: ['head_changed', 5] })
  })

  it('shows that its list of chains was changed, or removed, and does not make it anew', async () => {
    const registry = await b().db.selectFrom('audit_registry').selectAll().executeTakeFirstOrThrow()
    await b().db.updateTable('audit_registry').set({ chains: '[]' }).execute()
    expect((await check()).registry).toMatchObject({ ok: false, problem: 'registry_changed' })
    await b().db.deleteFrom('audit_registry').execute()
    await write(SYSTEM_TENANT)
    await adoptChains(b().deps, 'first', wednesday)
    expect((await check()).registry).toMatchObject({ ok: false, problem: 'registry_missing' })
    await b().db.insertInto('audit_registry').values(registry).execute()
    expect((await check()).chains.find(chain => chain.tenant_id === SYSTEM_TENANT)).toMatchObject({
      ok: false,
      problem: 'written_over',
    })
  })

  it('put back whole to an earlier copy shows by what somebody noted elsewhere, and by nothing else', async () => {
    const copy = await Promise.all([
      b().db.selectFrom('audit_heads').selectAll().execute(),
      b().db.selectFrom('audit_registry').selectAll().execute(),
    ])
    await write(carpathia, 2)
    const anchor = (await check()).chains.find(chain => chain.tenant_id === carpathia)?.anchor ?? ''
    expect(anchor).toMatch(new RegExp(`^${carpathia}:7:[0-9a-f]{64}$`))
    await removeFrom(carpathia, 6)
    for (const head of copy[0])
      await b().db.updateTable('audit_heads').set(head).where('tenant_id', '=', head.tenant_id).execute()
    for (const registry of copy[1]) await b().db.updateTable('audit_registry').set(registry).execute()
    expect(summaryOf(await check())).toEqual(good)
    expect(summaryOf(await check(readAnchors(anchor)))).toEqual({
      ok: false,
      registry: null,
      carpathia: ['shorter_than_noted', 6],
    })
  })
})

it('what the log is short of is noted when the backend ends', async () => {
  await write(carpathia, 2)
  const keeper = startAuditKeeper(b().deps)
  await keeper.stop()
  expect(
    (await b().db.selectFrom('audit_registry').select('chains').executeTakeFirstOrThrow()).chains,
  ).toContain(`"${carpathia}",2,`)
})
