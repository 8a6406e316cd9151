/** A whole location locked for the night and unlocked in the morning: what the plan says is what is done. */
import { describe, expect, it } from 'vitest'
import { locations, people, tenants, type Person } from '../../../tests/people'
import { bulkTests } from '../../../tests/support/bulk'
import { createApiToken } from '../../identity/auth/api-tokens'
import type { LocationPlan } from './location-order.contract'

const own = bulkTests()
const braila = locations.braila.id
const ONE_BY_ONE = ['location::list', 'slot::list', 'slot::lock', 'slot::unlock'] as const

const planned = async (as: Person = 'olga', action = 'lock', location = braila) => {
  const { status, body } = await own.backend.json<{ data: { plan: LocationPlan } }>(
    `/api/slotcontrol/v1/location-${action}/${location}`,
    { as },
  )
  return { status, plan: body.data?.plan }
}
const ordered = (body: object, action = 'lock', as: Person = 'olga') =>
  own.trial.call(as, `location-${action}/${braila}`, body)
const set = (nr: number, values: object) =>
  own.backend.db.updateTable('slots').set(values).where('id', '=', own.trial.nth(nr)).execute()

describe('the lock of a location', () => {
  it('says how many now, how many later and who has to be chosen, and does exactly that', async () => {
    const { trial } = own
    await set(0, { credits: 1_000 })
    await set(1, { credits: 1_001 })
    await set(2, { last_seen_at: null })
    await set(3, { status: 'maintenance' })
    await set(4, { credits: 50, denomination_minor: 100 })
    const { plan } = await planned()
    expect(plan.small_credits).toEqual({ minor: 1_000, currency: 'RON' })
    expect(plan.later).toEqual([trial.nth(2)])
    expect(plan.undecided.map(({ slot, why, worth }) => [slot._id, why, worth.minor])).toEqual([
      [trial.nth(1), 'credits', 1_001],
      [trial.nth(4), 'credits', 5_000],
    ])
    expect(plan.left_out).toEqual({ maintenance: 1 })
    // Harbour stands in the same location.
    expect(plan.now).toHaveLength(9)

    const ids = [...plan.now, ...plan.later]
    const { data } = await ordered({ reason: 'End of the day', ids, accepted: [trial.nth(1)] })
    expect(data.job).toMatchObject({ state: 'queued', planned: 11, total: 13 })
    expect((await trial.items(data.job._id, { reason: 'credits' })).rows).toMatchObject([
      { slot: { _id: trial.nth(4) } },
    ])
    trial.run()
    const job = await trial.over(data.job._id, 'done')
    expect(job).toMatchObject({ done: 11, skipped: 2 })
    expect((await trial.statuses(ids)).every(status => status === 'locked')).toBe(true)
    expect(await trial.statuses([trial.nth(1), trial.nth(3), trial.nth(4)])).toEqual(
      expect.arrayContaining(['locked', 'maintenance', 'active']),
    )
  })

  it('judges each slot again at its turn, and locks none that the page did not name', async () => {
    const { trial } = own
    await set(1, { credits: 9_000 })
    const { plan } = await planned()
    // Meanwhile somebody begins to play on one, and the player of another one cashes out.
    await set(0, { credits: 9_000 })
    await set(1, { credits: 0 })
    const { data } = await ordered({ reason: 'End of the day', ids: plan.now })
    expect(data.job.planned).toBe(plan.now.length)
    trial.run()
    const job = await trial.over(data.job._id, 'done')
    expect(job).toMatchObject({ done: plan.now.length - 1, outcome: 'awaiting' })
    expect((await trial.items(job._id, { reason: 'credits' })).rows).toMatchObject([
      { slot: { _id: trial.nth(0) } },
    ])
    expect((await trial.items(job._id, { reason: 'not_chosen' })).rows).toMatchObject([
      { slot: { _id: trial.nth(1) } },
    ])
    expect(await trial.statuses([trial.nth(0), trial.nth(1)])).toEqual(['active', 'active'])
  })

  it('takes the small sum from the location, then the tenant; another currency is never small', async () => {
    const settings = (level: string, id: string, minor: number) =>
      own.backend.json(`/api/settings/v1/general-settings/${level}/${id}`, {
        as: 'ana',
        method: 'PUT',
        body: { values: { 'locking.small_credits': minor } },
      })
    await set(0, { credits: 1_500 })
    await set(1, { credits: 1, currency: 'EUR' })
    expect((await planned()).plan.undecided).toHaveLength(2)
    expect((await settings('tenant', tenants.carpathia.id, 2_000)).status).toBe(200)
    expect((await planned()).plan.undecided.map(({ slot }) => slot._id)).toEqual([own.trial.nth(1)])
    expect((await settings('location', braila, 0)).status).toBe(200)
    const { plan } = await planned()
    expect(plan.small_credits?.minor).toBe(0)
    expect(plan.undecided).toHaveLength(2)
    await own.backend.db
      .deleteFrom('config_sets')
      .where('kind', 'in', ['general-tenant', 'general-location'])
      .execute()
    await set(1, { currency: 'RON' })
  })

  it('is refused of a slot elsewhere, without a reason or a slot, and to who may not', async () => {
    const { plan } = await planned()
    const reason = 'End of the day'
    expect((await ordered({ reason, ids: [...plan.now, '0'.repeat(24)] })).status).toBe(422)
    expect((await ordered({ reason: ' ', ids: plan.now })).status).toBe(422)
    expect((await ordered({ reason, ids: [] })).status).toBe(422)
    expect((await planned('paulo')).status).toBe(404)
    expect((await ordered({ reason, ids: plan.now }, 'lock', 'paulo')).status).toBe(404)
    expect((await planned('andrei')).status).toBe(403)
    // A right to unlock one slot at a time is none to do it to a location.
    const { db, clock, json } = own.backend
    const { token } = await createApiToken(
      db,
      { tenantId: tenants.carpathia.id, name: 'one by one', permissions: ONE_BY_ONE },
      clock(),
    )
    for (const action of ['lock', 'unlock'])
      for (const body of [undefined, { reason, ids: plan.now }])
        expect(
          (await json(`/api/slotcontrol/v1/location-${action}/${braila}`, { token, ...(body && { body }) }))
            .status,
        ).toBe(403)
    expect((await own.trial.statuses()).every(status => status === 'active')).toBe(true)
  })
})

