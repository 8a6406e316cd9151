/** Which rows a file may make or change, and mending those that are wrong before anything is written. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
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
