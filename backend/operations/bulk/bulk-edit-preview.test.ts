import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bulkEdits, slotsToEdit } from '../../../tests/support/bulk-edits'
import { slotRow } from '../../../tests/support/network'
import { newId } from '../../platform/db/new-id'

let backend: TestBackend
const row: string[] = []
beforeAll(async () => {
  backend = await testBackend()
  row.push(...(await slotsToEdit(backend)))
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(() => backend.close())
const { call } = bulkEdits(() => backend, row)

describe('the preview of a bulk edit', () => {
  it('names the machines that would be handed to another tenant', async () => {
    const {
      data: { job },
    } = await call('ana', 'update-many/slots', {
      fields: { location: locations.braila.id },
      ids: [slots.bellLink.id, slots.ribeira.id],
      preview: true,
    })
    expect(job).toMatchObject({ state: 'previewed', planned: 1, failed: 1 })
    const {
      data: { rows },
    } = await call('ana', 'many-rows/slots', {
      exactFields: ['job', 'outcome'],
      exactValues: [job._id, 'refused'],
    })
    expect(rows.map(({ row: { name }, fields }) => [name, fields])).toEqual([
      [slots.ribeira.serial, { location: [{ code: 'other_tenant' }] }],
    ])
    expect((await call('ana', `many-job/slots/${job._id}/confirm`, {})).data.job).toMatchObject({
      state: 'done',
      done: 1,
      failed: 1,
    })
  })

  it('names them also where there are too many to be judged one by one', async () => {
    const { db, clock } = backend
    for (let from = 0; from < 5_000; from += 1_000)
      await db
        .insertInto('slots')
        .values(
          Array.from({ length: 1_000 }, (_, nr) =>
            slotRow(newId(), `CROWD-${from + nr}`, 'EGT', 'cluj', clock()),
          ),
        )
        .execute()
    const {
      data: { job },
    } = await call('ana', 'update-many/slots', {
      fields: { location: locations.braila.id },
      matching: { query: '', exactFields: [], exactValues: [] },
      preview: true,
    })
    expect(job.total).toBeGreaterThan(5_000)
    const portuguese = Number(
      (
        await db
          .selectFrom('slots')
          .select(eb => eb.fn.countAll<number>().as('count'))
          .where('tenant_id', '=', tenants.lusitania.id)
          .where('archived_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).count,
    )
    expect(job.failed).toBe(portuguese)
    expect(portuguese).toBeGreaterThan(0)
  })
})
