/** A log from before there were seals, or of another secret, is taken as it is once, and sealed from then on. */
import { describe, expect, it } from 'vitest'
import { wednesday } from '../../../tests/people'
import { openAudit } from './audit-keeper'
import { GENESIS, plainHashOf } from './chain'

import { ana, carpathia, lusitania, sealedLog } from '../../../tests/support/sealed-log'

const { backendOf: b, write, check, summaryOf } = sealedLog()

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
      await b()
        .db.insertInto('audit_log')
        .values({ ...entry, hash: prev_hash, search: '' })
        .execute()
    }
    await b()
      .db.insertInto('audit_heads')
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
    await openAudit(b().deps, false)
    expect(await check()).toMatchObject({
      ok: true,
      registry: { adopted_at: wednesday, adopted_why: 'first' },
      chains: [{ tenant_id: carpathia, entries: 4, adopted_to: 4 }],
    })
    await write(carpathia, 2)
    expect(await check()).toMatchObject({ ok: true, chains: [{ entries: 6, adopted_to: 4 }] })
    await b().db.updateTable('audit_log').set({ actor_name: 'somebody else' }).where('seq', '=', 2).execute()
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, carpathia: ['entry_changed', 2] })
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
    await b().db.updateTable('audit_registry').set({ key_name: 'of another secret' }).execute()
    await expect(openAudit(b().deps, false)).rejects.toThrow('SESSION_SECRET')
    expect((await check()).registry).toMatchObject({ ok: false, problem: 'other_secret' })
    b().clock.advance(1_000)
    await openAudit(b().deps, true)
    expect(await check()).toMatchObject({
      ok: true,
      registry: { adopted_at: wednesday + 1_000, adopted_why: 'on_request' },
      chains: [{ entries: 3, adopted_to: 3 }],
    })
    await write(carpathia)
    expect(await check()).toMatchObject({ ok: true, chains: [{ entries: 4, adopted_to: 3 }] })
    // What was written under the secret before cannot be computed again, but not be taken out or put in either.
    await b().db.deleteFrom('audit_log').where('seq', '=', 2).execute()
    expect(summaryOf(await check())).toEqual({ ok: false, registry: null, carpathia: ['entry_missing', 2] })
  })
})
