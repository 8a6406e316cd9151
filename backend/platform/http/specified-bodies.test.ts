/** What is saved in the specification's words: users, fraud settings, column configurations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, tenants, type Person } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { NOBODY, specifiedWire } from '../../../tests/support/specified-wire'

let full: FullLists
beforeAll(async () => {
  full = await fullLists()
})
afterAll(() => full.backend.close())
const { ask } = specifiedWire(() => full)

describe('a user, saved in the specification’s words', () => {
  const dana = {
    id: '',
    username: 'dana.pop',
    fullname: 'Dana Pop',
    email: 'dana@carpathia.example',
    status: true,
    tenant: tenants.carpathia.id,
  }
  const save = (body: object, as: Person = 'ana') => ask('users/v1/user', { ...dana, ...body }, as)

  it('is made with a password, signs in with it, and with the next one', async () => {
    const password = 'seven grey herons over Galați'
    const made = await save({ password })
    expect([made.status, made.error]).toEqual([200, undefined])
    const user = made.data.user as { _id: string; full_name: string; enabled: boolean }
    expect(user).toMatchObject({ full_name: 'Dana Pop', enabled: true })
    expect(JSON.stringify(made.data)).not.toContain(password)
    const signIn = async (password: string) =>
      (await full.backend.json('/api/authorization/v1/login', { body: { username: 'dana.pop', password } }))
        .status
    expect(await signIn(password)).toBe(200)
    const next = 'eleven white storks by Tulcea'
    const { status } = await ask(
      `users/v1/user/${user._id}`,
      { ...dana, id: user._id, password: next },
      'ana',
      'PUT',
    )
    expect(status).toBe(200)
    expect([await signIn(next), await signIn(password)]).toEqual([200, 401])
    const off = await ask(`users/v1/user/${user._id}`, { ...dana, id: user._id, status: false }, 'ana', 'PUT')
    expect((off.data.user as { enabled: boolean }).enabled).toBe(false)
    expect(await signIn(next)).toBe(401)
    const entries = await full.backend.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(entries)).not.toMatch(/herons|storks|argon2/)
  })

  it.each([
    ['fullname', 'Al'],
    ['fullname', 'x'.repeat(51)],
    ['username', 'al'],
    ['username', 'x'.repeat(51)],
    ['email', `${'x'.repeat(45)}@a.example`],
    ['email', 'nobody'],
    ['password', 'short'],
    ['password', 'password123'],
    ['status', 'yes'],
    ['id', NOBODY],
    ['full_name', 'Dana Pop'],
  ])('is refused with %s %s', async (member, value) => {
    const { status, error } = await save({ username: 'dana.two', [member]: value })
    expect([status, Object.keys(error.fields)]).toEqual([422, [member === 'full_name' ? 'fullname' : member]])
  })

  it('is not given more than the giver has, nor oneself another password', async () => {
    expect(
      (await save({ username: 'dana.three', password: 'nine brown owls in Sibiu' }, 'olga')).status,
    ).toBe(403)
    const own = await ask(`users/v1/user/${people.ana.id}`)
    const user = own.data.user as object
    const changed = { ...user, password: 'nine brown owls in Sibiu' }
    const refused = await ask(`users/v1/user/${people.ana.id}`, changed, 'ana', 'PUT')
    expect([refused.status, refused.error.code]).toEqual([409, 'yourself'])
  })
})

describe('fraud settings', () => {
  it('are put as they were read, in whatever they came', async () => {
    const path = `fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`
    const { data } = await ask(path)
    for (const body of [
      data,
      data.config as object,
      { ...(data.config as object), id: tenants.carpathia.id },
    ]) {
      const put = await ask(path, body, 'ana', 'PUT')
      expect([put.status, put.error, put.data]).toEqual([200, undefined, true])
    }
    const wrong = await ask(path, { config: { ...(data.config as object), colour: 'red' } }, 'ana', 'PUT')
    expect([wrong.status, JSON.stringify(Object.keys(wrong.error.fields))]).toEqual([422, '["colour"]'])
  })
})

describe('general settings', () => {
  const path = `settings/v1/general-settings/tenant/${tenants.carpathia.id}`
  const named = { settings_system_type: 'tenant', settings_system_id: tenants.carpathia.id }

  it('are put by the type and the id that they are of', async () => {
    const { data } = await ask(path)
    const { settings } = data.config as { settings: object }
    for (const user_id of ['', people.ana.id]) {
      const { status, error } = await ask(path, { ...named, user_id, settings }, 'ana', 'PUT')
      expect([status, error]).toEqual([200, undefined])
    }
  })

  it.each([
    ['settings_system_type', 'location'],
    ['settings_system_id', NOBODY],
    ['user_id', people.olga.id],
  ])('are refused where the address says another %s', async (member, value) => {
    const { status, error } = await ask(path, { ...named, [member]: value, settings: {} }, 'ana', 'PUT')
    expect([status, Object.keys(error.fields)]).toEqual([422, [member]])
  })
})

it('display channels are answered as display_channels, too, with their count', async () => {
  for (const many of ['displays', 'display-channels']) {
    const { data } = await ask(`display-channels/v1/${many}`, {})
    const { rows, total, display_channels, count } = data as Record<string, unknown>
    expect([display_channels, count]).toEqual([rows, total])
    expect(count).toBeGreaterThan(0)
    const chosen = await ask(`display-channels/v1/${many}`, { fields: ['name'] })
    expect(Object.keys(chosen.data)).not.toContain('display_channels')
  }
})

it('column configurations name their page by page_name and page_route', async () => {
  const path = 'settings/v1/columns-configuration/users'
  const given = { page_name: 'users', page_route: '/acl/users', role: null, columns: ['username'] }
  expect((await ask(path, given)).status).toBe(200)
  const { data } = await ask('settings/v1/columns-configurations')
  const { role: _role, ...named } = given
  expect(data.columns_configs).toContainEqual(expect.objectContaining(named))
  for (const [member, value] of [
    ['page_name', 'slots'],
    ['page_route', '/slots'],
  ] as const) {
    const { status, error } = await ask(path, { ...given, [member]: value })
    expect([status, Object.keys(error.fields)]).toEqual([422, [member]])
  }
  expect((await ask(path, given, 'nora')).status).toBe(403)
})
