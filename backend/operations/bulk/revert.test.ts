import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { bulkTests, inLocation } from '../../../tests/support/bulk'

const own = bulkTests()

const HOUR = 3_600_000

describe('the way back', () => {
  it('repeats what the machines refused, and takes it all back in one go', async () => {
    const { step, read, over, statuses, locked } = own.trial
    const job = await locked()
    await own.backend.db.updateTable('machine_commands').set({ state: 'done', open_target: null }).execute()
    await own.backend.db
      .updateTable('machine_commands')
      .set({ state: 'refused' })
      .where('slot_id', '=', own.trial.nth(0))
      .execute()
    own.backend.clock.advance(1_000)
    const retry = await over((await step('olga', job._id, 'retry')).data.job._id, 'done')
    expect(retry).toMatchObject({ total: 1, done: 1 })
    own.backend.clock.advance(1_000)
    const inverse = await over(
      (await step('mihai', job._id, 'inverse', { start: true })).data.job._id,
      'done',
    )
    expect(inverse).toMatchObject({
      action: 'unlock',
      total: 12,
      done: 12,
      origin_kind: 'inverse',
      confirmed_by: 'Mihai Ionescu',
      reason: 'Night closing',
    })
    expect(new Set(await statuses())).toEqual(new Set(['active']))
    expect((await read(job._id)).summary).toMatchObject({
      invertible: 0,
      later: [{ _id: retry._id }, { _id: inverse._id }],
    })
  })

  it('leaves alone what somebody else has changed since', async () => {
    const { hall: location, step, over, statuses, locked } = own.trial
    const job = await locked()
    own.backend.clock.advance(1_000)
    await own.backend.request('/api/slotcontrol/v1/unlock', {
      as: 'mihai',
      body: { ids: location.slice(0, 2), reason: 'Cleaning is over' },
    })
    own.backend.clock.advance(1_000)
    await own.backend.request('/api/slotcontrol/v1/lock', {
      as: 'mihai',
      body: { ids: [own.trial.nth(0)], reason: 'Coin jam' },
    })
    own.backend.clock.advance(1_000)
    const {
      data: { job: shown, summary },
    } = await step('olga', job._id, 'inverse')
    expect(shown).toMatchObject({ state: 'previewed', planned: 10, skipped: 2 })
    expect(summary.reasons).toEqual({ changed_since: 1, already: 1 })
    // And what changes between the preview and its turn.
    await own.backend.request('/api/slotcontrol/v1/unlock', {
      as: 'mihai',
      body: { ids: [own.trial.nth(5)], reason: 'Early guest' },
    })
    own.backend.clock.advance(1_000)
    await own.backend.request('/api/slotcontrol/v1/lock', {
      as: 'mihai',
      body: { ids: [own.trial.nth(5)], reason: 'Hopper empty' },
    })
    await step('olga', shown._id, 'confirm')
    expect(await over(shown._id, 'done')).toMatchObject({ done: 9, skipped: 3 })
    expect(await statuses([own.trial.nth(0), own.trial.nth(5)])).toEqual(['locked', 'locked'])
  })

  it('comes by itself at the hour that was set, whoever runs then', async () => {
    const { read, run, end, statuses, locked } = own.trial
    const morning = own.backend.clock() + 8 * HOUR
    const job = await locked({ unlock_at: morning, unlock_zone: 'Europe/Bucharest' })
    expect(job).toMatchObject({
      unlock_at: morning,
      unlock_state: 'waiting',
      unlock_zone: 'Europe/Bucharest',
    })
    await end()
    own.backend.clock.set(morning - 1)
    run()
    await pause(150)
    expect(new Set(await statuses())).toEqual(new Set(['locked']))
    own.backend.clock.set(morning)
    for (let tries = 0; tries < 200 && (await statuses()).includes('locked'); tries++) await pause(20)
    expect(new Set(await statuses())).toEqual(new Set(['active']))
    const { job: after, summary } = await read(job._id)
    expect(after.unlock_state).toBe('done')
    expect(summary.later).toMatchObject([{ action: 'unlock', origin_kind: 'automatic' }])
  })

  it('can be called off', async () => {
    const { step, statuses, locked } = own.trial
    const job = await locked({ unlock_at: own.backend.clock() + HOUR })
    expect((await step('mihai', job._id, 'cancel-unlock')).data.job.unlock_state).toBe('cancelled')
    expect((await step('mihai', job._id, 'cancel-unlock')).error.code).toBe('bulk_no_unlock')
    own.backend.clock.advance(2 * HOUR)
    await pause(150)
    expect(new Set(await statuses())).toEqual(new Set(['locked']))
  })

  it('is thrown away while it is a preview, and not later', async () => {
    const { call, preview, step, locked } = own.trial
    const {
      data: { job },
    } = await preview('olga', inLocation)
    expect((await step('olga', job._id, 'discard')).status).toBe(200)
    expect((await call('olga', `bulk-job/${job._id}`)).status).toBe(404)
    const done = await locked()
    expect((await step('olga', done._id, 'discard')).error.code).toBe('bulk_not_previewed')
  })
})
