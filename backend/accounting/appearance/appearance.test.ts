/** What a tenant shows of itself: to its own people, at its own address, under its e-mails, and nowhere else. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { password, people, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { writeSetForTest } from '../../../tests/support/kept-settings'
import { roleId } from '../../identity/auth/roles'
import { queueMail } from '../../identity/mail/mail.service'
import { deliverNext } from '../../identity/mail/mail-worker'
import { mailComposers } from '../../work'
import { readConfig } from '../../platform/layered-settings/config.service'
import { ownerOf } from '../../platform/layered-settings/owners.service'
import { demandsSecondFactor } from '../../platform/layered-settings/session-limits.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { logoPath, type FormLogo } from '../fiscal-reports/form-layout.contract'
import { appearanceAtPath, ownAppearancePath, ownLogoPath, type Appearance } from './appearance.contract'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  await b.db
    .insertInto('user_roles')
    .values({ user_id: people.nora.id, role_id: roleId('administrator') })
    .execute()
})
afterAll(() => b.close())

interface Answer {
  data: { appearance: Appearance | null; logo: FormLogo | null }
  error?: { fields?: Record<string, { code: string; params?: object }[]> }
}

const save = async (values: object) => {
  const path = `/api/settings/v1/general-settings/tenant/${tenants.carpathia.id}`
  const { status, body } = await b.json<Answer>(path, { as: 'nora', method: 'PUT', body: { values } })
  return [status, Object.values(body.error?.fields ?? {}).flat()[0]?.code]
}
const own = async (as: Person) => (await b.json<Answer>(ownAppearancePath, { as })).body.data.appearance
const at = async (host: string) =>
  (await b.json<Answer>(appearanceAtPath, { body: { host } })).body.data.appearance

it('name, colour and logo are shown to a tenant’s own people and at its own address', async () => {
  expect([await own('mihai'), await at(tenants.carpathia.host)]).toEqual([null, null])
  expect(await save({ 'appearance.colour': '#ffd400' })).toEqual([422, 'colour_unreadable'])
  expect(await save({ 'appearance.colour': '#7a0019;' })).toEqual([422, 'too_long'])
  expect(await save({ 'appearance.colour': 'crimson' })).toEqual([422, 'not_a_colour'])
  expect(await save({ 'appearance.name': 'Carpathia\nBcc: all' })).toEqual([422, 'control_characters'])
  expect(await save({ 'appearance.name': 'Carpathia Nights', 'appearance.colour': '#7A0019' })).toEqual([
    200,
    undefined,
  ])
  const picture = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#7a0019' } })
    .png()
    .toBuffer()
  const sent = await b.app.request(`${logoPath(tenants.carpathia.id)}?reason=The+new+logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await b.login('mihai')}` },
    body: new Uint8Array(picture),
  })
  expect(sent.status).toBe(200)
  const named = { name: 'Carpathia Nights', colour: '#7a0019', logo: null }
  expect(await own('mihai'), 'the logo of forms is on pages once the tenant says so').toEqual(named)
  expect(await at(` ${tenants.carpathia.host.toUpperCase()} `)).toEqual(named)
  await save({ 'appearance.logo': true })
  expect(await own('olga')).toMatchObject({ logo: { width: 60, height: 20 } })
  expect((await own('olga'))?.logo?.png).toBeUndefined()
  expect((await b.json<Answer>(ownLogoPath, { as: 'olga' })).body.data.logo?.png).toBeTypeOf('string')
  expect((await at(tenants.carpathia.host))?.logo?.png).toBeTypeOf('string')
})

it('nobody else sees any of it', async () => {
  for (const as of ['paulo', 'ana'] as const) {
    expect(await own(as), as).toBeNull()
    expect((await b.json<Answer>(ownLogoPath, { as })).body.data.logo, as).toBeNull()
  }
  for (const host of [tenants.lusitania.host, 'elsewhere.example', '', `x.${tenants.carpathia.host}`])
    expect(await at(host), host).toBeNull()
  const setting = await b.json(`/api/settings/v1/general-settings/tenant/${tenants.lusitania.id}`, {
    as: 'nora',
    method: 'PUT',
    body: { values: { 'appearance.name': 'Mine' } },
  })
  expect(setting.status).toBe(404)
})

it('e-mails to its people have its name, those to others the installation’s', async () => {
  const foot = async (user: Person) => {
    const { id, tenantId } = people[user]
    const texts: string[] = []
    const link = { kind: 'first_password', address: `${user}@example.com`, language: 'en' } as const
    await b.db.updateTable('users').set({ email: link.address }).where('id', '=', id).execute()
    await queueMail(b.db, { ...link, user: { id, tenantId } }, b.clock())
    await deliverNext(b.deps, mailComposers, mail => {
      texts.push(mail.text)
      return Promise.resolve()
    })
    return texts[0]?.split('--\n').at(-1)
  }
  expect(await foot('mihai')).toBe('Carpathia Nights\n')
  expect(await foot('paulo')).toBe('Gambling management system\n')
})

it('a new password is as long as tenant and installation ask for, whichever asks for more', async () => {
  const change = async (as: Person, chosen: string) => {
    const { status, body } = await b.json<Answer>('/api/users/v1/change-password', {
      token: await b.login(as),
      body: { current_password: password, password: chosen },
    })
    return [status, ...(body.error?.fields?.password ?? [])]
  }
  expect(await save({ 'passwords.min_length': 9 })).toEqual([422, 'too_small'])
  await writeSetForTest(b, 'general-system', SYSTEM_TENANT, {
    'passwords.min_length': 14,
    'session.second_factor': true,
  })
  expect(await save({ 'passwords.min_length': 13 })).toEqual([422, 'below_floor'])
  expect(await save({ 'session.second_factor': false })).toEqual([422, 'below_floor'])
  expect(await demandsSecondFactor(b.db, tenants.carpathia.id)).toBe(true)
  expect(await change('paulo', 'thirteen here')).toEqual([422, { code: 'too_short', params: { min: 14 } }])
  expect(await save({ 'passwords.min_length': 20 })).toEqual([200, undefined])
  expect(await change('mihai', 'sixteen letters.')).toEqual([422, { code: 'too_short', params: { min: 20 } }])
  expect(await change('paulo', 'sixteen letters.')).toEqual([200])
  // The installation asks for more than a tenant chose before: that counts, and shows as the installation's.
  await writeSetForTest(b, 'general-system', SYSTEM_TENANT, { 'passwords.min_length': 24 })
  const { settings } = await readConfig(
    b.db,
    await ownerOf(b.db, { tenantId: null }, 'general-tenant', tenants.carpathia.id),
  )
  expect(settings['passwords.min_length']).toMatchObject({
    value: 24,
    is_own: false,
    from: { level: 'system' },
  })
  expect(await change('mihai', 'twenty-two letters now')).toEqual([
    422,
    { code: 'too_short', params: { min: 24 } },
  ])
})
