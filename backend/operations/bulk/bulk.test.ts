import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { slots, tenants } from '../../../tests/people'
import { bulkTests, inLocation } from '../../../tests/support/bulk'
import { newId } from '../../platform/db/new-id'
import { claimNext, LEASE_MS } from '../../platform/tasks/claim'

const own = bulkTests()

describe('the preview of a bulk action', () => {
  it('says who changes and who is left out, and why, and changes nothing', async () => {
    const { hall: location, preview, items, statuses } = own.trial
    const { db } = own.backend
    await db.updateTable('slots').set({ credits: 4_000 }).where('id', '=', own.trial.nth(0)).execute()
    await db.updateTable('slots').set({ status: 'locked' }).where('id', '=', own.trial.nth(1)).execute()
    await db.updateTable('slots').set({ last_seen_at: null }).where('id', '=', own.trial.nth(2)).execute()
    await db.updateTable('slots').set({ status: 'maintenance' }).where('id', '=', own.trial.nth(3)).execute()
    await db.updateTable('slots').set({ archived_at: 1 }).where('id', '=', own.trial.nth(4)).execute()
    await db.updateTable('slots').set({ protocol: 'pulse' }).where('id', '=', own.trial.nth(5)).execute()
    const {
      data: { job, summary },
    } = await preview('olga', { ids: location })
    expect(job).toMatchObject({
      state: 'previewed',
      total: 12,
      planned: 6,
      skipped: 6,
      created_by: 'Olga Rusu',
      confirmed_by: null,
      task_id: null,
    })
    expect(summary.reasons).toEqual({
      credits: 1,
      already: 1,
      offline: 1,
      maintenance: 1,
      archived: 1,
      no_downlink: 1,
    })
    expect((await items(job._id, { reason: 'credits' })).rows).toMatchObject([
      {
        slot: { _id: own.trial.nth(0), name: 'HALL-00' },
        result: 'skipped',
        reason: 'credits',
        credits: 4_000,
      },
    ])
    expect((await items(job._id, { result: 'waiting' })).total).toBe(6)
    expect((await statuses()).filter(status => status === 'locked')).toHaveLength(1)
  })

  it('takes machines with credits and silent ones when asked to', async () => {
    const { hall: location, preview } = own.trial
    await own.backend.db
      .updateTable('slots')
      .set({ credits: 4_000, last_seen_at: null })
      .where('id', 'in', location.slice(0, 2))
      .execute()
    expect(
      (await preview('olga', { ...inLocation, with_credits: true, with_offline: true })).data.job.planned,
    ).toBe(12)
    expect((await preview('olga', { ...inLocation, with_credits: true })).data.job.planned).toBe(10)
  })

  it('keeps to one’s own: another tenant’s machine does not exist, and neither does their preview', async () => {
    const { hall: location, call, preview, step } = own.trial
    expect((await preview('olga', { ids: [slots.ribeira.id] })).status).toBe(404)
    const {
      data: { job },
    } = await preview('paulo', { ids: [slots.ribeira.id] })
    expect((await call('mihai', `bulk-job/${job._id}`)).status).toBe(404)
    expect((await step('mihai', job._id, 'confirm')).status).toBe(404)
    expect((await call('mihai', 'bulk-items', { exactFields: ['job'], exactValues: [job._id] })).status).toBe(
      404,
    )
    expect((await call('mihai', 'bulk-jobs', {})).data.total).toBe(0)
    expect((await preview('andrei', inLocation)).status).toBe(403)
    const both = (await preview('ana', { ids: [slots.ribeira.id, ...location] })).data.job
    expect((await call('mihai', `bulk-job/${both._id}`)).status).toBe(404)
  })

  it.each([
    ['no choice', { action: 'lock' }, 'ids'],
    ['two choices', { ids: [slots.harbour.id], ...inLocation }, 'ids'],
    ['no reason', { ...inLocation, reason: ' ' }, 'reason'],
    ['waves of none', { ...inLocation, wave_size: 0 }, 'wave_size'],
    ['an unlock in the past', { ...inLocation, unlock_at: 1 }, 'unlock_at'],
    ['an unlock in a year', { ...inLocation, unlock_at: Date.UTC(2027, 1, 1) }, 'unlock_at'],
    [
      'an unlock after an unlock',
      { ...inLocation, action: 'unlock', unlock_at: Date.UTC(2026, 2, 12) },
      'unlock_at',
    ],
    [
      'a filter that does not exist',
      { matching: { exactFields: ['colour'], exactValues: ['red'], query: '' } },
      'colour',
    ],
  ])('refuses %s', async (_name, choice, field) => {
    const { preview } = own.trial
    const answer = await preview('olga', choice)
    expect(answer.status).toBe(422)
    expect(answer.error.fields).toHaveProperty(field)
  })
})

