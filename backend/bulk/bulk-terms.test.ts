import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { bulkTrial, inLocation } from '../../tests/support/bulk'

let backend: TestBackend
let trial: Awaited<ReturnType<typeof bulkTrial>>
beforeAll(async () => {
  backend = await testBackend()
  trial = await bulkTrial(backend)
})
beforeEach(() => trial.anew())
afterEach(() => trial.end())
afterAll(() => backend.close())

describe('the preview of a bulk action that leaves out slots with credits', () => {
  it('is asked anew with another choice about them, in the place of the first one; not once it is confirmed', async () => {
    const { hall: location, preview, step, call, items } = trial
    await backend.db
      .updateTable('slots')
      .set({ credits: 40 })
      .where('id', 'in', location.slice(0, 2))
      .execute()
    const first = (await preview('olga', { ...inLocation, unlock_at: backend.clock() + 3_600_000 })).data.job
    expect(first.planned).toBe(10)
    const asked = (id: string, body: object) => call('olga', `bulk-job/${id}/choose`, body)
    const { data } = await asked(first._id, { with_credits: true })
    expect(data.job).toMatchObject({
      state: 'previewed',
      planned: 12,
      total: first.total,
      reason: first.reason,
      with_credits: true,
      unlock_at: first.unlock_at,
    })
    expect((await call('olga', `bulk-job/${first._id}`)).status).toBe(404)
    expect((await items(data.job._id, { reason: 'credits' })).total).toBe(0)
    expect((await call('paulo', `bulk-job/${data.job._id}/choose`, {})).status).toBe(404)
    expect((await asked(data.job._id, { with_credits: 'yes' })).status).toBe(422)
    await step('olga', data.job._id, 'confirm')
    expect((await asked(data.job._id, { with_credits: false })).status).toBe(409)
  })
})
