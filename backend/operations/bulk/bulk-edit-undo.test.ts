import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bulkEdits, slotsToEdit } from '../../../tests/support/bulk-edits'
import { slotRow } from '../../../tests/support/network'
import { verifyChain } from '../../platform/audit/audit.service'
import { ROWS_AT_ONCE } from '../../platform/contract/bulk-edit'
import { newId } from '../../platform/db/new-id'
import { startRunner } from '../../platform/tasks/runner'
import { bulkEditTask } from './bulk-edit-task'

let backend: TestBackend
const row: string[] = []
beforeAll(async () => {
  backend = await testBackend()
  row.push(...(await slotsToEdit(backend)))
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(() => backend.close())
const { call, edit, inverse, confirm, items, outcomes, stored, positions, saves } = bulkEdits(
  () => backend,
  row,
)

describe('the way back from a bulk edit', () => {
  it('shows a preview, and gives each row the values that it had', async () => {
    const { job, summary } = await edit({ position: 'HALL', authorisation_no: 'AUT-NEW' })
    expect(job).toMatchObject({ done: 5 })
    expect(summary).toEqual({ invertible: 5, needs_reason: false, later: [] })
    const { data: back } = await inverse('mihai', job._id)
    expect(back.job).toMatchObject({
      action: 'update',
      state: 'previewed',
      origin_id: job._id,
      planned: 5,
      total: 5,
    })
    expect(await positions()).toEqual(Array(5).fill('HALL'))
    expect((await items(back.job._id)).map(item => item.wanted)).toEqual(
      row.map((_, nr) => ({ position: `P${nr}`, authorisation_no: nr === 0 ? null : `AUT-${nr}` })),
    )
    const { job: done } = await confirm(back.job._id)
    expect(done).toMatchObject({ state: 'done', done: 5 })
    expect(await positions()).toEqual(['P0', 'P1', 'P2', 'P3', 'P4'])
    expect((await stored(row[0])).authorisation_no).toBeNull()
    expect((await call('mihai', `many-job/slots/${job._id}`)).data.summary).toMatchObject({
      invertible: 0,
      later: [{ _id: done._id, action: 'update', state: 'done' }],
    })
    expect((await inverse('mihai', job._id)).error.code).toBe('bulk_nothing')
    expect(await verifyChain(backend.db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })

  it('can be taken back in turn', async () => {
    const { job } = await edit({ position: 'TWICE' })
    const back = await confirm((await inverse('mihai', job._id)).data.job._id)
    expect(back.summary.invertible).toBe(5)
    await confirm((await inverse('mihai', back.job._id)).data.job._id)
    expect(await positions()).toEqual(Array(5).fill('TWICE'))
    await confirm(
      (
        await inverse(
          'mihai',
          (await call('mihai', `many-job/slots/${back.job._id}`)).data.summary.later[0]?._id ?? '',
        )
      ).data.job._id,
    )
    expect(await positions()).toEqual(['P0', 'P1', 'P2', 'P3', 'P4'])
  })

  it('leaves alone who was changed since in the same field, also to the same value again, and tells why; other fields stay', async () => {
    const { job } = await edit({ position: 'Q', machine_type: 'VS24' })
    await saves(row[1], { position: 'Z9' })
    // Away and back: somebody has meant it.
    await saves(row[2], { position: 'Z8' })
    await saves(row[2], { position: 'Q' })
    await saves(row[3], { type_approval: 'AT-7' })
    const {
      data: { job: back },
    } = await inverse('mihai', job._id)
    expect(back).toMatchObject({ planned: 3, skipped: 2 })
    expect(await outcomes(back._id)).toEqual([
      ['BACK-0', 'waiting', null],
      ['BACK-1', 'skipped', 'changed_since'],
      ['BACK-2', 'skipped', 'changed_since'],
      ['BACK-3', 'waiting', null],
      ['BACK-4', 'waiting', null],
    ])
    // And what changes between the preview and its turn.
    await saves(row[4], { position: 'Z4' })
    expect((await confirm(back._id)).job).toMatchObject({ done: 2, skipped: 3, failed: 0 })
    expect(await positions()).toEqual(['P0', 'Z9', 'Q', 'P3', 'Z4'])
    expect(await stored(row[3])).toMatchObject({ type_approval: 'AT-7', machine_type: null })
    await backend.db
      .updateTable('slots')
      .set(eb => ({ position: eb.ref('serial') }))
      .where('id', 'in', row)
      .execute()
  })

  it('only takes back what this job has changed', async () => {
    await edit({ cvt_no: 'SAS-603' }, row.slice(0, 2))
    const { job } = await edit({ cvt_no: 'SAS-603' })
    expect(job).toMatchObject({ done: 3, unchanged: 2 })
    const {
      data: { job: back },
    } = await inverse('mihai', job._id)
    expect(back).toMatchObject({ total: 3, planned: 3 })
    await confirm(back._id)
    expect((await Promise.all(row.map(stored))).map(slot => slot.cvt_no === 'SAS-603')).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('takes a reason where money depends on it', async () => {
    const { job, summary } = await edit({ denomination: { minor: 5, currency: 'RON' } }, row, {
      reason: 'New accounting denomination',
    })
    expect(summary.needs_reason).toBe(true)
    expect((await inverse('mihai', job._id)).error.fields).toEqual({ reason: [{ code: 'required' }] })
    const {
      data: { job: back },
    } = await inverse('mihai', job._id, { reason: 'It was the wrong hall' })
    await confirm(back._id)
    expect((await stored(row[0])).denomination_minor).toBe(1)
    const { after_json } = await backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('entity_id', '=', row[1] ?? '')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after_json ?? '{}')).toMatchObject({ reason: 'It was the wrong hall' })
  })

  it('says in the preview whom the rules would refuse', async () => {
    const { job } = await edit({ location: locations.braila.id })
    await backend.db
      .updateTable('locations')
      .set({ archived_at: 1 })
      .where('id', '=', locations.cluj.id)
      .execute()
    const {
      data: { job: back },
    } = await inverse('mihai', job._id)
    expect(back).toMatchObject({ planned: 0, failed: 5 })
    await backend.db
      .updateTable('locations')
      .set({ archived_at: null })
      .where('id', '=', locations.cluj.id)
      .execute()
    const again = await inverse('mihai', job._id)
    expect((await items(again.data.job._id))[0]?.wanted).toEqual({
      location: { _id: locations.cluj.id, name: expect.any(String) as string },
    })
    await confirm(again.data.job._id)
    expect((await stored(row[0])).location_id).toBe(locations.cluj.id)
  })

  it('works for lists whose rules judge one row at a time', async () => {
    const {
      data: { job },
    } = await call('ana', 'update-many/tenants', {
      fields: { phone: '+40 1' },
      ids: [tenants.carpathia.id, tenants.lusitania.id],
    })
    const {
      data: { job: back },
    } = await inverse('ana', job._id, {}, 'tenants')
    await call('ana', `many-job/tenants/${back._id}/confirm`, {})
    expect(
      (
        await backend.db
          .selectFrom('tenants')
          .select('phone')
          .where('id', '=', tenants.lusitania.id)
          .executeTakeFirstOrThrow()
      ).phone,
    ).not.toBe('+40 1')
  })

  it('of many is a task', async () => {
    const { db, clock } = backend
    await db
      .insertInto('slots')
      .values(
        Array.from({ length: ROWS_AT_ONCE + 50 }, (_, nr) => ({
          ...slotRow(newId(), `LOTS-${nr}`, 'EGT', 'cluj', clock()),
          position: `L${nr}`,
        })),
      )
      .execute()
    const runner = startRunner(backend.deps, [bulkEditTask(backend.app.api.stores)], { pollMs: 20 })
    const until = async (id: string) => {
      for (let tries = 0; tries < 300; tries++) {
        const { data } = await call('mihai', `many-job/slots/${id}`)
        if (data.job.state === 'done') return data
        await pause(20)
      }
      throw new Error('never done')
    }
    const {
      data: { job },
    } = await call('mihai', 'update-many/slots', {
      fields: { position: 'ALL' },
      matching: { query: 'LOTS', exactFields: [], exactValues: [] },
    })
    expect((await until(job._id)).summary.invertible).toBe(250)
    const {
      data: { job: back },
    } = await inverse('mihai', job._id)
    await confirm(back._id)
    expect((await until(back._id)).job).toMatchObject({ done: 250 })
    expect(
      (
        await db
          .selectFrom('slots')
          .select('position')
          .where('serial', '=', 'LOTS-249')
          .executeTakeFirstOrThrow()
      ).position,
    ).toBe('L249')
    await runner.stop()
  })
})
