/** E-mails as they leave, over a real SMTP server: tried again, given up, removed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { mailServer, type MailServer } from '../../../tests/support/mail-server'
import { plansOf } from '../../../tests/support/sent-plans'
import { isPostgres } from '../../platform/db/bulk'
import { mailComposers } from '../../work'
import { queueMail } from './mail.service'
import { deliverNext, pruneMails, startMail } from './mail-worker'
import { smtpTransport } from './transport'

const MINUTE = 60_000
let b: TestBackend
let mail: MailServer
let send: ReturnType<typeof smtpTransport>
beforeAll(async () => {
  mail = await mailServer()
  b = await testBackend({ env: { SMTP_URL: mail.url, ORIGIN: 'https://console.example.com' } })
  send = smtpTransport(b.deps.env)
})
beforeEach(() => b.clock.set(wednesday))
afterEach(async () => {
  mail.refuse = null
  await b.db.deleteFrom('mails').execute()
  mail.received.length = 0
})
afterAll(async () => {
  await b.close()
  await mail.close()
})

const deliver = async () => {
  while (await deliverNext(b.deps, mailComposers, send));
}
const forgot = (email: string) =>
  b.json('/api/authorization/v1/forgot-password', { body: { email, language: 'ro' }, from: '203.0.113.1' })

describe('e-mail', () => {
  it('that the server cannot take now is tried again; what it refuses for good is given up', async () => {
    mail.refuse = 451
    await forgot('paulo@example.com')
    await deliver()
    const state = () =>
      b.db
        .selectFrom('mails')
        .select(['state', 'attempts', 'problem'])
        .where('address', '=', 'paulo@example.com')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    expect(await state()).toMatchObject({ state: 'waiting', attempts: 1 })
    mail.refuse = null
    await deliver()
    expect(mail.received).toEqual([])
    b.clock.advance(MINUTE)
    await deliver()
    expect(mail.received).toHaveLength(1)
    expect(await state()).toMatchObject({ state: 'sent', attempts: 2, problem: null })
    b.clock.advance(2 * MINUTE)
    mail.refuse = 550
    await forgot('paulo@example.com')
    await deliver()
    expect(await state()).toMatchObject({ state: 'failed', attempts: 1 })
    await pruneMails(b.deps, wednesday + 100 * 1_440 * MINUTE)
    expect(await b.db.selectFrom('mails').selectAll().execute()).toEqual([])
  })

  it('that comes too late or cannot be written is given up, and holds up no other', async () => {
    mail.refuse = 451
    await forgot('mihai@example.com')
    for (const minutes of [0, 1, 5, 15, 15]) {
      b.clock.advance(minutes * MINUTE)
      await deliver()
    }
    mail.refuse = null
    const states = () =>
      b.db.selectFrom('mails').select(['kind', 'state', 'attempts']).orderBy('created_at').execute()
    expect(await states()).toEqual([{ kind: 'reset_password', state: 'failed', attempts: 4 }])
    const data = { name: 'Mihai', username: 'mihai', at: 'now' }
    const address = 'mihai@example.com'
    await queueMail(b.db, { kind: 'password_changed', address, language: 'en', data }, b.clock())
    await b.db.updateTable('mails').set({ data: 'no JSON' }).where('kind', '=', 'password_changed').execute()
    await queueMail(b.db, { kind: 'password_changed', address, language: 'en', data }, b.clock() + 1)
    b.clock.advance(1)
    await deliver()
    expect(mail.received).toHaveLength(1)
    expect((await states()).map(({ state }) => state)).toEqual(['failed', 'waiting', 'sent'])
  })

  it('of one tenant holds up none of another one, however much it is', async () => {
    const data = { name: 'Mihai', username: 'mihai', at: 'now' }
    const queue = (person: Person) => {
      const address = `${person}@example.com`
      const more = { address, language: 'en' as const, data, user: people[person] }
      return queueMail(b.db, { kind: 'password_changed', ...more }, b.clock())
    }
    for (let nr = 0; nr < 30; nr++) await queue('mihai')
    b.clock.advance(1)
    await queue('paulo')
    const sent: string[] = []
    const note = ({ to }: { to: string }) => Promise.resolve(void sent.push(to))
    const plans = await plansOf(b.db, db => deliverNext({ ...b.deps, db }, mailComposers, note))
    const worker = startMail(b.deps, mailComposers, note)
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(31)
    await worker.stop()
    expect(sent.indexOf('paulo@example.com')).toBeLessThan(20)
    // None of the flood is read for another one; PostgreSQL plans by how many rows there are.
    if (isPostgres(b.db)) return
    const one = /SEARCH \w+ USING COVERING INDEX mails_by_state \(state=\? AND tenant_id=\? AND next_at<\?\)/
    const [tally, claim] = plans
    for (const look of [one, /COVERING INDEX mails_by_state \(state=\? AND tenant_id>\?\)/])
      expect(tally).toMatch(look)
    expect(tally).not.toContain('GROUP BY')
    expect(claim).toMatch(one)
    expect(claim).not.toContain('TEMP B-TREE')
  })
})
