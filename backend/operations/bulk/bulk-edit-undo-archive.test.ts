import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bulkEdits, slotsToEdit } from '../../../tests/support/bulk-edits'
import { newId } from '../../platform/db/new-id'

let backend: TestBackend
const row: string[] = []
beforeAll(async () => {
  backend = await testBackend()
  row.push(...(await slotsToEdit(backend)))
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(() => backend.close())
const { call, edit, inverse, confirm, stored } = bulkEdits(() => backend, row)

describe('the way back from archiving', () => {
  it('is the other of the two, for those that it really changed and that nobody has touched since', async () => {
    await call('mihai', 'archive-many/slots', { ids: row.slice(0, 1) })
    const {
      data: { job },
    } = await call('mihai', 'archive-many/slots', { ids: row })
    expect(job).toMatchObject({ done: 4, unchanged: 1 })
    await call('mihai', 'unarchive-many/slots', { ids: [row[1]] })
    await call('mihai', 'unarchive-many/slots', { ids: [row[2]] })
    await call('mihai', 'archive-many/slots', { ids: [row[2]] })
    const {
      data: { job: back },
    } = await inverse('mihai', job._id)
    expect(back).toMatchObject({
      action: 'unarchive',
      state: 'previewed',
      total: 4,
      planned: 2,
      unchanged: 1,
      skipped: 1,
    })
    await confirm(back._id)
    expect((await Promise.all(row.map(stored))).map(slot => slot.archived_at !== null)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
    const {
      data: { job: again },
    } = await inverse('mihai', back._id)
    expect(again).toMatchObject({ action: 'archive', planned: 2 })
    await confirm(again._id)
    expect((await stored(row[4])).archived_at).not.toBeNull()
  })
})

describe('who may', () => {
  it('asks for the permission of the way back, and keeps to one’s own', async () => {
    const { job } = await edit({ position: 'W' }, row.slice(0, 1))
    expect((await inverse('olga', job._id)).status).toBe(403)
    expect((await inverse('paulo', job._id)).status).toBe(404)
    expect((await inverse('mihai', newId())).status).toBe(404)
    expect((await inverse('mihai', job._id, { reason: 'x' })).status).toBe(422)
    const { data } = await call('mihai', 'update-many/slots', {
      fields: { position: 'V' },
      ids: row.slice(0, 1),
      preview: true,
    })
    expect((await inverse('mihai', data.job._id)).error.code).toBe('bulk_not_over')
  })
})
