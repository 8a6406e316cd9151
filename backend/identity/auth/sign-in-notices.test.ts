import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, people } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { pruneFailedSignIns } from './failed-sign-ins'
import { attemptOf, BRAKE_FAILURES, countFailure } from './login-lock.service'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())
beforeEach(() => b.clock.advance(7 * 24 * HOUR))

const office = '198.51.100.20'
const stranger = '203.0.113.66'
const signIn = (from: string, username: string, secret: string = password) =>
  b.json('/api/authorization/v1/login', { from, body: { username, password: secret } })

describe('an unlock', () => {
  const unlock = (as: keyof typeof people, id: string) =>
    b.json(`/api/users/v1/user/${id}/unlock`, { as, method: 'POST', from: office })

  it('lets a locked-out person try again from anywhere, and is in the audit log', async () => {
    for (let time = 0; time < 5; time++) await signIn(office, 'olga', 'wrong')
    for (let network = 0; network < BRAKE_FAILURES; network++) {
      await b.db
        .transaction()
        .execute(tx => countFailure(tx, attemptOf('olga', null, `10.0.0.${network}`), b.clock()))
    }
    expect((await signIn(office, 'olga')).status).toBe(429)
    const { status, body } = await unlock('mihai', people.olga.id)
    expect([status, body.data]).toEqual([200, { user_id: people.olga.id, locked_until: b.clock() + HOUR }])
    expect((await signIn(office, 'olga')).status).toBe(200)
    const entry = await b.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', people.olga.id)
      .where('action', '=', 'unlock')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor_id: people.mihai.id,
      ip: office,
      entity: 'user',
      tenant_id: people.olga.tenantId,
    })
    expect(
      (await unlock('mihai', people.olga.id)).body.data.locked_until,
      'nothing left to unlock',
    ).toBeNull()
  })

  it('is for who may, and for their own people', async () => {
    expect((await unlock('olga', people.mihai.id)).status).toBe(403)
    expect((await unlock('paulo', people.mihai.id)).status).toBe(404)
    expect((await unlock('mihai', 'ffffffffffffffffffffffff')).status).toBe(404)
    expect((await unlock('ana', people.mihai.id)).status).toBe(200)
  })
})

describe('who signs in', () => {
  it('is told once how often, when and from where their name was tried', async () => {
    await signIn(office, 'paulo')
    const first = b.clock()
    await signIn(stranger, 'paulo', 'wrong')
    b.clock.advance(MINUTE)
    await signIn(stranger, 'Paulo', 'wrong')
    b.clock.advance(MINUTE)
    await signIn('2001:DB8::7', 'paulo', 'wrong')
    const last = b.clock()
    b.clock.advance(30 * 24 * HOUR)
    expect((await signIn(office, 'paulo')).body.data.failed_sign_ins).toEqual({
      count: 3,
      first_at: first,
      last_at: last,
      addresses: [
        { address: '2001:db8::7', count: 1, last_at: last },
        { address: stranger, count: 2, last_at: last - MINUTE },
      ],
    })
    expect((await signIn(office, 'paulo')).body.data).not.toHaveProperty('failed_sign_ins')
  })

  it('is told of so many addresses and no more, and of all tries', async () => {
    for (let host = 1; host <= 25; host++) await signIn(`192.0.2.${host}`, 'paulo', 'wrong')
    const { addresses, count } = (await signIn(office, 'paulo')).body.data.failed_sign_ins as {
      count: number
      addresses: { address: string | null; count: number }[]
    }
    expect(count).toBe(25)
    expect(addresses).toHaveLength(21)
    expect(addresses.find(one => one.address === null)?.count).toBe(5)
  })

  it('is told of a quarter of a year at most, and invented names fill no disk', async () => {
    await signIn(stranger, 'paulo', 'wrong')
    for (let name = 0; name < 4; name++) {
      b.clock.advance(MINUTE)
      await signIn(stranger, `invented-${name}`, 'wrong')
    }
    await pruneFailedSignIns(b.db, b.clock(), 2)
    expect(await b.db.selectFrom('failed_sign_ins').selectAll().execute()).toHaveLength(2)
    expect(JSON.stringify(await b.db.selectFrom('failed_sign_ins').selectAll().execute())).not.toContain(
      'invented',
    )
    b.clock.advance(91 * 24 * HOUR)
    await pruneFailedSignIns(b.db, b.clock())
    expect(await b.db.selectFrom('failed_sign_ins').selectAll().execute()).toEqual([])
  })
})
