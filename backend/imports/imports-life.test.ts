import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '../audit/audit.service'
import { locations, slots, smibs, tenants } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { importDesk } from '../../tests/support/imports'

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
const smib = (mac: string) =>
  backend.db.selectFrom('smibs').selectAll().where('mac', '=', mac).executeTakeFirst()
const lines = async (id: string, state: string) =>
  (await desk.rows('mihai', id, { state })).map(row => row.line)

describe('mending rows', () => {
  it('looks at a row anew, and at those it was or becomes a twin of', async () => {
    const { _id } = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head}\nM-001,CJ-01,EGT,1\nM-001,CJ-01,EGT,1\nM-003,XX,EGT,1`,
    )
    const first = await desk.call('mihai', 'PUT', `/import/${_id}/rows`, {
      fixes: [
        { line: 3, values: { serial: 'M-002' } },
        { line: 4, values: { location_code: 'BR-01', position: 'A-7' } },
      ],
    })
    expect(first.data.rows.map(row => [row.line, row.state])).toEqual([
      [2, 'ok'],
      [3, 'ok'],
      [4, 'ok'],
    ])
    expect(first.data.import).toMatchObject({ counts: { ok: 3, error: 0 }, will: { create: 3 } })
    const second = await desk.call('mihai', 'PUT', `/import/${_id}/rows`, {
      fixes: [{ line: 4, values: { serial: 'M-002' } }],
    })
    expect(second.data.rows.map(row => [row.line, row.problems.map(one => one.code)])).toEqual([
      [3, ['twin']],
      [4, ['twin']],
    ])

    // The good ones first, the others when they are mended.
    expect(await desk.done('mihai', _id, 'commit')).toMatchObject({
      state: 'committed',
      counts: { committed: 1, error: 2 },
    })
    await desk.call('mihai', 'PUT', `/import/${_id}/rows`, {
      fixes: [{ line: 4, values: { serial: 'M-003' } }],
    })
    expect(await desk.done('mihai', _id, 'commit')).toMatchObject({ counts: { committed: 3, error: 0 } })
    expect(await slot('M-003')).toMatchObject({ position: 'A-7', location_id: locations.braila.id })
  })

  it('refuses columns that no file has, lines that are not there, and rows that are committed', async () => {
    const { _id } = await desk.check('mihai', 'slots', 'create', `${head}\nM-010,CJ-01,EGT,1`)
    const put = (fixes: object[]) => desk.call('mihai', 'PUT', `/import/${_id}/rows`, { fixes })
    expect((await put([{ line: 2, values: { status: 'locked' } }])).error.fields).toEqual({
      status: [{ code: 'unknown_field' }],
    })
    for (const name of ['constructor', 'toString'])
      expect((await put([{ line: 2, values: JSON.parse(`{"${name}":"x"}`) as object }])).status).toBe(422)
    expect((await put([{ line: 2, values: { position: '\ud800' } }])).status).toBe(200)
    expect((await put([{ line: 7, values: { serial: 'M-011' } }])).error.code).toBe('row_over')
    await desk.done('mihai', _id, 'commit')
    expect((await put([{ line: 2, values: { serial: 'M-011' } }])).status).toBe(409)
  })
})

describe('the modes', () => {
  it('create wants new keys, update known ones, upsert takes both; what is left out stays, an empty cell empties', async () => {
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head},position,game_mix\nU-001,CJ-01,EGT,1,A-1,fv`))
        ._id,
      'commit',
    )
    expect(
      await desk.problems(
        'mihai',
        (await desk.check('mihai', 'slots', 'create', `${head}\nU-001,CJ-01,EGT,1`))._id,
      ),
    ).toEqual(['2 serial exists'])
    expect(
      await desk.problems(
        'mihai',
        (await desk.check('mihai', 'slots', 'update', 'serial,position\nU-002,B-1'))._id,
      ),
    ).toEqual(['2 serial missing'])
    const both = await desk.check(
      'mihai',
      'slots',
      'upsert',
      `serial,location_code,manufacturer,accounting_denom,position\nU-001,BR-01,EGT,1,\nU-002,CJ-01,EGT,1,B-1`,
    )
    expect(both.will).toEqual({ create: 1, update: 1 })
    expect((await desk.rows('mihai', both._id, { action: 'update' }))[0]?.changes).toEqual([
      { column: 'position', before: 'A-1', after: '' },
      { column: 'location_code', before: 'CJ-01', after: 'BR-01' },
    ])
    await desk.done('mihai', both._id, 'commit')
    expect(await slot('U-001')).toMatchObject({
      location_id: locations.braila.id,
      position: null,
      game_mix: 'FV',
      version: 2,
    })
    const same = await desk.check('mihai', 'slots', 'update', 'serial,location_code\nU-001,BR-01')
    expect(same.counts).toMatchObject({ unchanged: 1, ok: 0 })
  })

  it('what money depends on takes a reason', async () => {
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head}\nR-001,CJ-01,EGT,"0,01"`))._id,
      'commit',
    )
    const { _id, needs_reason } = await desk.check(
      'mihai',
      'slots',
      'update',
      'serial,accounting_denom\nR-001,"0,10"',
    )
    expect([needs_reason, (await desk.act('mihai', _id, 'commit')).error.fields]).toEqual([
      1,
      { reason: [{ code: 'required' }] },
    ])
    await desk.done('mihai', _id, 'commit', { reason: 'New denomination plate' })
    expect(await slot('R-001')).toMatchObject({ denomination_minor: 10 })
    const entry = await backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('entity_id', '=', (await slot('R-001'))?.id ?? '')
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(entry.after_json ?? '')).toMatchObject({ reason: 'New denomination plate' })
  })

  it('active archives and brings back; the archived one is told of otherwise', async () => {
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head}\nV-001,CJ-01,EGT,1`))._id,
      'commit',
    )
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'update', 'serial,activ\nV-001,nu'))._id,
      'commit',
    )
    expect((await slot('V-001'))?.archived_at).not.toBeNull()
    expect(
      await desk.problems(
        'mihai',
        (await desk.check('mihai', 'slots', 'create', `${head}\nV-001,CJ-01,EGT,1`))._id,
      ),
    ).toEqual(['2 serial exists_archived'])
    expect(
      await desk.problems(
        'mihai',
        (await desk.check('mihai', 'slots', 'update', 'serial,position\nV-001,1'))._id,
      ),
    ).toEqual(['2 serial archived'])
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'update', 'serial,activ\nV-001,da'))._id,
      'commit',
    )
    expect((await slot('V-001'))?.archived_at).toBeNull()
  })
})

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

