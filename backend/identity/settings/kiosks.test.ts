import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, people, wednesday } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { roleId } from '../auth/roles'

const HOUR = 3_600_000
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  await b.db
    .insertInto('user_roles')
    .values({ user_id: people.nora.id, role_id: roleId('administrator') })
    .execute()
})
beforeEach(() => b.clock.set(wednesday))
afterAll(() => b.close())

const path = '/api/settings/v1'
const entrance = { name: 'Cluj entrance', idle_minutes: 5, absolute_hours: 2 }
const dataOf = <Data>({ body }: { body: Envelope }) => body.data as unknown as Data

async function kioskOf(as: 'ana' | 'nora', input: object = entrance) {
  return dataOf<{ kiosk: { _id: string }; secret: string }>(
    await b.json(`${path}/kiosk`, { as, body: input }),
  )
}

async function signIn(username: string) {
  return dataOf<{ access_token: string; refresh_token: string }>(
    await b.json('/api/authorization/v1/login', {
      body: { username, password, generate_refresh_token: true },
    }),
  )
}
const onKiosk = (token: string, secret: string) =>
  b.json(`${path}/kiosk-session`, { token, body: { secret } })
const refresh = (refresh_token: string) =>
  b.json('/api/authorization/v1/refresh', { body: { refresh_token } })

describe('a kiosk', () => {
  it('ends a sign-in on it after its own time, in the backend too', async () => {
    const { secret } = await kioskOf('ana')
    const [here, elsewhere] = [await signIn('olga'), await signIn('olga')]
    const { status, body } = await onKiosk(here.access_token, secret)
    expect([status, body.data]).toMatchObject([200, entrance])
    b.clock.advance(2 * HOUR)
    expect((await refresh(here.refresh_token)).body.error.code).toBe('token_expired')
    expect((await refresh(elsewhere.refresh_token)).status, 'another device').toBe(200)
  })

  it("may keep its own tenant's people signed in for longer, a tenant's kiosk nobody else", async () => {
    const wall = { name: 'Wall', idle_minutes: 600, absolute_hours: 100 }
    const { secret } = await kioskOf('nora', wall)
    const [own, other] = [await signIn('nora'), await signIn('paulo')]
    expect((await onKiosk(own.access_token, secret)).body.data).toMatchObject(wall)
    expect((await onKiosk(other.access_token, secret)).body.data).toMatchObject({
      idle_minutes: 15,
      absolute_hours: 12,
    })
    b.clock.advance(99 * HOUR)
    expect((await refresh(own.refresh_token)).status).toBe(200)
    expect((await refresh(other.refresh_token)).body.error.code).toBe('token_expired')
  })

  it("is an administrator's to make, change and take back, each on record, and seen by no other tenant", async () => {
    expect((await b.json(`${path}/kiosk`, { as: 'olga', body: entrance })).status).toBe(403)
    const { kiosk, secret } = await kioskOf('ana')
    expect(
      (await b.json(`${path}/kiosk/${kiosk._id}`, { as: 'nora', method: 'PUT', body: entrance })).status,
    ).toBe(404)
    expect(JSON.stringify(await b.json(`${path}/kiosks`, { as: 'nora' }))).not.toContain(kiosk._id)
    const changed = await b.json(`${path}/kiosk/${kiosk._id}`, {
      as: 'ana',
      method: 'PUT',
      body: { ...entrance, idle_minutes: 9 },
    })
    expect(changed.body.data.kiosk).toMatchObject({ idle_minutes: 9 })
    expect((await b.json(`${path}/kiosk/${kiosk._id}`, { as: 'ana', method: 'DELETE' })).status).toBe(200)
    expect((await onKiosk((await signIn('olga')).access_token, secret)).status, 'no kiosk any more').toBe(404)
    const entries = await b.db
      .selectFrom('audit_log')
      .select(['action', 'after_json'])
      .where('entity', '=', 'kiosk')
      .where('entity_id', '=', kiosk._id)
      .orderBy('seq')
      .execute()
    expect(entries.map(entry => entry.action)).toEqual(['create', 'update', 'delete'])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it.each([
    [{ idle_minutes: 0 }],
    [{ idle_minutes: 1_441 }],
    [{ absolute_hours: 0 }],
    [{ absolute_hours: 169 }],
    [{ name: '' }],
    [{ more: 1 }],
  ])('with %j is refused', async wrong => {
    expect((await b.json(`${path}/kiosk`, { as: 'ana', body: { ...entrance, ...wrong } })).status).toBe(422)
  })
})

describe("a user's time zone", () => {
  const zoneOf = async () =>
    dataOf<{ user: { time_zone: string | null } }>(
      await b.json('/api/authorization/v1/check', { as: 'olga' }),
    ).user.time_zone

  it('is theirs to choose, holds from the next check on, and can be taken back', async () => {
    const before = await zoneOf()
    const choose = (time_zone: string | null) =>
      b.json(`${path}/preferences`, { as: 'olga', method: 'PUT', body: { time_zone } })
    expect((await choose('Asia/Tokyo')).status).toBe(200)
    expect(await zoneOf()).toBe('Asia/Tokyo')
    expect(
      dataOf<{ user: { time_zone: string } }>(
        await b.json('/api/authorization/v1/login', { body: { username: 'olga', password } }),
      ).user.time_zone,
    ).toBe('Asia/Tokyo')
    expect((await choose('Mars/Olympus')).status).toBe(422)
    expect(await zoneOf()).toBe('Asia/Tokyo')
    await choose(null)
    expect(await zoneOf()).toBe(before)
  })
})
