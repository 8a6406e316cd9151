/** An import from its commit on: what is written, taken back, and by whom. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '../../platform/audit/audit.service'
import { locations, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const head = 'serial,location_code,manufacturer,accounting_denom'
const slot = (serial: string) =>
  backend.db.selectFrom('slots').selectAll().where('serial', '=', serial).executeTakeFirst()

describe('at commit', () => {
  it('what others did meanwhile is respected: a serial taken since is told, the rest goes in', async () => {
    const { _id } = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head}\nT-001,CJ-01,EGT,1\nT-002,CJ-01,EGT,1`,
    )
    await backend.json('/api/configuration/v1/slot', {
      as: 'mihai',
      body: {
        serial: 'T-001',
        location: locations.cluj.id,
        manufacturer: 'EGT',
        denomination: { minor: 1, currency: 'RON' },
      },
    })
    expect(await desk.done('mihai', _id, 'commit')).toMatchObject({ counts: { committed: 1, error: 1 } })
    expect(await desk.problems('mihai', _id)).toEqual(['2 serial exists'])
  })

  it('two people who press at once start it once', async () => {
    const { _id } = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head}\n${Array.from({ length: 600 }, (_, number) => `P-${String(number).padStart(4, '0')},CJ-01,EGT,1`).join('\n')}`,
    )
    const both = await Promise.all([desk.act('mihai', _id, 'commit'), desk.act('mihai', _id, 'commit')])
    expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
    expect(await desk.settled('mihai', _id)).toMatchObject({ counts: { committed: 600 } })
    expect(
      (
        await backend.db
          .selectFrom('audit_log')
          .select('id')
          .where('action', '=', 'create')
          .where('after_json', 'like', `%${_id}%`)
          .execute()
      ).length,
    ).toBe(600)
  })

  it('is stopped between two chunks, goes on, and does each row once', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, number) => `S-${String(number).padStart(4, '0')},CJ-01,EGT,1`,
    )
    const { _id } = await desk.check('mihai', 'slots', 'create', `${head}\n${rows.join('\n')}`)
    await desk.act('mihai', _id, 'commit')
    while ((await desk.get('mihai', _id)).counts.committed === 0)
      await new Promise(resolve => setTimeout(resolve, 5))
    await desk.act('mihai', _id, 'cancel')
    const stopped = await desk.settled('mihai', _id)
    expect(stopped).toMatchObject({
      state: 'stopped',
      stopped_in: 'commit',
      can: { resume: true, undo: true },
    })
    expect(stopped.counts.committed).toBeLessThan(2_000)
    expect((stopped.counts.committed ?? 0) + (stopped.counts.ok ?? 0)).toBe(2_000)
    expect(await desk.done('mihai', _id, 'resume')).toMatchObject({
      state: 'committed',
      counts: { committed: 2_000, ok: 0 },
    })
    expect(
      await backend.db.selectFrom('slots').select('id').where('serial', 'like', 'S-%').execute(),
    ).toHaveLength(2_000)
    expect(await verifyChain(backend.db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })
})

describe('an undo', () => {
  it('archives what was made and frees its serial, gives changed rows their values back, and tells what it left alone', async () => {
    const first = await desk.done(
      'mihai',
      (
        await desk.check(
          'mihai',
          'slots',
          'create',
          `${head},position\nX-001,CJ-01,EGT,1,A-1\nX-002,CJ-01,EGT,1,A-2`,
        )
      )._id,
      'commit',
    )
    const { _id } = await desk.check(
      'mihai',
      'slots',
      'upsert',
      `${head},position,mech_in\nX-001,CJ-01,EGT,1,B-1,500\nX-002,CJ-01,EGT,1,B-2,\nX-003,CJ-01,EGT,1,B-3,\nX-004,CJ-01,EGT,1,B-4,700`,
    )
    expect((await desk.act('mihai', _id, 'commit')).error.fields).toEqual({ reason: [{ code: 'required' }] })
    await desk.done('mihai', _id, 'commit', { reason: 'Counters read at the door' })
    const [changed, kept, id] = [await slot('X-002'), await slot('X-003'), (await slot('X-004'))?.id]
    await backend.db
      .updateTable('slots')
      .set({ version: 9, position: 'C-9' })
      .where('id', '=', changed?.id ?? '')
      .execute()
    await backend.db
      .insertInto('smib_slots')
      .values({ smib_id: smibs.bellLink.id, slot_id: kept?.id ?? '' })
      .execute()

    expect((await desk.act('mihai', _id, 'undo')).error.fields).toEqual({ reason: [{ code: 'required' }] })
    expect(await desk.done('mihai', _id, 'undo', { reason: 'The wrong file' })).toMatchObject({
      state: 'undone',
      counts: { undone: 2, skipped: 2, committed: 0 },
    })
    expect((await desk.rows('mihai', _id, { state: 'skipped' })).map(row => [row.line, row.reason])).toEqual([
      [3, 'changed_since'],
      [4, 'has_history'],
    ])
    expect(await slot('X-001')).toMatchObject({ position: 'A-1', version: 3 })
    expect(await slot('X-002')).toMatchObject({ position: 'C-9' })
    expect(
      await backend.db
        .selectFrom('slots')
        .selectAll()
        .where('id', '=', id ?? '')
        .executeTakeFirst(),
    ).toMatchObject({ serial: `X-004~${id?.slice(-6)}`, archived_at: backend.clock() })
    expect(
      await backend.db
        .selectFrom('slot_meter_setups')
        .selectAll()
        .where('slot_id', 'in', [id ?? '', (await slot('X-001'))?.id ?? ''])
        .execute(),
    ).toEqual([])

    const again = await desk.check('mihai', 'slots', 'create', `${head}\nX-004,CJ-01,EGT,1`)
    expect(await desk.done('mihai', again._id, 'commit')).toMatchObject({ counts: { committed: 1 } })
    // The import before it finds the one row as it left it, and the other not.
    expect(await desk.done('mihai', first._id, 'undo')).toMatchObject({ counts: { undone: 1, skipped: 1 } })
    expect(await slot('X-001')).toBeUndefined()
    expect(await verifyChain(backend.db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })
})

describe('who may', () => {
  it('an auditor uploads nothing, an operator neither; another tenant sees no import', async () => {
    expect((await desk.upload('andrei', 'slots', 'create', `${head}\nW-001,CJ-01,EGT,1`)).status).toBe(403)
    expect((await desk.upload('olga', 'slots', 'update', 'serial\nW-001')).status).toBe(403)
    const { _id } = await desk.check('mihai', 'slots', 'create', `${head}\nW-001,CJ-01,EGT,1`)
    for (const what of ['commit', 'undo', 'cancel', 'discard'])
      expect((await desk.act('paulo', _id, what)).status).toBe(404)
    expect(
      (await desk.call('paulo', 'POST', '/rows', { exactFields: ['import'], exactValues: [_id] })).status,
    ).toBe(404)
    expect((await desk.call('paulo', 'POST', '/imports', {})).data.rows).toEqual([])
  })

  it('a repeated upload with the same key is the same import', async () => {
    const send = () =>
      desk.upload('mihai', 'slots', 'create', `${head}\nW-002,CJ-01,EGT,1`, {
        'idempotency-key': 'the-same-key-twice',
      })
    const [first, second] = [await send(), await send()]
    expect(second.data.import._id).toBe(first.data.import._id)
    await desk.settled('mihai', first.data.import._id)
  })

  it('an import that has changed nothing is forgotten, one that has is not', async () => {
    const { _id } = await desk.check('mihai', 'slots', 'create', `${head}\nW-003,CJ-01,EGT,1`)
    expect((await desk.act('mihai', _id, 'discard')).data.import).toMatchObject({
      state: 'discarded',
      counts: { ok: 0 },
      can: { commit: false },
    })
    expect((await desk.act('mihai', _id, 'commit')).error.code).toBe('import_state')
    const other = await desk.check('mihai', 'slots', 'create', `${head}\nW-004,CJ-01,EGT,1`)
    await desk.done('mihai', other._id, 'commit')
    expect((await desk.act('mihai', other._id, 'discard')).status).toBe(409)
  })
})