describe('boards', () => {
  it('go to free slots of their own hall; two for one slot, one in another hall and one in use are told', async () => {
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head}\nB-001,CJ-01,EGT,1\nB-002,CJ-01,EGT,1`))._id,
      'commit',
    )
    const file = [
      'smib_id,location_code,slot_serial,test_mode,broker',
      'AA:BB:CC:00:00:01,CJ-01,B-001,da,mq:1883',
      'aabbcc000002,CJ-01,B-002,,',
      'aabbcc000003,CJ-01,B-002,,',
      `aabbcc000004,CJ-01,${slots.bellLink.serial},,`,
      'aabbcc000005,BR-01,B-001,,',
      'xyz,CJ-01,,,',
      `${smibs.ribeira.mac},CJ-01,,,`,
      `aabbcc000006,CJ-01,${slots.ribeira.serial},,`,
    ]
    const { _id } = await desk.check('mihai', 'smibs', 'create', file.join('\n'))
    expect(await desk.problems('mihai', _id)).toEqual(
      [
        '3 slot_serial twin',
        '4 slot_serial twin',
        '5 slot_serial already_linked',
        '6 slot_serial other_location',
        '6 slot_serial twin',
        '7 smib_id mac',
        '8 smib_id taken',
        '9 slot_serial unknown',
        '2 slot_serial twin',
      ].sort(),
    )
    expect(await lines(_id, 'ok')).toEqual([])
    await desk.call('mihai', 'PUT', `/import/${_id}/rows`, {
      fixes: [
        { line: 6, values: { slot_serial: '' } },
        { line: 4, values: { slot_serial: '' } },
      ],
    })
    expect(await lines(_id, 'ok')).toEqual([2, 3, 4, 6])
    await desk.done('mihai', _id, 'commit')
    expect(await smib('aabbcc000001')).toMatchObject({
      slot_id: (await slot('B-001'))?.id,
      test_mode: 1,
      broker: 'mq:1883',
    })
    await desk.done('mihai', _id, 'undo')
    expect(await smib('aabbcc000001')).toBeUndefined()
    expect(
      await backend.db
        .selectFrom('smibs')
        .select('id')
        .where('slot_id', '=', (await slot('B-001'))?.id ?? '')
        .execute(),
    ).toEqual([])
  })
})

describe('locations', () => {
  it('are brought in by the system’s people for the tenant that the file names', async () => {
    const { _id } = await desk.check(
      'ana',
      'locations',
      'create',
      'cod;nume;operator;localitate;latitudine;longitudine;fus orar;zi\nPT-77;Porto Foz;Lusitânia Jogos;Porto;41,1496;-8,6109;Europe/Lisbon;\nPT-78;Porto Norte;;Porto;;;;\nPT-79;Porto Sul;Nobody;Porto;91;;Mars/Base;',
    )
    expect(await desk.problems('ana', _id)).toEqual([
      '3 tenant required',
      '4 tenant unknown',
      '4 lat degrees',
      '4 timezone time_zone',
    ])
    await desk.done('ana', _id, 'commit')
    expect(
      await backend.db.selectFrom('locations').selectAll().where('code', '=', 'PT-77').executeTakeFirst(),
    ).toMatchObject({
      tenant_id: tenants.lusitania.id,
      lat: '41.1496',
      lon: '-8.6109',
      time_zone: 'Europe/Lisbon',
    })
    await desk.done('ana', _id, 'undo')
    expect(
      await backend.db.selectFrom('locations').selectAll().where('code', '=', 'PT-77').executeTakeFirst(),
    ).toBeUndefined()
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
