import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '../../platform/audit/audit.service'
import { tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { moveToParts } from './import-parts'
import { CHUNK } from './import-tasks.service'
import { removeOldRows } from './import-sweep.service'
import { ROW_RETENTION_MS } from './imports.contract'

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
const countIn = async (table: 'import_rows' | 'import_parts', id: string) =>
  Number(
    (
      await backend.db
        .selectFrom(table)
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('import_id', '=', id)
        .executeTakeFirstOrThrow()
    ).count,
  )
const rowsOf = (id: string) => countIn('import_rows', id)
const partsOf = (id: string) => countIn('import_parts', id)

describe('the rows of an import that is over', () => {
  it('are kept for 90 days and told until when; then its figures stay, and it can no longer be taken back or mended', async () => {
    const many = Array.from({ length: 2_100 }, (_, nr) => `KEEP-${nr},CJ-01,EGT,1`)
    const checked = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head}\n${many.join('\n')}\nKEEP-X,NOWHERE,EGT,1`,
    )
    expect(checked.rows_until).toBeNull()
    const { _id } = await desk.done('mihai', checked._id, 'commit')
    const until = backend.clock() + ROW_RETENTION_MS
    expect(await desk.get('mihai', _id)).toMatchObject({
      rows_until: until,
      rows_removed_at: null,
      can: { undo: true, fix: true },
    })
    expect(await removeOldRows(backend.deps, until - 1)).toBe(0)

    expect(await removeOldRows(backend.deps, until)).toBe(2_101)
    expect(await rowsOf(_id)).toBe(0)
    expect(await desk.get('mihai', _id)).toMatchObject({
      state: 'committed',
      rows: 2_101,
      counts: { committed: 2_100, error: 1 },
      rows_removed_at: until,
      can: { undo: false, fix: false, commit: false },
    })
    expect(await desk.rows('mihai', _id)).toEqual([])
    for (const step of ['undo', 'commit'])
      expect((await desk.act('mihai', _id, step)).error).toMatchObject({ code: 'import_rows_removed' })
    expect(
      (
        await desk.call('mihai', 'PUT', `/import/${_id}/rows`, {
          fixes: [{ line: 2, values: { serial: 'A' } }],
        })
      ).error.code,
    ).toBe('import_rows_removed')
    expect(
      await backend.db
        .selectFrom('slots')
        .select('id')
        .where('serial', 'like', 'KEEP-%')
        .where('archived_at', 'is', null)
        .execute(),
    ).toHaveLength(2_100)
  })

  it('count from the undo where it was taken back, and stay where nothing is over', async () => {
    const taken = await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head}\nBACK-1,CJ-01,EGT,1`))._id,
      'commit',
    )
    const open = await desk.check('mihai', 'slots', 'create', `${head}\nOPEN-1,CJ-01,EGT,1`)
    await backend.db
      .updateTable('imports')
      .set(row => ({ committed_at: row('committed_at', '-', ROW_RETENTION_MS + 1) }))
      .where('id', '=', taken._id)
      .execute()
    await desk.done('mihai', taken._id, 'undo')
    expect(await removeOldRows(backend.deps, backend.clock() + ROW_RETENTION_MS - 1)).toBe(0)
    expect(await removeOldRows(backend.deps, backend.clock() + ROW_RETENTION_MS)).toBe(1)
    expect(await desk.get('mihai', taken._id)).toMatchObject({ state: 'undone', counts: { undone: 1 } })
    expect([await rowsOf(open._id), (await desk.get('mihai', open._id)).can.commit]).toEqual([1, true])
  })

  it('go also where a clean-up before was cut short', async () => {
    const { _id } = await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head}\nCUT-1,CJ-01,EGT,1`))._id,
      'commit',
    )
    await backend.db.updateTable('imports').set({ rows_removed_at: 1 }).where('id', '=', _id).execute()
    expect(await removeOldRows(backend.deps, backend.clock())).toBe(1)
  })

  it('go also where a check of what was left over was stopped', async () => {
    const file = `${head}\nHALF-1,CJ-01,EGT,1\nHALF-2,NOWHERE,EGT,1`
    const { _id } = await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', file))._id,
      'commit',
    )
    const until = backend.clock() + ROW_RETENTION_MS
    await moveToParts(backend.db, _id, 'error')
    await backend.db
      .updateTable('imports')
      .set({ state: 'checking', task_id: null })
      .where('id', '=', _id)
      .execute()
    expect((await desk.get('mihai', _id)).rows_until).toBe(until)
    expect(await removeOldRows(backend.deps, until)).toBe(1)
    expect(await partsOf(_id)).toBe(0)
    expect(await desk.get('mihai', _id)).toMatchObject({ rows_removed_at: until, can: { resume: false } })
  })
})

describe('an unexpected error of the database', () => {
  it('stops the import at its chunk after some tries; it is continued by a press, nothing is lost and nothing done twice', async () => {
    const rows = Array.from(
      { length: 3 * CHUNK },
      (_, nr) => `ERR-${String(nr).padStart(4, '0')},CJ-01,EGT,1,${nr >= CHUNK ? '1200' : ''}`,
    )
    const { _id } = await desk.check('mihai', 'slots', 'create', `${head},mech_in\n${rows.join('\n')}`)
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(backend.db)
    await rename('slot_meter_setups', 'not_there')
    await desk.act('mihai', _id, 'commit')
    const stopped = await desk.givenUp('mihai', _id)
    expect(stopped).toMatchObject({
      state: 'stopped',
      stopped_in: 'commit',
      counts: { committed: CHUNK, ok: 2 * CHUNK },
      can: { resume: true, undo: true, cancel: false },
      task: { state: 'failed' },
    })
    expect(
      await backend.db.selectFrom('slots').select('id').where('serial', 'like', 'ERR-%').execute(),
    ).toHaveLength(CHUNK)

    await rename('not_there', 'slot_meter_setups')
    expect(await desk.done('mihai', _id, 'resume')).toMatchObject({
      state: 'committed',
      counts: { committed: 3 * CHUNK, ok: 0, error: 0 },
    })
    const made = await backend.db.selectFrom('slots').select('id').where('serial', 'like', 'ERR-%').execute()
    expect(made).toHaveLength(3 * CHUNK)
    const entries = await backend.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('action', '=', 'create')
      .where('entity', '=', 'slot')
      .where('after_json', 'like', `%${_id}%`)
      .execute()
    expect([entries.length, new Set(entries.map(entry => entry.entity_id)).size]).toEqual([
      3 * CHUNK,
      3 * CHUNK,
    ])
    expect(
      await backend.db
        .selectFrom('slot_meter_setups')
        .select('slot_id')
        .where(
          'slot_id',
          'in',
          made.map(one => one.id),
        )
        .execute(),
    ).toHaveLength(2 * CHUNK)
    expect(await verifyChain(backend.db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })

  it('in the middle of a check, and of an undo, is continued just so', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(backend.db)
    const rows = Array.from(
      { length: 2 * CHUNK },
      (_, nr) => `EUR-${String(nr).padStart(4, '0')},CJ-01,EGT,1`,
    )
    await rename('locations', 'not_there')
    const uploaded = await desk.upload(
      'mihai',
      'slots',
      'create',
      `${head}\n${rows.join('\n')}\nEUR-X,CJ-01,Nobody yet,1`,
    )
    const { _id } = uploaded.data.import
    expect(await desk.givenUp('mihai', _id)).toMatchObject({
      state: 'stopped',
      stopped_in: 'check',
      can: { resume: true, discard: true },
    })
    await rename('not_there', 'locations')
    expect(await desk.done('mihai', _id, 'resume')).toMatchObject({
      state: 'checked',
      counts: { ok: 2 * CHUNK, error: 1 },
    })
    await desk.done('mihai', _id, 'commit')

    // A check of what was left over that stops does not stand in the way of taking it back.
    await rename('locations', 'not_there')
    const maker = { column: 'manufacturer', name: 'Nobody yet' }
    expect((await desk.call('ana', 'POST', `/import/${_id}/entries`, { entries: [maker] })).status).toBe(200)
    expect(await desk.givenUp('mihai', _id)).toMatchObject({
      state: 'stopped',
      stopped_in: 'check',
      can: { resume: true, undo: true, commit: false, discard: false },
    })
    await rename('not_there', 'locations')

    await rename('smib_slots', 'not_there')
    await desk.act('mihai', _id, 'undo')
    expect(await desk.givenUp('mihai', _id)).toMatchObject({
      state: 'stopped',
      stopped_in: 'undo',
      can: { resume: true },
      counts: { committed: 2 * CHUNK },
    })
    await rename('not_there', 'smib_slots')
    expect(await desk.done('mihai', _id, 'resume')).toMatchObject({
      state: 'undone',
      counts: { undone: 2 * CHUNK, skipped: 0 },
    })
  })
})
