import { describe, expect, it } from 'vitest'
import { bulkTests, inLocation } from '../../../tests/support/bulk'

const own = bulkTests()

describe('the preview of a bulk action that leaves out slots with credits', () => {
  it('is asked anew with another choice about them, beside the first one; not once it is confirmed', async () => {
    const { hall: location, preview, step, call, items } = own.trial
    await own.backend.db
      .updateTable('slots')
      .set({ credits: 4_000 })
      .where('id', 'in', location.slice(0, 2))
      .execute()
    const first = (await preview('olga', { ...inLocation, unlock_at: own.backend.clock() + 3_600_000 })).data
      .job
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
    expect((await call('olga', `bulk-job/${first._id}`)).data.job).toEqual(first)
    expect((await items(data.job._id, { reason: 'credits' })).total).toBe(0)
    expect((await call('paulo', `bulk-job/${data.job._id}/choose`, {})).status).toBe(404)
    expect((await asked(data.job._id, { with_credits: 'yes' })).status).toBe(422)
    await step('olga', data.job._id, 'confirm')
    expect(await asked(data.job._id, { with_credits: false })).toMatchObject({
      status: 409,
      error: { code: 'bulk_not_previewed' },
    })
    // What nobody took does not stand in the list as still to be confirmed.
    expect((await call('olga', `bulk-job/${first._id}`)).status).toBe(404)
  })

  it('is thrown away with its other choices', async () => {
    const { preview, step, call } = own.trial
    const first = (await preview('olga', inLocation)).data.job
    const { data } = await call('olga', `bulk-job/${first._id}/choose`, { with_offline: false })
    await step('olga', data.job._id, 'discard')
    expect((await call('olga', `bulk-job/${first._id}`)).status).toBe(404)
  })

  it('has no such choice when it takes back another action', async () => {
    const { step, call, locked } = own.trial
    const unlocked = await locked({ action: 'lock' })
    const { job } = (await step('olga', unlocked._id, 'inverse')).data
    expect(job.state).toBe('previewed')
    expect(await call('olga', `bulk-job/${job._id}/choose`, { with_offline: false })).toMatchObject({
      status: 409,
      error: { code: 'bulk_terms_follow' },
    })
  })
})

describe('a bulk action that has left out slots', () => {
  it('is as far as the slots that it was to change: whoever was left out has no turn', async () => {
    const { preview, step, run, until } = own.trial
    const left = own.trial.hall.slice(0, 3)
    await own.backend.db.updateTable('slots').set({ credits: 4_000 }).where('id', 'in', left).execute()
    const {
      data: { job },
    } = await preview('olga', { ...inLocation, wave_size: 5, wave_pause_ms: 60_000 })
    expect(job).toMatchObject({ total: 12, planned: 9 })
    await step('olga', job._id, 'confirm')
    run()
    const { task_id } = await until(job._id, found => found.done === 5)
    const { progress, progress_note } = await own.backend.db
      .selectFrom('tasks')
      .select(['progress', 'progress_note'])
      .where('id', '=', task_id)
      .executeTakeFirstOrThrow()
    expect([Number(progress), progress_note]).toEqual([5_556, '5 / 9'])
  })
})
