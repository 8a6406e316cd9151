import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { locations, people, password, tenants, wednesday, type Person } from '../../../tests/people'
import { roleId } from '../../identity/auth/roles'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Config, GeneralOwners } from './config.contract'

const HOUR = 3_600_000
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  // A tenant's own administrator.
  await b.db
    .insertInto('user_roles')
    .values({ user_id: people.nora.id, role_id: roleId('administrator') })
    .execute()
})
beforeEach(() => b.clock.set(wednesday))
afterAll(() => b.close())

type Level = 'system' | 'tenant' | 'location'
const ids: Record<Level, string> = {
  system: SYSTEM_TENANT,
  tenant: tenants.carpathia.id,
  location: locations.cluj.id,
}
const path = (level: Level, id = ids[level]) => `/api/settings/v1/general-settings/${level}/${id}`
const dataOf = <Data>({ body }: { body: Envelope }) => body.data as unknown as Data
const read = async (level: Level, as: Person = 'mihai') =>
  dataOf<{ config: Config }>(await b.json(path(level), { as })).config
const save = (as: Person, level: Level, values: object, id?: string) =>
  b.json(path(level, id), { as, method: 'PUT', body: { values } })

describe('general settings', () => {
  it('are inherited from the system by tenants, and from a tenant by its locations', async () => {
    expect((await read('location')).settings['notices.escalate']).toMatchObject({
      value: 15,
      from: { level: 'system', _id: null },
    })
    expect((await save('ana', 'system', { 'notices.escalate': 30 })).status).toBe(200)
    expect((await read('location')).settings['notices.escalate']).toMatchObject({
      value: 30,
      from: { level: 'system', _id: SYSTEM_TENANT },
    })
    expect((await save('nora', 'tenant', { 'notices.escalate': 0 })).status).toBe(200)
    expect((await read('location')).settings['notices.escalate']).toMatchObject({
      value: 0,
      from: { level: 'tenant', _id: tenants.carpathia.id },
    })
    expect((await read('location')).parents.map(({ level }) => level)).toEqual(['tenant', 'system', 'system'])
  })

  it('of the system are its own people’s alone, of a tenant nobody else’s', async () => {
    for (const as of ['mihai', 'paulo'] as const) {
      expect((await b.json(path('system'), { as })).status, as).toBe(404)
      expect((await save(as, 'system', { 'notices.escalate': 5 })).status, as).not.toBe(200)
    }
    expect((await b.json(path('tenant'), { as: 'paulo' })).status).toBe(404)
    expect((await b.json(path('location'), { as: 'paulo' })).status).toBe(404)
    expect((await save('nora', 'location', { 'notices.escalate': 5 }, locations.porto.id)).status).toBe(404)
  })

  it('refuse a value out of its limits, an unknown one, and one of another level', async () => {
    const answers = await Promise.all([
      save('nora', 'tenant', { 'session.idle': 0 }),
      save('nora', 'tenant', { 'session.nap': 5 }),
      save('nora', 'location', { 'session.idle': 5 }),
    ])
    expect(answers.map(({ status, body }) => [status, Object.values(body.error.fields ?? {})])).toMatchObject(
      [
        [422, [[{ code: 'too_small' }]]],
        [422, [[{ code: 'unknown_field' }]]],
        [422, [[{ code: 'not_at_this_level' }]]],
      ],
    )
  })

  it('are listed where there are any: the system for its people, tenants, locations with their own', async () => {
    await save('nora', 'location', { 'notices.escalate': 5 })
    const owners = async (as: Person) =>
      dataOf<GeneralOwners>(await b.json('/api/settings/v1/general-settings', { as })).owners
    expect((await owners('ana')).map(({ kind }) => kind)).toContain('general-system')
    const mine = await owners('mihai')
    expect(mine.map(({ kind, name, own }) => [kind, name, own])).toEqual([
      ['general-tenant', tenants.carpathia.name, 1],
      ['general-location', locations.cluj.name, 1],
    ])
    expect(
      (await owners('paulo')).every(({ tenant, _id }) => (tenant?._id ?? _id) === tenants.lusitania.id),
    ).toBe(true)
  })

  it('name a tenant’s own usual reasons, which all its people are offered and no other tenant', async () => {
    const reasonsOf = async (as: Person) => {
      const answer = await b.json('/api/settings/v1/usual-reasons', { as })
      expect(answer.status, as).toBe(200)
      return answer.body.data as unknown as Record<string, string[]>
    }
    const none = { lock: [], unlock: [], accept: [] }
    expect(await reasonsOf('mihai')).toEqual(none)
    const lock = 'Police check; Water damage ;; Police check'
    expect((await save('nora', 'tenant', { 'reasons.lock': lock })).status).toBe(200)
    expect(await reasonsOf('mihai')).toEqual({ ...none, lock: ['Police check', 'Water damage'] })
    expect(await reasonsOf('paulo')).toEqual(none)
    expect(await reasonsOf('ana')).toEqual(none)
    expect((await save('nora', 'tenant', { 'reasons.accept': 'x'.repeat(201) })).status).toBe(422)
    // A form would refuse it.
    const short = await save('nora', 'tenant', { 'reasons.lock': 'Police check; No' })
    expect([short.status, JSON.stringify(short.body)]).toEqual([422, expect.stringContaining('short_reason')])
    expect((await save('nora', 'location', { 'reasons.lock': lock })).status).toBe(422)
    // The system's hold for its own people, and for every tenant without some.
    expect((await save('ana', 'system', { 'reasons.unlock': 'Checked' })).status).toBe(200)
    expect(await reasonsOf('ana')).toEqual({ ...none, unlock: ['Checked'] })
    expect(await reasonsOf('paulo')).toEqual({ ...none, unlock: ['Checked'] })
  })
})

describe('how long a tenant’s people stay signed in', () => {
  const signIn = async (as: Person) =>
    dataOf<{ refresh_token: string; user: { session_limits: object } }>(
      await b.json('/api/authorization/v1/login', {
        body: { username: as, password, generate_refresh_token: true },
      }),
    )
  const refresh = (refresh_token: string) =>
    b.json('/api/authorization/v1/refresh', { body: { refresh_token } })

  it('is told with the sign-in, and kept by the backend, too', async () => {
    await save('nora', 'tenant', { 'session.idle': 7, 'session.absolute': 2 })
    const [mihai, paulo] = [await signIn('mihai'), await signIn('paulo')]
    expect(mihai.user.session_limits).toEqual({ idle_minutes: 7, absolute_hours: 2 })
    expect(paulo.user.session_limits).toEqual({ idle_minutes: null, absolute_hours: null })
    b.clock.advance(2 * HOUR)
    expect((await refresh(mihai.refresh_token)).body.error.code).toBe('token_expired')
    expect((await refresh(paulo.refresh_token)).status).toBe(200)
  })
})
