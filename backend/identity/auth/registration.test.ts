/** Somebody asks for an account: nothing of the answer tells what is known, and nobody gets in by asking. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { deliverNext } from '../mail/mail-worker'
import type { Message } from '../mail/transport'
import { mailComposers } from '../../work'

const password = 'ninety quiet herons'
let b: TestBackend
const sent: Message[] = []
beforeAll(async () => {
  b = await testBackend()
  await b.db
    .updateTable('tenants')
    .set({ allows_registration: 1, contact_email: 'office@example.com' })
    .where('id', '=', tenants.carpathia.id)
    .execute()
})
afterAll(() => b.close())

const path = '/api/authorization/v1/registration'
const maria = {
  host: tenants.carpathia.host,
  full_name: 'Maria Pop',
  email: 'maria@example.com',
  username: 'maria.pop',
  password,
}
const ask = (body: object = {}, from = '203.0.113.7') => b.json(path, { body: { ...maria, ...body }, from })
async function deliver(): Promise<string[]> {
  const keep = (message: Message) => Promise.resolve(void sent.push(message))
  while (await deliverNext(b.deps, mailComposers, keep));
  return sent
    .splice(0)
    .map(({ to, subject }) => `${to}: ${subject}`)
    .sort()
}

it('makes a disabled user without rights, whom an administrator may enable', async () => {
  expect((await ask()).body).toEqual({ success: true, data: {} })
  expect(await deliver()).toEqual([
    'maria@example.com: Your request for an account',
    'office@example.com: Account request',
  ])
  const login = { username: 'maria.pop', password }
  expect((await b.json('/api/authorization/v1/login', { body: login })).status).toBe(401)
  const user = await b.db
    .selectFrom('users')
    .select(['id', 'tenant_id', 'enabled', 'email_verified'])
    .where('username', '=', 'maria.pop')
    .executeTakeFirstOrThrow()
  expect(user).toMatchObject({ tenant_id: tenants.carpathia.id, enabled: 0, email_verified: 0 })
  await b.json('/api/users/v1/user-enable', { as: 'ana', body: { ids: [user.id] } })
  expect((await b.json('/api/authorization/v1/login', { body: login })).status).toBe(200)
})

it('answers alike for names and addresses that are known; only the e-mail tells', async () => {
  for (const body of [
    { username: 'olga', email: 'somebody@example.com' },
    { username: 'maria.p0p', email: 'somebody@example.com' },
    { username: 'mihai.two', email: 'Mihai@example.com' },
  ])
    expect((await ask(body, '203.0.113.8')).body).toEqual({ success: true, data: {} })
  expect(await deliver()).toEqual([
    'mihai@example.com: Your request for an account',
    'somebody@example.com: Your request for an account',
    'somebody@example.com: Your request for an account',
  ])
  const { total } = await b.db
    .selectFrom('users')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('email', 'in', ['somebody@example.com', 'Mihai@example.com'])
    .executeTakeFirstOrThrow()
  expect(Number(total)).toBe(0)
})

it('is refused where the tenant has not opened it, says whom to ask, and comes in no bursts', async () => {
  const state = async (host: string) => (await b.json(`${path}-state`, { body: { host } })).body.data
  expect(await state(tenants.carpathia.host)).toMatchObject({ open: true })
  expect(await state(tenants.lusitania.host)).toEqual({
    open: false,
    contact: tenants.lusitania.name,
    min_length: 10,
  })
  expect(await state('elsewhere.example')).toEqual({ open: false, contact: null, min_length: 10 })
  expect((await ask({ host: tenants.lusitania.host })).status).toBe(403)
  const faults = async (body: object) => {
    const { status, body: answer } = await ask(body, '203.0.113.9')
    return [status, Object.keys(answer.error?.fields ?? {})]
  }
  expect(await faults({ username: 'мария' })).toEqual([422, ['username']])
  expect(await faults({ username: 'm'.repeat(51), full_name: 'M' })).toEqual([422, ['full_name', 'username']])
  expect(await faults({ password: 'password1234' })).toEqual([422, ['password']])
  for (let times = 0; times < 3; times++) await faults({ password: 'password1234' })
  expect(await faults({})).toEqual([429, []])
})
