import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { smibSide } from '../../../tests/support/smib-side'
import { bulkTrial, inLocation } from '../../../tests/support/bulk'
import { expireCommands } from '../../estate/control/expiry.service'
import { newId } from '../../platform/db/new-id'

/** A location whose slots all have a SMIB, and answer as each test says. */
let backend: TestBackend
let trial: Awaited<ReturnType<typeof bulkTrial>>
const macs: string[] = []
const { fetched, answer } = smibSide(() => backend)

beforeAll(async () => {
  backend = await testBackend()
  trial = await bulkTrial(backend)
  const place = await backend.db
    .selectFrom('slots')
    .select(['tenant_id', 'location_id'])
    .where('id', '=', trial.nth(0))
    .executeTakeFirstOrThrow()
  for (const [nr, slot_id] of trial.hall.entries()) {
    macs.push(`0a0000000f${String(nr).padStart(2, '0')}`)
    await backend.db
      .insertInto('smibs')
      .values({
        ...place,
        id: newId(),
        slot_id,
        mac: macs[nr] ?? '',
        search: macs[nr] ?? '',
        version: 1,
        archived_at: null,
        created_at: 0,
        updated_at: 0,
        firmware: null,
        network: null,
        poll_ms: 0,
        test_mode: 0,
        log_mode: 0,
        last_seen_at: null,
        online_since: null,
        last_message_seq: null,
      })
      .execute()
  }
})
beforeEach(() => trial.anew())
afterEach(() => trial.end())
afterAll(() => backend.close())

const jobOf = async (id: string) => (await trial.read(id)).job
const listed = async (filters: object = {}) => (await trial.call('ana', 'bulk-jobs', filters)).data
const lapse = async () => {
  backend.clock.advance(61_000)
  while ((await expireCommands(backend.deps)) > 0) {
    /* the next thousand */
  }
}
/** SMIBs `from` to `to` fetch what is theirs, and answer it so. */
async function answering(from: number, to: number, outcome: object | ((nr: number) => object)) {
  const commands = await fetched(...macs.slice(from, to))
  return answer(
    commands.map((command, nr) => ({
      command_id: command.command_id,
      ...(typeof outcome === 'function' ? outcome(nr) : outcome),
    })),
  )
}

describe('a bulk action whose machines answer', () => {
  it('is done only when every machine that was planned has confirmed', async () => {
    const job = await trial.locked()
    expect(job).toMatchObject({ state: 'done', outcome: 'awaiting', done: 12, confirmed: 0 })
    await answering(0, 11, { outcome: 'done' })
    expect(await jobOf(job._id)).toMatchObject({ outcome: 'awaiting', confirmed: 11 })
    await answering(11, 12, { outcome: 'done' })
    expect(await jobOf(job._id)).toMatchObject({ state: 'done', outcome: 'done', confirmed: 12 })
  })

  it('counts who is in a game, refused, was never reached and never answered, as the answers come', async () => {
    const job = await trial.locked()
    await answering(0, 6, { outcome: 'done' })
    await answering(6, 8, { outcome: 'refused', code: 'door_open' })
    await answering(8, 9, { outcome: 'busy' })
    expect(await jobOf(job._id)).toMatchObject({
      outcome: 'awaiting',
      confirmed: 6,
      refused: 2,
      in_game: 1,
      no_answer: 0,
      to_be_told: 0,
    })
    await fetched(macs[9] ?? '')
    await lapse()
    // Two were never fetched: they are told when their SMIBs return. The one in a game and the one that fetched said
    // nothing more.
    expect(await jobOf(job._id)).toMatchObject({
      outcome: 'awaiting',
      confirmed: 6,
      refused: 2,
      in_game: 0,
      no_answer: 2,
      to_be_told: 2,
    })
    expect((await trial.read(job._id)).summary.results).toEqual({
      confirmed: 6,
      refused: 2,
      no_answer: 2,
      to_be_told: 2,
    })
    expect((await trial.items(job._id, { result: 'to_be_told' })).total).toBe(2)
    expect((await listed()).rows).toMatchObject([
      { outcome: 'awaiting', confirmed: 6, refused: 2, no_answer: 2, to_be_told: 2 },
    ])

    await answering(8, 12, nr => ({ outcome: nr === 0 ? 'refused' : 'done' }))
    expect(await jobOf(job._id)).toMatchObject({
      outcome: 'partly',
      confirmed: 9,
      refused: 3,
      no_answer: 0,
      to_be_told: 0,
    })
    expect((await listed({ exactFields: ['outcome'], exactValues: ['partly'] })).total).toBe(1)
    expect((await listed({ exactFields: ['outcome'], exactValues: ['done'] })).total).toBe(0)
  })

  it('says that none is confirmed when all refuse, and which were replaced by a newer order', async () => {
    const job = await trial.locked()
    await answering(0, 10, { outcome: 'refused' })
    await backend.request('/api/slotcontrol/v1/unlock', {
      as: 'olga',
      body: { ids: trial.hall.slice(10), reason: 'Open again' },
    })
    expect(await jobOf(job._id)).toMatchObject({ outcome: 'none', confirmed: 0, refused: 10, replaced: 2 })
  })

  it('is not done when slots were left out at their turn, not even when all of them were', async () => {
    const { preview, step, run, over } = trial
    const {
      data: { job },
    } = await preview('olga', inLocation)
    await backend.db.updateTable('slots').set({ credits: 1_000_000 }).execute()
    await step('olga', job._id, 'confirm')
    run()
    expect(await over(job._id, 'done')).toMatchObject({ planned: 12, done: 0, skipped: 12, outcome: 'none' })
  })

  it('counts a repeat as its own, and leaves the first as it was answered', async () => {
    const job = await trial.locked()
    await answering(0, 11, { outcome: 'done' })
    await answering(11, 12, { outcome: 'refused' })
    const {
      data: { job: retry },
    } = await trial.step('olga', job._id, 'retry')
    await trial.over(retry._id, 'done')
    await answering(11, 12, { outcome: 'done' })
    expect(await jobOf(retry._id)).toMatchObject({ outcome: 'done', planned: 1, confirmed: 1 })
    expect(await jobOf(job._id)).toMatchObject({ outcome: 'partly', confirmed: 11, refused: 1 })
  })
})

