import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, people } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { createApp } from '../../app'
import { BRAKE_FAILURES, attemptOf, countFailure, lockOf } from './login-lock.service'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())
// Each test begins a week after the one before it: nothing that one has counted is left.
beforeEach(() => b.clock.advance(7 * 24 * HOUR))

const office = '198.51.100.20'
const stranger = '203.0.113.66'

const signIn = (from: string, username: string, secret: string = password, device?: string) =>
  b.json('/api/authorization/v1/login', {
    from,
    body: { username, password: secret, ...(device === undefined ? {} : { device_token: device }) },
  })

/** Tries whenever it is let, until `until`; answers how many passwords were looked at. */
async function hammer(from: string, username: string, until: number): Promise<number> {
  let guesses = 0
  while (b.clock() < until) {
    const { status, body } = await signIn(from, username, `guess ${guesses}`)
    if (status === 401) guesses++
    else b.clock.advance(Number(body.error.details.retry_after_seconds) * 1000)
  }
  return guesses
}

/** The brake, as wrong passwords from so many networks find it, without the work of checking them. */
async function guessFromEverywhere(username: string, networks: number): Promise<void> {
  for (let network = 0; network < networks; network++) {
    await b.db
      .transaction()
      .execute(tx =>
        countFailure(tx, attemptOf(username, null, `2001:db8:0:${network.toString(16)}::/64`), b.clock()),
      )
  }
}

describe('a stranger who hammers on a known name', () => {
  it('locks it at their own address and nowhere else', async () => {
    for (let time = 0; time < 5; time++) await signIn(stranger, 'mihai', 'wrong')
    expect((await signIn(stranger, 'mihai')).body.error.code).toBe('login_locked')
    expect((await signIn(office, 'mihai')).status).toBe(200)
  })

  it('does not get around it within their /64, nor with another spelling of the name', async () => {
    for (let time = 0; time < 5; time++) await signIn(`2001:db8:7::${time + 1}`, 'mihai', 'wrong')
    expect((await signIn('2001:db8:7::99', 'MIHAI ')).status).toBe(429)
    expect((await signIn('2001:db8:7:1::1', 'mihai')).status).toBe(200)
  })

  it('has at most 33 guesses in a day, and after two days of it the person still signs in elsewhere', async () => {
    const began = b.clock()
    const firstDay = await hammer(stranger, 'andrei', began + 24 * HOUR)
    const secondDay = await hammer(stranger, 'andrei', began + 48 * HOUR)
    expect([firstDay, secondDay]).toEqual([33, 24])
    await signIn(stranger, 'andrei', 'wrong')
    expect((await signIn(stranger, 'andrei')).status).toBe(429)
    expect((await signIn(office, 'andrei')).status).toBe(200)
  })
})

describe('two backends on one database', () => {
  it('count together', async () => {
    const sidePanel = createApp(b.deps)
    const ask = (secret: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'olga', password: secret }),
    })
    for (let time = 0; time < 5; time++) {
      const backend = time % 2 === 0 ? b.app : sidePanel
      expect((await backend.request('/api/authorization/v1/login', ask('wrong'))).status).toBe(401)
    }
    for (const backend of [b.app, sidePanel])
      expect((await backend.request('/api/authorization/v1/login', ask(password))).status).toBe(429)
  })
})

describe('a name that is guessed at from everywhere', () => {
  it('is braked at the hundredth guess of a day, and then gets one an hour: at most 123 in 24 hours', async () => {
    const began = b.clock()
    let guesses = 0
    for (let network = 0; b.clock() < began + 24 * HOUR; network++) {
      const attempt = attemptOf('olga', null, `10.${network >> 8}.${network & 255}.1`)
      const lock = await lockOf(b.db, attempt, b.clock())
      if (lock) {
        b.clock.set(lock.until)
        continue
      }
      guesses++
      await b.db.transaction().execute(tx => countFailure(tx, attempt, b.clock()))
    }
    expect(guesses).toBe(123)
  })

  it('refuses strangers with the right password too, but not a device that the person has signed in from', async () => {
    const { body } = await signIn(office, 'olga')
    const device = body.data.device_token as string
    await guessFromEverywhere('olga', BRAKE_FAILURES)
    expect((await signIn('192.0.2.200', 'olga')).body.error).toMatchObject({
      code: 'login_locked',
      details: { retry_after_seconds: 3600 },
    })
    expect((await signIn('192.0.2.200', 'olga', password, device)).status).toBe(200)
    expect((await signIn(office, 'mihai')).status, 'nobody else notices').toBe(200)
  })

  it('is braked in the same way when nobody has it', async () => {
    await guessFromEverywhere('a-name-nobody-has', BRAKE_FAILURES)
    expect((await signIn('192.0.2.200', 'a-name-nobody-has')).status).toBe(429)
  })
})

describe('a known device', () => {
  const deviceOf = async (username: string, kept?: string) =>
    (await signIn(office, username, password, kept)).body.data.device_token as string
  const lockAt = async (address: string, username: string) => {
    for (let time = 0; time < 5; time++) await signIn(address, username, 'wrong')
  }

  it('passes the lock that a colleague at the same address caused', async () => {
    const device = await deviceOf('mihai')
    await lockAt(office, 'mihai')
    expect((await signIn(office, 'mihai')).status).toBe(429)
    expect((await signIn(office, 'mihai', password, device)).status).toBe(200)
  })

  it('is locked by its own wrong passwords', async () => {
    const device = await deviceOf('mihai')
    for (let time = 0; time < 5; time++)
      expect((await signIn(office, 'mihai', 'wrong', device)).status).toBe(401)
    expect((await signIn(office, 'mihai', password, device)).status).toBe(429)
    expect((await signIn('192.0.2.9', 'mihai')).status).toBe(200)
  })

  it('is known for its own person only, and several people may share it', async () => {
    const kiosk = await deviceOf('olga', await deviceOf('mihai'))
    for (const name of ['mihai', 'olga', 'andrei']) await lockAt(office, name)
    expect((await signIn(office, 'mihai', password, kiosk)).status).toBe(200)
    expect((await signIn(office, 'olga', password, kiosk)).status).toBe(200)
    expect((await signIn(office, 'andrei', password, kiosk)).status).toBe(429)
  })

  it('is renewed at each sign-in, ends after half a year, with a new password, and when it was made up', async () => {
    const first = await deviceOf('mihai')
    const second = await deviceOf('mihai', first)
    expect(second).not.toBe(first)
    expect(second.split('~')).toHaveLength(1)
    await lockAt(office, 'mihai')
    const forged = `${first.slice(0, 16)}.zzzzzzz.${'A'.repeat(43)}`
    for (const text of [forged, `${first}x`, '~~~', first.replace(/\.\w+\./, '.zzzzzzz.')])
      expect((await signIn(office, 'mihai', password, text)).status).toBe(429)
    b.clock.advance(181 * 24 * HOUR)
    await lockAt(office, 'mihai')
    expect((await signIn(office, 'mihai', password, second)).status).toBe(429)

    b.clock.advance(HOUR)
    const third = await deviceOf('mihai')
    await b.db
      .updateTable('users')
      .set({ password_changed_at: b.clock() })
      .where('id', '=', people.mihai.id)
      .execute()
    await lockAt(office, 'mihai')
    expect((await signIn(office, 'mihai', password, third)).status).toBe(429)
  })

  it('tells a page nothing: neither a name nor an id', async () => {
    const device = await deviceOf('mihai')
    expect(device).not.toContain(people.mihai.id)
    expect(device).toMatch(/^[\w.~-]{40,80}$/)
  })
})