describe('a bulk action', () => {
  it('locks in waves, and tells what the machines answered', async () => {
    const { hall: location, read, items, statuses, locked } = own.trial
    const job = await locked({ wave_size: 5 })
    expect(job).toMatchObject({ done: 12, skipped: 0, failed: 0, confirmed_by: 'Olga Rusu' })
    expect(new Set(await statuses())).toEqual(new Set(['locked']))
    const commands = await own.backend.db
      .selectFrom('machine_commands')
      .selectAll()
      .where('bulk_id', '=', job._id)
      .orderBy('slot_id')
      .execute()
    expect(commands).toHaveLength(12)
    for (const [nr, state] of (['done', 'refused', 'no_answer'] as const).entries()) {
      await own.backend.db
        .updateTable('machine_commands')
        .set({ state, answer_code: state === 'refused' ? 'busy' : null, answered_at: 5, sent_at: 4 })
        .where('slot_id', '=', own.trial.nth(nr))
        .execute()
    }
    expect((await read(job._id)).summary).toMatchObject({
      results: { ordered: 9, confirmed: 1, refused: 1, no_answer: 1 },
      retryable: 2,
      invertible: 12,
    })
    expect((await items(job._id, { result: 'refused' })).rows).toMatchObject([
      { slot: { _id: own.trial.nth(1) }, answer_code: 'busy', answered_at: 5 },
    ])
    const entries = await own.backend.db
      .selectFrom('audit_log')
      .select(['entity_id', 'actor_name'])
      .where('action', '=', 'lock')
      .where('at', '=', own.backend.clock())
      .execute()
    expect(new Set(entries.map(entry => entry.entity_id))).toEqual(new Set(location))
    expect(new Set(entries.map(entry => entry.actor_name))).toEqual(new Set(['Olga Rusu']))
  })

  it('looks again when a slot’s turn comes', async () => {
    const { preview, step, run, over, items } = own.trial
    const {
      data: { job },
    } = await preview('olga', inLocation)
    await own.backend.db
      .updateTable('slots')
      .set({ credits: 4_000 })
      .where('id', '=', own.trial.nth(3))
      .execute()
    await step('olga', job._id, 'confirm')
    run()
    expect(await over(job._id, 'done')).toMatchObject({ planned: 12, done: 11, skipped: 1 })
    expect((await items(job._id, { result: 'skipped' })).rows).toMatchObject([
      { slot: { _id: own.trial.nth(3) }, reason: 'credits' },
    ])
  })

  it('of two people, one confirms it; of two actions, the second finds it done', async () => {
    const { preview, step, run, over } = own.trial
    const [first, second] = [
      (await preview('olga', inLocation)).data.job,
      (await preview('mihai', inLocation)).data.job,
    ]
    const answers = await Promise.all([
      step('olga', first._id, 'confirm'),
      step('mihai', first._id, 'confirm'),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    await step('mihai', second._id, 'confirm')
    run()
    const both = [await over(first._id, 'done'), await over(second._id, 'done')]
    expect(both.map(job => job.done).sort()).toEqual([0, 12])
    expect(await own.backend.db.selectFrom('machine_commands').select('id').execute()).toHaveLength(12)
  })

  it('pauses between waves, and stops before the next one', async () => {
    const { preview, step, read, run, until, over, statuses } = own.trial
    const {
      data: { job },
    } = await preview('olga', { ...inLocation, wave_size: 5, wave_pause_ms: 60_000 })
    await step('olga', job._id, 'confirm')
    run()
    await until(job._id, found => found.done === 5)
    await pause(100)
    expect((await read(job._id)).job).toMatchObject({
      state: 'running',
      done: 5,
      next_wave_at: own.backend.clock() + 60_000,
    })
    expect((await step('olga', job._id, 'inverse')).error.code).toBe('bulk_not_over')
    own.backend.clock.advance(60_000)
    await until(job._id, found => found.done === 10)
    await step('mihai', job._id, 'stop')
    expect(await over(job._id, 'stopped')).toMatchObject({ done: 10, stopped: 2 })
    expect((await statuses()).filter(status => status === 'locked')).toHaveLength(10)
    expect((await read(job._id)).summary).toMatchObject({
      results: { ordered: 10, stopped: 2 },
      retryable: 2,
    })
  })

  it('survives the death of its process: each slot is ordered once', async () => {
    const { preview, step, run, until, over, end } = own.trial
    const {
      data: { job },
    } = await preview('olga', { ...inLocation, wave_size: 4, wave_pause_ms: 60_000 })
    await step('olga', job._id, 'confirm')
    run()
    await until(job._id, found => found.done === 4)
    await end()
    // What kill -9 leaves behind: a claim and nobody.
    own.backend.clock.advance(60_000)
    expect(await claimNext(own.backend.db, ['bulk_slots'], own.backend.clock())).toBeDefined()
    own.backend.clock.advance(LEASE_MS + 1)
    run()
    await until(job._id, found => found.done === 8)
    own.backend.clock.advance(60_000)
    expect(await over(job._id, 'done')).toMatchObject({ done: 12 })
    const { commands, slots: told } = await own.backend.db
      .selectFrom('machine_commands')
      .select(({ fn }) => [
        fn.countAll<number>().as('commands'),
        fn.count<number>('slot_id').distinct().as('slots'),
      ])
      .executeTakeFirstOrThrow()
    expect([Number(commands), Number(told)]).toEqual([12, 12])
  })

  it('goes on past a slot that cannot be written, and tries it again when asked', async () => {
    const { hall: location, preview, step, read, run, over, items } = own.trial
    const { db } = own.backend
    // The next place in Lusitânia's record is taken: whatever is written about its slot fails.
    const tenant_id = tenants.lusitania.id
    const seq =
      ((
        await db.selectFrom('audit_heads').select('seq').where('tenant_id', '=', tenant_id).executeTakeFirst()
      )?.seq ?? 0) + 1
    await db
      .insertInto('audit_log')
      .values({
        id: newId(),
        tenant_id,
        seq,
        at: 0,
        actor_kind: 'system',
        actor_id: '',
        actor_name: '',
        ip: null,
        request_id: null,
        entity: 'x',
        entity_id: 'x',
        action: 'x',
        before_json: null,
        after_json: null,
        prev_hash: '',
        hash: '',
        search: '',
      })
      .execute()
    const {
      data: { job },
    } = await preview('ana', { ids: [...location, slots.ribeira.id] })
    await step('ana', job._id, 'confirm')
    run()
    expect(await over(job._id, 'done')).toMatchObject({ done: 12, failed: 1 })
    expect((await items(job._id, { result: 'failed' })).rows).toMatchObject([
      { slot: { _id: slots.ribeira.id }, reason: 'unexpected' },
    ])
    await db
      .insertInto('audit_heads')
      .values({ tenant_id, seq, hash: '', plain_seq: 0, adopted_seq: 0, written_over_at: null, seal: null })
      .onConflict(conflict => conflict.column('tenant_id').doUpdateSet({ seq }))
      .execute()
    const {
      data: { job: retry },
    } = await step('ana', job._id, 'retry')
    expect(retry).toMatchObject({ origin_id: job._id, origin_kind: 'retry', total: 1 })
    expect(await over(retry._id, 'done')).toMatchObject({ done: 1 })
    expect((await read(job._id)).summary).toMatchObject({ retryable: 0, invertible: 13 })
  })

  it('ends when its task is cancelled elsewhere', async () => {
    const { preview, step, read } = own.trial
    const {
      data: { job },
    } = await preview('olga', inLocation)
    const { task_id } = (await step('olga', job._id, 'confirm')).data.job
    await own.backend.request('/api/tasks/v1/cancel', { as: 'olga', body: { ids: [task_id] } })
    expect((await read(job._id)).job).toMatchObject({ state: 'stopped', stopped: 12 })
  })
})