describe('what a slot is, by what its machine has said', () => {
  const slot = async () =>
    (
      await backend.json<{ data: { slot: Record<string, unknown> } }>(
        `/api/configuration/v1/slot/${slots.bellLink.id}`,
        { as: 'olga' },
      )
    ).body.data.slot
  const order = (verb: 'lock' | 'unlock') =>
    backend.request(`/api/slotcontrol/v1/${verb}`, {
      as: 'olga',
      body: { ids: [slots.bellLink.id], reason: 'Jammed bill' },
    })
  const found = async (lock_state: string) =>
    (
      await backend.json<{ data: { total: number } }>('/api/configuration/v1/slots', {
        as: 'olga',
        body: { query: slots.bellLink.serial, exactFields: ['lock_state'], exactValues: [lock_state] },
      })
    ).body.data.total
  const says = async (said: object) => {
    const [command] = await fetched(smibs.bellLink.mac)
    return answer([{ command_id: command?.command_id, ...said }])
  }

  it('is locking until the machine confirms, and unlocking until it confirms that', async () => {
    await order('lock')
    expect(await slot()).toMatchObject({
      status: 'locked',
      lock_state: 'locking',
      lock_ordered_by: 'Olga Rusu',
      lock_ordered_at: backend.clock(),
      lock_answer_code: null,
    })
    expect([await found('locked'), await found('locking')]).toEqual([0, 1])
    await says({ outcome: 'busy' })
    expect(await slot()).toMatchObject({ lock_state: 'locking', lock_answer_code: 'game_in_progress' })
    await lapse()
    expect(await slot()).toMatchObject({ lock_state: 'locking', lock_delivery: 'no_answer' })
    await says({ outcome: 'done' })
    expect(await slot()).toMatchObject({ lock_state: 'locked', lock_answer_code: null })
    expect([await found('locked'), await found('locking')]).toEqual([1, 0])
    await order('unlock')
    expect(await slot()).toMatchObject({ status: 'active', lock_state: 'unlocking' })
    await says({ outcome: 'refused', code: 'door_open' })
    expect(await slot()).toMatchObject({
      status: 'active',
      lock_state: 'unlock_refused',
      lock_answer_code: 'door_open',
    })
  })

  it('is still unlocked when the machine refused', async () => {
    await order('lock')
    await says({ outcome: 'refused', code: '87' })
    expect(await slot()).toMatchObject({
      status: 'locked',
      lock_state: 'lock_refused',
      lock_answer_code: '87',
    })
    expect([await found('locked'), await found('active'), await found('lock_refused')]).toEqual([0, 0, 1])
  })

  it('holds its board under "only while locked" until the machine has confirmed the lock', async () => {
    await backend.json(`/api/configuration/v1/slot/${slots.bellLink.id}/unassign-rule`, {
      as: 'mihai',
      method: 'PUT',
      body: { rule: 'only_when_locked', version: 0, reason: 'House rule' },
    })
    await order('lock')
    const take = () =>
      backend.json<{ error?: { code: string } }>(`/api/configuration/v1/smib/${smibs.bellLink.id}/unassign`, {
        as: 'mihai',
        body: { reason: 'Repair' },
      })
    expect(
      (
        await backend.db
          .selectFrom('slots')
          .select('lock_state')
          .where('id', '=', slots.bellLink.id)
          .executeTakeFirstOrThrow()
      ).lock_state,
    ).toBe('locking')
    const before = await take()
    await says({ outcome: 'done' })
    const after = await take()
    expect([before.body.error?.code, after.body.error?.code]).toEqual([
      'unassign_only_when_locked',
      undefined,
    ])
  })
})
