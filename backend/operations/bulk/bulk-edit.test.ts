import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slotRow } from '../../../tests/support/network'
import { ROWS_AT_ONCE, type BulkEditRow, type BulkEditJob } from '../../platform/contract/bulk-edit'
import { newId } from '../../platform/db/new-id'
import { startRunner } from '../../platform/tasks/runner'
import { bulkEditTask } from './bulk-edit-task'

let backend: TestBackend
const row: string[] = []
beforeAll(async () => {
  backend = await testBackend()
  row.push(...Array.from({ length: 5 }, () => newId()))
  await backend.db
    .insertInto('slots')
    .values(row.map((id, nr) => slotRow(id, `ROW-${nr}`, 'EGT', 'cluj', backend.clock())))
    .execute()
})
afterAll(() => backend.close())

interface Answer {
  data: { job: BulkEditJob; rows: BulkEditRow[]; total: number }
  error: { code: string; fields?: Record<string, { code: string }[]>; details?: { found?: number } }
}
const call = async (as: Person, path: string, body?: object) => {
  const { status, body: answer } = await backend.json<Answer>(`/api/configuration/v1/${path}`, { as, body })
  return { status, ...answer }
}
const edit = (as: Person, fields: object, choice: object) =>
  call(as, 'update-many/slots', { fields, ...choice })
const outcomes = async (job: string, list = 'slots') =>
  (
    await call('ana', `many-rows/${list}`, { rowsPerPage: 100, exactFields: ['job'], exactValues: [job] })
  ).data.rows.map(({ row: { name }, outcome, code, fields }) => ({ name, outcome, code, fields }))
const slot = (id: string) =>
  backend.db.selectFrom('slots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('editing many rows', () => {
  it('changes the chosen fields and no others, row by row, each on record', async () => {
    await edit(
      'mihai',
      { game_mix: 'Bell Link Boost', position: 'A1' },
      { ids: row.slice(0, 1), reason: 'New licence' },
    )
    const {
      data: { job },
    } = await edit(
      'mihai',
      { game_mix: 'Bell Link Boost', position: 'A1' },
      { ids: row, reason: 'New licence' },
    )
    expect(job).toMatchObject({
      state: 'done',
      total: 5,
      done: 4,
      unchanged: 1,
      failed: 0,
      created_by: 'Mihai Ionescu',
    })
    expect(await slot(row[2] ?? '')).toMatchObject({
      game_mix: 'Bell Link Boost',
      position: 'A1',
      manufacturer: 'EGT',
      theoretical_rtp: 9550,
      version: 2,
    })
    expect(
      await backend.db
        .selectFrom('audit_log')
        .select('action')
        .where('entity_id', '=', row[2] ?? '')
        .execute(),
    ).toEqual([{ action: 'update' }])
  })

  it('empties a field, and refuses to empty one that must be filled', async () => {
    await edit('mihai', { position: null }, { ids: row })
    expect((await slot(row[0] ?? '')).position).toBeNull()
    expect((await edit('mihai', { manufacturer: '' }, { ids: row })).error.fields).toEqual({
      manufacturer: [{ code: 'required' }],
    })
  })

  it('asks for a reason where money depends on it, and keeps it with every row', async () => {
    const fields = { denomination: { minor: 5, currency: 'RON' } }
    expect((await edit('mihai', fields, { ids: row })).error.fields).toEqual({
      reason: [{ code: 'required' }],
    })
    const {
      data: { job },
    } = await edit('mihai', fields, { ids: row, reason: 'New accounting denomination' })
    expect(job.done).toBe(5)
    const { after_json } = await backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('entity_id', '=', row[1] ?? '')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after_json ?? '{}')).toMatchObject({
      reason: 'New accounting denomination',
      denomination: { minor: 5 },
    })
  })

  it('leaves a row that its rules refuse as it was, and says why; the others change', async () => {
    const {
      data: { job },
    } = await edit('ana', { location: locations.braila.id }, { ids: [slots.bellLink.id, slots.ribeira.id] })
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(await outcomes(job._id)).toEqual(
      expect.arrayContaining([
        {
          name: slots.ribeira.serial,
          outcome: 'refused',
          code: 'invalid',
          fields: { location: [{ code: 'other_tenant' }] },
        },
        { name: slots.bellLink.serial, outcome: 'changed', code: null, fields: {} },
      ]),
    )
    // The SMIB goes where its slot goes, and nowhere when it stays.
    expect(
      await backend.db
        .selectFrom('smibs')
        .select('location_id')
        .where('id', 'in', [smibs.bellLink.id, smibs.ribeira.id])
        .orderBy('id')
        .execute(),
    ).toEqual([{ location_id: locations.braila.id }, { location_id: locations.porto.id }])
    expect((await slot(slots.ribeira.id)).version).toBe(1)
  })

  it('is pinned by its preview, and confirmed once', async () => {
    const {
      data: { job },
    } = await edit('mihai', { machine_type: 'VS24' }, { ids: row, preview: true })
    expect(job).toMatchObject({ state: 'previewed', planned: 5, done: 0 })
    expect((await slot(row[0] ?? '')).machine_type).toBeNull()
    const both = await Promise.all([1, 2].map(() => call('mihai', `many-job/slots/${job._id}/confirm`, {})))
    expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
    expect((await slot(row[0] ?? '')).machine_type).toBe('VS24')
  })

  it('goes no further than one’s own', async () => {
    expect((await edit('mihai', { position: 'B' }, { ids: [slots.ribeira.id, ...row] })).status).toBe(404)
    expect((await edit('olga', { position: 'B' }, { ids: row })).status).toBe(403)
    const {
      data: { job },
    } = await edit('paulo', { position: 'B' }, { matching: { query: '', exactFields: [], exactValues: [] } })
    expect(job.total).toBe(1)
    expect(
      (await call('mihai', `many-rows/slots`, { exactFields: ['job'], exactValues: [job._id] })).status,
    ).toBe(404)
  })

  it.each([
    ['a field that only one row may have', { serial: 'X-1' }, { serial: [{ code: 'unknown_field' }] }],
    ['a field that nobody knows', { colour: 'red' }, { colour: [{ code: 'unknown_field' }] }],
    ['a value that cannot be', { theoretical_rtp: 20_000 }, { theoretical_rtp: [{ code: 'invalid' }] }],
  ])('refuses %s', async (_name, fields, expected) => {
    expect((await edit('mihai', fields, { ids: row, reason: 'Trying' })).error.fields).toEqual(expected)
  })

  it('says when the selection is another by now', async () => {
    const matching = { query: 'ROW', exactFields: [], exactValues: [] }
    expect((await edit('mihai', { position: 'C' }, { matching, expected: 4 })).error).toMatchObject({
      code: 'selection_changed',
      details: { found: 5 },
    })
    expect((await edit('mihai', { position: 'C' }, { matching, expected: 5 })).data.job.done).toBe(5)
  })
})

