/**
 * A password by a link, once: for who is new, and for who has forgotten theirs; by e-mail over a real SMTP server, or
 * handed over.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, people, tenants, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { mailServer, type MailServer } from '../../../tests/support/mail-server'
import { deliverNext } from '../mail/mail-worker'
import { smtpTransport } from '../mail/transport'
import { mailComposers } from '../../work'

const MINUTE = 60_000
const good = 'ninety quiet herons'
let b: TestBackend
let mail: MailServer
beforeAll(async () => {
  mail = await mailServer()
  b = await testBackend({ env: { SMTP_URL: mail.url, ORIGIN: 'https://console.example.com' } })
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

const auth = '/api/authorization/v1'
const send = smtpOf()
function smtpOf() {
  let made: ReturnType<typeof smtpTransport> | undefined
  return () => (made ??= smtpTransport(b.deps.env))
}
const deliver = async () => {
  while (await deliverNext(b.deps, mailComposers, send()));
}
const forgot = (email: string, from = '203.0.113.1') =>
  b.json(`${auth}/forgot-password`, { body: { email, language: 'ro' }, from })
const tokenIn = (text = '') => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
const reset = (token: string, chosen = good) =>
  b.json(`${auth}/reset-password`, { body: { token, password: chosen }, from: '203.0.113.2' })
const signIn = (username: string, typed: string) =>
  b.json(`${auth}/login`, { body: { username, password: typed, generate_refresh_token: true } })
const codeOf = ({ body }: { body: { error?: { fields?: Record<string, { code: string }[]> } } }) =>
  Object.values(body.error?.fields ?? {})[0]?.[0]?.code

describe('who has forgotten their password', () => {
  it('gets a link by e-mail that sets a new one once, within half an hour, and ends every session', async () => {
    const before = await b.login('olga')
    expect((await forgot('Olga@Example.com')).status).toBe(200)
    await deliver()
    expect(mail.received).toHaveLength(1)
    const [{ to, from, text }] = mail.received as [MailServer['received'][0]]
    expect([to, from]).toEqual(['olga@example.com', 'no-reply@console.example.com'])
    expect(text).toContain('https://console.example.com/auth/reset-password?token=')
    expect(text).toContain('„olga”')
    const token = tokenIn(text)
    const link = await b.json(`${auth}/password-link`, { body: { token } })
    expect(link.body.data).toMatchObject({
      username: 'olga',
      purpose: 'reset',
      expires_at: wednesday + 30 * MINUTE,
    })
    expect((await reset(token)).body.data).toEqual({ username: 'olga' })
    expect((await b.json(`${auth}/check`, { token: before })).status).toBe(401)
    expect((await signIn('olga', password)).status).toBe(401)
    expect((await signIn('olga', good)).status).toBe(200)
    expect(codeOf(await reset(token, 'another quiet heron'))).toBe('link_used')
    await deliver()
    // The sign-in from a new browser was told in the same instant.
    expect(mail.received.map(({ subject }) => subject)).toContain('Your password was changed')
    await forgot('olga@example.com')
    await deliver()
    const late = tokenIn(mail.received.at(-1)?.text)
    b.clock.advance(30 * MINUTE)
    expect(codeOf(await reset(late))).toBe('link_expired')
  })

  it('is answered alike whether the address is known, unverified or unknown, and how often', async () => {
    await b.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', people.nora.id).execute()
    const answers = []
    for (const address of ['andrei@example.com', 'nora@example.com', 'nobody@example.com'])
      answers.push(await forgot(address))
    for (let times = 0; times < 4; times++) answers.push(await forgot('andrei@example.com'))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"success":true,"data":{}}']),
    )
    await deliver()
    expect(mail.received.map(({ to }) => to)).toEqual(Array(3).fill('andrei@example.com'))
    const left = b.db.selectFrom('mails').where('address', 'in', ['nora@example.com', 'nobody@example.com'])
    expect(await left.select('address').execute()).toEqual([])
    // The newest link alone opens.
    const [first, , last] = mail.received.map(({ text }) => tokenIn(text))
    expect(codeOf(await reset(first ?? ''))).toBe('link_expired')
    expect((await reset(last ?? '')).status).toBe(200)
  })

  it('opens nothing once their address has changed, or they were let go', async () => {
    const token = async () => {
      await forgot('irina@example.com')
      await deliver()
      return tokenIn(mail.received.at(-1)?.text)
    }
    const change = async (form: object) => {
      const user = (await b.json(`/api/users/v1/user/${people.irina.id}`, { as: 'ana' })).body.data.user
      const { _id, username, full_name, email, tenant } = user as Record<string, unknown>
      const body = { _id, username, full_name, email, tenant, ...form }
      const { status } = await b.json(`/api/users/v1/user/${people.irina.id}`, {
        as: 'ana',
        method: 'PUT',
        body,
      })
      expect(status).toBe(200)
    }
    const first = await token()
    await change({ email: 'irina@example.net' })
    expect(codeOf(await reset(first))).toBe('link_expired')
    await b.db
      .updateTable('users')
      .set({ email: 'irina@example.com', email_verified: 1 })
      .where('id', '=', people.irina.id)
      .execute()
    const second = await token()
    await change({ enabled: false })
    await change({ enabled: true })
    expect(codeOf(await reset(second))).toBe('link_expired')
  })

  it('ends no link of an administrator by asking, and ends it by setting a password', async () => {
    const made = await b.json<{ data: { secret: string } }>('/api/users/v1/user-password-link', {
      as: 'ana',
      body: { ids: [people.paulo.id] },
    })
    const handed = tokenIn(made.body.data.secret)
    await forgot('paulo@example.com')
    await deliver()
    expect((await b.json(`${auth}/password-link`, { body: { token: handed } })).status).toBe(200)
    expect((await reset(tokenIn(mail.received[0]?.text))).status).toBe(200)
    expect(codeOf(await reset(handed))).toBe('link_expired')
  })

  it('may ask only so often from one network', async () => {
    let status = 200
    let asked = 0
    while (status === 200 && asked < 40) {
      status = (await forgot(`someone${asked++}@example.com`, '198.51.100.9')).status
    }
    expect([status, asked]).toEqual([429, 21])
    await deliver()
    expect(mail.received).toEqual([])
  })

  it('chooses none that is short, common or made of their name, and keeps the link for another try', async () => {
    await forgot('mihai@example.com')
    await deliver()
    const token = tokenIn(mail.received[0]?.text)
    const tries: [string, string][] = [
      ['short', 'too_short'],
      ['Password1234', 'password_common'],
      ['aaaaaaaaaaaab', 'password_repeats'],
      ['Mihai-Ionescu1', 'password_name'],
    ]
    for (const [typed, code] of tries)
      expect([typed, codeOf(await reset(token, typed))]).toEqual([typed, code])
    expect(codeOf(await reset('no such token'))).toBe('link_unknown')
    await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.mihai.id).execute()
    expect(codeOf(await reset(token))).toBe('link_unknown')
    await b.db.updateTable('users').set({ enabled: 1 }).where('id', '=', people.mihai.id).execute()
    expect((await reset(token)).status).toBe(200)
  })

  it('leaves no token readable in the database', async () => {
    await forgot('irina@example.com')
    await deliver()
    const token = tokenIn(mail.received[0]?.text)
    const stored = [
      await b.db.selectFrom('mails').selectAll().execute(),
      await b.db.selectFrom('password_links').selectAll().execute(),
      await b.db.selectFrom('audit_log').selectAll().execute(),
    ]
    expect(token).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(token)
  })
})

describe('somebody new', () => {
  const made = async (username: string, email: string | null, as: Person = 'ana') => {
    const { body } = await b.json('/api/users/v1/user', {
      as,
      body: { username, full_name: 'Maria Pop', email, tenant: tenants.carpathia.id },
    })
    return (body.data.user as { _id: string })._id
  }
  const act = (name: string, id: string, as: Person = 'ana') =>
    b.json<{ data: { secret?: string; results: { outcome: string; reason?: string }[] } }>(
      `/api/users/v1/user-${name}`,
      { as, body: { ids: [id] } },
    )

  it('sets a first password by a link that an administrator hands over, for a week', async () => {
    const id = await made('maria.pop', null)
    const { body } = await act('password-link', id)
    expect(body.data.secret).toMatch(/^https:\/\/console\.example\.com\/auth\/reset-password\?token=/)
    b.clock.advance(6 * 1_440 * MINUTE)
    expect((await reset(tokenIn(body.data.secret))).body.data).toEqual({ username: 'maria.pop' })
    expect((await signIn('maria.pop', good)).status).toBe(200)
    expect((await act('send-password-link', id)).body.data.results[0]).toMatchObject({ reason: 'no_email' })
    // From now on it is a new password, not a first one.
    const again = tokenIn((await act('password-link', id)).body.data.secret)
    b.clock.advance(31 * MINUTE)
    expect(codeOf(await reset(again))).toBe('link_expired')
  })

  it('or by one that was sent, which shows that the address is theirs', async () => {
    const id = await made('ioana.pop', 'ioana@example.com')
    expect((await act('send-password-link', id)).body.data.results[0]?.outcome).toBe('done')
    await deliver()
    expect(mail.received[0]?.text).toContain('ioana.pop')
    await reset(tokenIn(mail.received[0]?.text))
    const user = (await b.json(`/api/users/v1/user/${id}`, { as: 'ana' })).body.data.user
    expect(user).toMatchObject({ email_verified: true })
    const trail = await b.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('entity_id', '=', id)
      .orderBy('at')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['create', 'send_password_link', 'set_password'])
    for (let time = 0; time < 5; time++) await act('send-password-link', id)
    expect((await act('send-password-link', id)).body.data.results[0]).toMatchObject({ reason: 'sent_often' })
  })

  it('is let in by nobody who may do less, or of another tenant, and nobody makes a link for themselves', async () => {
    expect((await act('password-link', people.ana.id)).body.data).toMatchObject({
      secret: null,
      results: [{ reason: 'own' }],
    })
    expect((await act('password-link', people.mihai.id, 'paulo')).status).toBe(403)
    expect((await act('password-link', people.mihai.id, 'olga')).status).toBe(403)
  })
})
