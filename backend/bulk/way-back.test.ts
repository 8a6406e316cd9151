import { setTimeout as pause } from 'node:timers/promises'
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

const HOUR = 3_600_000

describe('the way back', () => {
  it('repeats what the machines refused, and takes it all back in one go', async () => {
    const { step, read, over, statuses, locked } = trial
    const job = await locked()
    await backend.db.updateTable('machine_commands').set({ state: 'done', open_target: null }).execute()
    await backend.db
      .updateTable('machine_commands')
      .set({ state: 'refused' })
      .where('slot_id', '=', trial.nth(0))
      .execute()
    backend.clock.advance(1_000)
    const retry = await over((await step('olga', job._id, 'retry')).data.job._id, 'done')
    expect(retry).toMatchObject({ total: 1, done: 1 })
    backend.clock.advance(1_000)
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
    const { hall: location, step, over, statuses, locked } = trial
    const job = await locked()
    backend.clock.advance(1_000)
    await backend.request('/api/slotcontrol/v1/unlock', {
      as: 'mihai',
      body: { ids: location.slice(0, 2), reason: 'Cleaning is over' },
    })
    backend.clock.advance(1_000)
    await backend.request('/api/slotcontrol/v1/lock', {
      as: 'mihai',
      body: { ids: [trial.nth(0)], reason: 'Coin jam' },
    })
    backend.clock.advance(1_000)
    const {
      data: { job: shown, summary },
    } = await step('olga', job._id, 'inverse')
    expect(shown).toMatchObject({ state: 'previewed', planned: 10, skipped: 2 })
    expect(summary.reasons).toEqual({ changed_since: 1, already: 1 })
    // And what changes between the preview and its turn.
    await backend.request('/api/slotcontrol/v1/unlock', {
      as: 'mihai',
      body: { ids: [trial.nth(5)], reason: 'Early guest' },
    })
    backend.clock.advance(1_000)
    await backend.request('/api/slotcontrol/v1/lock', {
      as: 'mihai',
      body: { ids: [trial.nth(5)], reason: 'Hopper empty' },
    })
    await step('olga', shown._id, 'confirm')
    expect(await over(shown._id, 'done')).toMatchObject({ done: 9, skipped: 3 })
    expect(await statuses([trial.nth(0), trial.nth(5)])).toEqual(['locked', 'locked'])
  })

  it('comes by itself at the hour that was set, whoever runs then', async () => {
    const { read, run, end, statuses, locked } = trial
    const morning = backend.clock() + 8 * HOUR
    const job = await locked({ unlock_at: morning, unlock_zone: 'Europe/Bucharest' })
    expect(job).toMatchObject({
      unlock_at: morning,
      unlock_state: 'waiting',
      unlock_zone: 'Europe/Bucharest',
    })
    await end()
    backend.clock.set(morning - 1)
    run()
    await pause(150)
    expect(new Set(await statuses())).toEqual(new Set(['locked']))
    backend.clock.set(morning)
    for (let tries = 0; tries < 200 && (await statuses()).includes('locked'); tries++) await pause(20)
    expect(new Set(await statuses())).toEqual(new Set(['active']))
    const { job: after, summary } = await read(job._id)
    expect(after.unlock_state).toBe('done')
    expect(summary.later).toMatchObject([{ action: 'unlock', origin_kind: 'automatic' }])
  })

  it('can be called off', async () => {
    const { step, statuses, locked } = trial
    const job = await locked({ unlock_at: backend.clock() + HOUR })
    expect((await step('mihai', job._id, 'cancel-unlock')).data.job.unlock_state).toBe('cancelled')
    expect((await step('mihai', job._id, 'cancel-unlock')).error.code).toBe('bulk_no_unlock')
    backend.clock.advance(2 * HOUR)
    await pause(150)
    expect(new Set(await statuses())).toEqual(new Set(['locked']))
  })

  it('is thrown away while it is a preview, and not later', async () => {
    const { call, preview, step, locked } = trial
    const {
      data: { job },
    } = await preview('olga', inLocation)
    expect((await step('olga', job._id, 'discard')).status).toBe(200)
    expect((await call('olga', `bulk-job/${job._id}`)).status).toBe(404)
    const done = await locked()
    expect((await step('olga', done._id, 'discard')).error.code).toBe('bulk_not_previewed')
  })
})