describe('the unlock of a location', () => {
  it('leaves what somebody has locked by itself, unless it is chosen', async () => {
    const { trial } = own
    const { plan } = await planned()
    const night = await ordered({ reason: 'End of the day', ids: plan.now.filter(id => id !== trial.nth(0)) })
    trial.run()
    await trial.over(night.data.job._id, 'done')
    await own.backend.json('/api/configuration/v1/slots/lock', {
      as: 'olga',
      body: { ids: [trial.nth(0)], reason: 'Fault or repair' },
    })
    await set(0, { status: 'locked', lock_reason: 'Fault or repair' })
    const morning = (await planned('olga', 'unlock')).plan
    expect(morning.undecided).toMatchObject([
      { slot: { _id: trial.nth(0) }, why: 'own_lock', lock_reason: 'Fault or repair' },
    ])
    expect(morning.now).toHaveLength(plan.now.length - 1)
    const { data } = await ordered({ reason: 'Start of the day', ids: morning.now }, 'unlock')
    await trial.over(data.job._id, 'done')
    expect(await trial.statuses([trial.nth(0)])).toEqual(['locked'])
    expect((await trial.statuses(morning.now)).every(status => status === 'active')).toBe(true)
  })
})

describe('slots that were ticked in a list', () => {
  it('are ordered at once; what became of each is a bulk action, and they stay locked by themselves', async () => {
    const { trial } = own
    const [first, second, third, fourth] = [0, 1, 2, 3].map(nr => trial.nth(nr))
    await set(1, { status: 'locked' })
    await set(2, { credits: 9_000 })
    await set(3, { status: 'maintenance' })
    const lock = (as: Person, body: object) => trial.call(as, 'lock-ticked', { reason: 'Coin jam', ...body })
    const { data } = await lock('olga', {
      ids: [first, fourth],
      left: [second, third],
      without: ['credits'],
    })
    expect(data.job).toMatchObject({ state: 'done', planned: 1, done: 1, total: 4, origin_kind: 'ticked' })
    expect((await trial.items(data.job._id)).rows).toMatchObject([
      { slot: { _id: first }, result: 'ordered', status_before: 'active', status_after: 'locked' },
      { slot: { _id: second }, result: 'skipped', reason: 'already' },
      { slot: { _id: third }, result: 'skipped', reason: 'credits' },
      { slot: { _id: fourth }, result: 'skipped', reason: 'maintenance' },
    ])
    // One that was left out by choice is named so, also where it fits.
    expect((await lock('olga', { ids: [third], left: [trial.nth(4)] })).data.summary.reasons).toEqual({
      not_chosen: 1,
    })
    // In the morning they are still somebody's, as if each had been locked alone.
    const { undecided } = (await planned('olga', 'unlock')).plan
    expect(undecided.map(({ slot, why }) => [slot._id, why])).toEqual(
      expect.arrayContaining([first, third].map(id => [id, 'own_lock'])),
    )
    // Their unlock, taken back, is no bulk lock either.
    own.backend.clock.advance(1_000)
    const { data: opened } = await trial.call('olga', 'unlock-ticked', { reason: 'Repaired', ids: [first] })
    expect(opened.job).toMatchObject({ state: 'done', done: 1 })
    own.backend.clock.advance(1_000)
    const { data: taken } = await trial.step('olga', opened.job._id, 'inverse', { start: true })
    trial.run()
    await trial.over(taken.job._id, 'done')
    expect((await planned('olga', 'unlock')).plan.undecided.map(({ slot }) => slot._id)).toContain(first)
    expect((await lock('olga', { ids: [first] })).error.code).toBe('bulk_nothing')
    expect((await lock('paulo', { ids: [trial.nth(5)] })).status).toBe(404)
    expect((await lock('andrei', { ids: [trial.nth(5)] })).status).toBe(403)
    expect(await trial.statuses([trial.nth(5)])).toEqual(['active'])
  })

  it('are read by who ordered them and by who may order many, and by nobody who locks single slots alone', async () => {
    const { trial, backend } = own
    const made = await backend.json('/api/users/v1/role', {
      as: 'ana',
      body: { name: 'Technician', permissions: ['slot::list', 'slot::lock'], tenant: tenants.carpathia.id },
    })
    const role_id = (made.body.data.role as { _id: string })._id
    await backend.db.insertInto('user_roles').values({ user_id: people.nora.id, role_id }).execute()
    const lock = (as: Person, nr: number) =>
      trial.call(as, 'lock-ticked', { reason: 'Coin jam', ids: [trial.nth(nr)] })
    const [hers, other] = [await lock('nora', 0), await lock('olga', 1)].map(({ data }) => data.job._id)
    const read = async (as: Person, id = '') => [
      (await trial.call(as, `bulk-job/${id}`)).status,
      (await trial.call(as, 'bulk-items', { exactFields: ['job'], exactValues: [id] })).status,
    ]
    expect(await read('nora', hers)).toEqual([200, 200])
    expect(await read('nora', other)).toEqual([404, 404])
    expect(await read('olga', hers)).toEqual([200, 200])
  })
})