describe('archiving many rows', () => {
  it('archives those it may, and tells of the others', async () => {
    const {
      data: { job },
    } = await call('mihai', 'archive-many/locations', { ids: [locations.cluj.id, locations.braila.id] })
    expect(job).toMatchObject({ done: 0, failed: 2 })
    expect((await outcomes(job._id, 'locations')).map(item => item.code)).toEqual(['has_slots', 'has_slots'])
    // Before anybody presses the button, too.
    const {
      data: { job: preview },
    } = await call('mihai', 'archive-many/locations', { ids: [locations.cluj.id], preview: true })
    expect(preview).toMatchObject({ state: 'previewed', planned: 0, failed: 1 })
    expect(
      (await call('ana', 'archive-many/tenants', { ids: [tenants.carpathia.id], preview: true })).data.job,
    ).toMatchObject({ planned: 0, failed: 1 })
    expect((await call('mihai', 'archive-many/slots', { ids: row })).data.job).toMatchObject({ done: 5 })
    expect((await call('mihai', 'archive-many/slots', { ids: row })).data.job).toMatchObject({
      done: 0,
      unchanged: 5,
    })
    expect((await call('mihai', 'unarchive-many/slots', { ids: row })).data.job).toMatchObject({ done: 5 })
    expect((await call('mihai', 'archive-many/tenants', { ids: [tenants.carpathia.id] })).status).toBe(403)
  })

  it('tells beforehand, on the way back from unarchiving too, who the rules keep from being archived', async () => {
    const { id: _id, ...columns } = await backend.db
      .selectFrom('locations')
      .selectAll()
      .where('id', '=', locations.cluj.id)
      .executeTakeFirstOrThrow()
    const places = [newId(), newId()]
    await backend.db
      .insertInto('locations')
      .values(places.map((id, nr) => ({ ...columns, id, code: `WB-${nr}`, code_key: null, archived_at: 1 })))
      .execute()
    const {
      data: { job },
    } = await call('mihai', 'unarchive-many/locations', { ids: places })
    expect(job).toMatchObject({ done: 2 })
    await backend.db
      .insertInto('slots')
      .values({
        ...slotRow(newId(), 'WB-SLOT', 'EGT', 'cluj', backend.clock()),
        location_id: places[1] ?? '',
      })
      .execute()
    const {
      data: { job: back },
    } = await call('mihai', `many-job/locations/${job._id}/inverse`, {})
    expect(back).toMatchObject({ action: 'archive', state: 'previewed', planned: 1, failed: 1 })
    expect((await outcomes(back._id, 'locations')).map(item => item.code)).toEqual([null, 'has_slots'])
    expect((await call('mihai', `many-job/locations/${back._id}/confirm`, {})).data.job).toMatchObject({
      done: 1,
      failed: 1,
    })
  })

  it('of many is a task, which can be stopped', async () => {
    const { db, clock } = backend
    const many = Array.from({ length: ROWS_AT_ONCE + 50 }, (_, nr) =>
      slotRow(newId(), `MANY-${nr}`, 'EGT', 'cluj', clock()),
    )
    await db.insertInto('slots').values(many).execute()
    const matching = { query: 'MANY', exactFields: [], exactValues: [] }
    const first = (await call('mihai', 'archive-many/slots', { matching })).data.job
    expect(first).toMatchObject({ state: 'queued', total: 250 })
    await call('mihai', `many-job/slots/${first._id}/stop`, {})
    const runner = startRunner(backend.deps, [bulkEditTask(backend.app.api.stores)], { pollMs: 20 })
    const until = async (id: string, state: string) => {
      for (const began = Date.now(); Date.now() - began < 60_000;) {
        const {
          data: { job },
        } = await call('mihai', `many-job/slots/${id}`)
        if (job.state === state) return job
        await pause(20)
      }
      throw new Error(`never ${state}`)
    }
    expect(await until(first._id, 'stopped')).toMatchObject({ done: 0, stopped: 250 })
    const second = (await call('mihai', 'archive-many/slots', { matching })).data.job
    expect(await until(second._id, 'done')).toMatchObject({ done: 250, failed: 0 })
    await runner.stop()
  }, 120_000)
})
