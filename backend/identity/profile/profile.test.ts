/** Somebody's own account: name and address, the code that verifies it, password, sign-ins. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { password, people, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { deliverNext } from '../mail/mail-worker'
import type { Message } from '../mail/transport'
import { mailComposers } from '../../work'

const good = 'ninety quiet herons'
const users = '/api/users/v1'
let b: TestBackend
const sent: Message[] = []
beforeAll(async () => {
  b = await testBackend()
})
beforeEach(async () => {
  b.clock.advance(3_600_000)
  await b.db.deleteFrom('mails').execute()
  sent.length = 0
})
afterAll(() => b.close())

const deliver = async () => {
  const keep = (message: Message) => Promise.resolve(void sent.push(message))
  while (await deliverNext(b.deps, mailComposers, keep));
}
const codeIn = (text = '') => /^[2-9A-Z]{4}-[2-9A-Z]{4}$/m.exec(text)?.[0] ?? ''
const ask = (name: string, as: Person, body?: object, method?: string) =>
  b.json(`${users}/${name}`, { as, ...(body && { body }), ...(method && { method }) })
const faults = ({ body }: { body: { error?: { fields?: Record<string, { code: string }[]> } } }) =>
  Object.entries(body.error?.fields ?? {}).map(([name, [first]]) => `${name}: ${first?.code}`)
const mihai = { full_name: 'Mihai Ionescu', phone_number: '0740 123 456', user_email: 'mihai@example.com' }

it('a person changes their own name; another address has to be verified, and the one before is told', async () => {
  expect((await ask('profile', 'mihai', mihai, 'PUT')).body.data).toMatchObject({ email_is_verified: true })
  const other = { ...mihai, user_email: 'Mihai.I@example.net' }
  // Whoever sits at an open session has no way to an account that they do not know the password of.
  expect(faults(await ask('profile', 'mihai', other, 'PUT'))).toEqual([
    'current_password: password_for_email',
  ])
  expect(faults(await ask('profile', 'mihai', { ...other, current_password: 'guessed' }, 'PUT'))).toEqual([
    'current_password: wrong_password',
  ])
  const saved = await ask('profile', 'mihai', { ...other, current_password: password }, 'PUT')
  expect(saved.body.data).toMatchObject({ user_email: 'Mihai.I@example.net', email_is_verified: false })
  await deliver()
  expect(sent.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    'mihai@example.com: The e-mail address of your account was changed',
  ])
  expect(faults(await ask('profile', 'mihai', { ...mihai, full_name: '', user_email: 'x' }, 'PUT'))).toEqual([
    'full_name: too_short',
    'user_email: too_short',
  ])
  const trail = await b.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'after_json'])
    .where('entity_id', '=', people.mihai.id)
    .where('action', '=', 'update')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(trail).toMatchObject({ actor_id: people.mihai.id, after_json: '{"email":"Mihai.I@example.net"}' })
})

it('an address is verified by the code that was sent there, once a minute, with five guesses', async () => {
  await b.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', people.paulo.id).execute()
  const send = (id = people.paulo.id) => ask(`send-verification-code/${id}`, 'paulo', {})
  const verify = (Code: string) => ask(`verify-code/${people.paulo.id}`, 'paulo', { Code })
  expect((await send(people.mihai.id)).status).toBe(404)
  expect((await send()).body.data).toEqual({ message: 'Verification token sent successfully!' })
  expect((await ask('profile', 'paulo')).body.data).toMatchObject({ code_sent_at: b.clock() })
  const early = await send()
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60'])
  await deliver()
  const first = codeIn(sent[0]?.text)
  for (let guess = 0; guess < 5; guess++)
    expect(faults(await verify('WRONG-CODE'))).toEqual(['Code: code_wrong'])
  expect(faults(await verify(first)), 'guessed too often').toEqual(['Code: code_expired'])
  b.clock.advance(60_000)
  expect((await send()).status).toBe(200)
  await deliver()
  const second = codeIn(sent[1]?.text)
  expect(faults(await verify(first))).toEqual(['Code: code_wrong'])
  expect((await verify(second.toLowerCase().replace('-', ' '))).body.data).toEqual({
    message: 'Email verified successfully!',
  })
  expect((await ask('profile', 'paulo')).body.data).toMatchObject({ email_is_verified: true })
  expect(faults(await verify(second))).toEqual(['Code: code_expired'])
  expect(faults(await send())).toEqual(['user_email: verified'])
  const stored = JSON.stringify([
    await b.db.selectFrom('mails').selectAll().execute(),
    await b.db.selectFrom('audit_log').selectAll().execute(),
  ])
  expect(stored.includes(second) || stored.includes(second.replace('-', ''))).toBe(false)
})

it('a new password takes the one in use, and ends every other session and link', async () => {
  const change = (token: string, current_password: string, chosen: string) =>
    b.json(`${users}/change-password`, { token, body: { current_password, password: chosen } })
  const [here, there] = [await b.login('olga'), await b.login('olga')]
  const link = await b.json<{ data: { secret: string } }>(`${users}/user-password-link`, {
    as: 'ana',
    body: { ids: [people.olga.id] },
  })
  expect(faults(await change(here, 'not mine', good))).toEqual(['current_password: wrong_password'])
  expect(faults(await change(here, password, password))).toEqual(['password: password_same'])
  expect(faults(await change(here, password, 'password1234'))).toEqual(['password: password_common'])
  expect((await change(here, password, good)).status).toBe(200)
  const check = async (token: string) => (await b.json('/api/authorization/v1/check', { token })).status
  expect([await check(here), await check(there)]).toEqual([200, 401])
  const token = /token=([\w-]+)/.exec(link.body.data.secret)?.[1]
  expect((await b.json('/api/authorization/v1/password-link', { body: { token } })).status).toBe(422)
  await deliver()
  expect(sent.at(-1)?.subject).toBe('Your password was changed')
})

it('a person sees where they are signed in, and ends it there; never somebody else’s', async () => {
  const [here, there] = [await b.login('andrei'), await b.login('andrei')]
  type Answer = { data: { sessions: { _id: string; current: boolean; user_agent: string | null }[] } }
  const list = async (token: string) =>
    (await b.json<Answer>(`${users}/sessions`, { token })).body.data.sessions
  const found = await list(here)
  expect(found.filter(({ current }) => current)).toHaveLength(1)
  const other = found.find(({ current }) => !current)?._id ?? ''
  const end = (token: string, id: string) => b.json(`${users}/session-end`, { token, body: { id } })
  expect((await end(await b.login('irina'), other)).status).toBe(404)
  expect((await end(here, other)).status).toBe(200)
  expect((await b.json('/api/authorization/v1/check', { token: there })).status).toBe(401)
  await b.login('andrei')
  expect((await b.json(`${users}/sessions-end`, { token: here, body: {} })).status).toBe(200)
  expect((await list(here)).map(({ current }) => current)).toEqual([true])
})

it('who signs in from a browser that is new is told, unless they do not want to be', async () => {
  const signIn = async () => {
    const body = { username: 'irina', password, generate_refresh_token: true }
    expect((await b.json('/api/authorization/v1/login', { body })).status).toBe(200)
    await deliver()
    return sent.splice(0).map(({ subject }) => subject)
  }
  await signIn()
  expect(await signIn()).toEqual(['Sign-in from a new browser'])
  const settings = { email_notification: true, new_sign_in: false }
  expect((await ask('email-settings', 'irina', settings, 'PUT')).body.data).toEqual(settings)
  await deliver()
  sent.length = 0
  expect(await signIn()).toEqual([])
})
