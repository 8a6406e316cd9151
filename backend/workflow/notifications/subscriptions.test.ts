import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, wednesday, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { deliveryOf } from './delivery.service'
import { notifyByMail } from './notice-mails.service'
import { raise } from './notifications.service'
import type { TemplateName } from '../news/notification-templates.contract'
import type { RealTimeNotification } from '../news/notifications.contract'
import type { NotificationTemplate, Subscriptions, Wishes } from './subscriptions.contract'

const MINUTE = 60_000
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  for (const who of ['mihai', 'olga', 'paulo', 'ana'] as const)
    await b.db
      .updateTable('users')
      .set({ email: `${who}@example.com`, email_verified: 1 })
      .where('id', '=', people[who].id)
      .execute()
})
afterAll(() => b.close())
beforeEach(async () => {
  b.clock.set(wednesday)
  for (const table of [
    'notification_mails',
    'notification_receipts',
    'notification_subscriptions',
    'notification_wishes',
    'notification_templates',
    'notifications',
    'mails',
  ] as const)
    await b.db.deleteFrom(table).execute()
})

const path = '/api/notifications/v1'
const dataOf = <Data>({ body }: { body: Envelope }) => body.data as unknown as Data
const read = async (as: Person, location?: string) =>
  dataOf<Subscriptions>(
    await b.json(`${path}/user-subscriptions${location ? `?location=${location}` : ''}`, { as }),
  )
const choose = (as: Person, body: object) => b.json(`${path}/user-subscriptions/set`, { as, body })
const want = (as: Person, template: TemplateName, email: boolean | null, more: object = {}) =>
  choose(as, { subscriptions: [{ template, in_app: null, email }], ...more })
const wishes = (as: Person, more: Partial<Wishes>) =>
  choose(as, {
    wishes: { quiet_from: null, quiet_to: null, alarms_in_quiet: true, escalations: false, ...more },
  })

async function happens(
  template: TemplateName = 'door_open',
  place: keyof typeof locations = 'cluj',
  slot: keyof typeof slots = 'bellLink',
): Promise<string> {
  const tenant = tenants[locations[place].tenant]
  const raised = await raise(
    b.db,
    {
      template,
      tenantId: tenant.id,
      resourceType: 'slot',
      resourceId: slots[slot].id,
      details: {
        tenant_id: tenant.id,
        location_id: locations[place].id,
        slot_id: slots[slot].id,
        slot_name: slots[slot].serial,
      },
      data: { serial: slots[slot].serial, location: locations[place].name },
    },
    b.clock(),
  )
  if (!raised) throw new Error('it was folded into an earlier one')
  return raised.id
}
const mails = async () =>
  (await b.db.selectFrom('mails').selectAll().orderBy('created_at').orderBy('address').execute()).map(
    mail => ({ to: mail.address, ...(JSON.parse(mail.data) as { count: number; lines: string }) }),
  )

describe('subscriptions', () => {
  it('begin with the bell and no e-mail but of a step of an alarm rule, in every language', async () => {
    const { subscriptions, location, with_own } = await read('olga')
    expect([location, with_own]).toEqual([null, []])
    for (const one of subscriptions)
      expect(one).toMatchObject({
        in_app: null,
        email: null,
        own_words: false,
        usual: { in_app: true, email: /^rule_alarm_steps?$/.test(one.template) },
      })
    expect(subscriptions.find(({ template }) => template === 'door_open')?.content.ro).toContain('Ușa')
  })

  it('for a location stand before those for everywhere, on the bell as in e-mail', async () => {
    await choose('olga', { subscriptions: [{ template: 'door_open', in_app: false, email: true }] })
    await choose('olga', {
      location: locations.cluj.id,
      subscriptions: [{ template: 'door_open', in_app: true, email: false }],
    })
    const here = (await read('olga', locations.cluj.id)).subscriptions.find(
      ({ template }) => template === 'door_open',
    )
    expect(here).toMatchObject({ in_app: true, email: false, usual: { in_app: false, email: true } })
    expect((await read('olga')).with_own).toEqual([{ _id: locations.cluj.id, name: locations.cluj.name }])
    const [cluj, braila] = [await happens(), await happens('door_open', 'braila', 'harbour')]
    const reader = { id: people.olga.id, tenantId: tenants.carpathia.id, permissions: { 'slot::list': 1 } }
    const isFor = async (id: string) => (await deliveryOf(b.db, id, b.clock()))?.isFor(reader)
    expect([await isFor(cluj), await isFor(braila)]).toEqual([true, false])
    const bell = dataOf<{ rows: RealTimeNotification[] }>(
      await b.json(`${path}/list`, {
        as: 'olga',
        body: { exactFields: ['seen', 'told'], exactValues: [false, true] },
      }),
    )
    expect(bell.rows.map(({ id }) => id)).toEqual([cluj])
    await notifyByMail(b.deps)
    expect(await mails()).toMatchObject([{ to: 'olga@example.com', count: 1 }])
    expect((await mails())[0]?.lines).toContain('AMA-55501')
  })

  it('are sent whole, as a form sends them: most of them chosen for nothing', async () => {
    const { subscriptions } = await read('olga')
    const body = {
      location: null,
      subscriptions: subscriptions.map(({ template }) => ({ template, in_app: null, email: null })),
    }
    expect((await choose('olga', body)).status).toBe(200)
  })

  it('of a place that is not theirs are refused, and so is an unknown kind', async () => {
    expect((await want('olga', 'door_open', true, { location: locations.porto.id })).status).toBe(404)
    expect(
      (await b.json(`${path}/user-subscriptions?location=${locations.porto.id}`, { as: 'olga' })).status,
    ).toBe(404)
    expect((await want('olga', 'nothing' as TemplateName, true)).status).toBe(422)
    expect((await wishes('olga', { quiet_from: 1_440 })).status).toBe(422)
  })
})

describe('notifications by e-mail', () => {
  it('reach who subscribed and may see them, once, in their language, together', async () => {
    await want('mihai', 'door_open', true)
    await want('paulo', 'door_open', true)
    await want('mihai', 'ram_clear', true)
    await b.db.updateTable('users').set({ language: 'ro' }).where('id', '=', people.mihai.id).execute()
    await happens()
    await happens('ram_clear')
    await happens('door_open', 'porto', 'ribeira')
    await notifyByMail(b.deps)
    await notifyByMail(b.deps)
    const told = await mails()
    expect(told.map(({ to, count }) => [to, count])).toEqual([
      ['mihai@example.com', 2],
      ['paulo@example.com', 1],
    ])
    expect(told[0]?.lines.split('\n')).toHaveLength(2)
    expect(told[0]?.lines).toContain('Ușa de la EGT-00412, Cluj Central a fost deschisă')
    expect(told[1]?.lines).toContain('NOV-20990')
  })

  it('come at most every ten minutes, and then with all that has happened', async () => {
    await want('olga', 'door_open', true)
    await happens()
    await notifyByMail(b.deps)
    for (const slot of ['novoline', 'harbour'] as const) {
      b.clock.advance(3 * MINUTE)
      await happens('door_open', slot === 'harbour' ? 'braila' : 'cluj', slot)
      await notifyByMail(b.deps)
    }
    expect(await mails()).toHaveLength(1)
    b.clock.advance(5 * MINUTE)
    await notifyByMail(b.deps)
    expect((await mails()).map(({ count }) => count)).toEqual([1, 2])
  })

  it('wait for the end of quiet hours, but for alarms where those are wanted', async () => {
    // 09:00 UTC is 11:00 in Bucharest.
    await wishes('olga', { quiet_from: 10 * 60, quiet_to: 12 * 60, alarms_in_quiet: false })
    await want('olga', 'door_open', true)
    await happens()
    await notifyByMail(b.deps)
    expect(await mails()).toEqual([])
    b.clock.advance(60 * MINUTE)
    await notifyByMail(b.deps)
    expect(await mails()).toHaveLength(1)
    b.clock.set(wednesday)
    await wishes('mihai', { quiet_from: 10 * 60, quiet_to: 12 * 60 })
    await want('mihai', 'door_open', true)
    await happens('door_open', 'cluj', 'novoline')
    await notifyByMail(b.deps)
    expect((await mails()).map(({ to }) => to)).toContain('mihai@example.com')
  })

  it('tell again of an alarm that nobody confirms, to those who asked for it, quiet or not', async () => {
    await wishes('mihai', { quiet_from: 0, quiet_to: 1_439, escalations: true })
    const [open, taken] = [await happens(), await happens('ram_clear')]
    await notifyByMail(b.deps)
    b.clock.advance(14 * MINUTE)
    await b.json(`${path}/confirm`, { as: 'olga', body: { ids: [taken] } })
    await notifyByMail(b.deps)
    expect(await mails()).toEqual([])
    b.clock.advance(MINUTE)
    await notifyByMail(b.deps)
    await notifyByMail(b.deps)
    const told = await mails()
    expect(told).toMatchObject([{ to: 'mihai@example.com', count: 1 }])
    expect(told[0]?.lines).toMatch(/Door|Ușa/)
    expect(open).not.toBe(taken)
  })

  it('go to nobody without a verified address, disabled, or who wants no e-mail', async () => {
    for (const who of ['mihai', 'olga', 'ana'] as const) await want(who, 'door_open', true)
    await b.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', people.mihai.id).execute()
    await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.olga.id).execute()
    await b.json('/api/users/v1/email-settings', {
      as: 'ana',
      method: 'PUT',
      body: { email_notification: false, new_sign_in: true },
    })
    await happens()
    await notifyByMail(b.deps)
    expect(await mails()).toEqual([])
    await b.db
      .updateTable('users')
      .set({ email_verified: 1, enabled: 1 })
      .where('id', 'in', [people.mihai.id, people.olga.id])
      .execute()
  })
})

describe('a tenant’s own words', () => {
  const template = (as: Person, name = 'door_open') => b.json(`${path}/template/${name}`, { as })
  const save = (as: Person, content: object, version?: number) =>
    b.json(`${path}/template/door_open`, {
      as,
      method: 'PUT',
      body: { content: { en: null, ro: null, pt: null, ...content }, version },
    })

  it('are said from then on, by that tenant alone; what was said before stays', async () => {
    const before = await happens()
    expect((await save('mihai', { en: 'Look at {serial}!' }, 0)).status).toBe(200)
    const [after, porto] = [
      await happens('door_open', 'cluj', 'novoline'),
      await happens('door_open', 'porto', 'ribeira'),
    ]
    const contentOf = async (id: string) => (await deliveryOf(b.db, id, b.clock()))?.notification.content?.en
    expect([await contentOf(before), await contentOf(after), await contentOf(porto)]).toEqual([
      'Door of {serial}, {location} opened',
      'Look at {serial}!',
      'Door of {serial}, {location} opened',
    ])
    const { content } = dataOf<{ template: NotificationTemplate }>(await template('mihai')).template
    expect(content).toEqual({ en: 'Look at {serial}!', ro: null, pt: null })
  })

  it('inherit the system’s, which count for every tenant without', async () => {
    expect((await save('ana', { en: 'Door: {serial}' })).status).toBe(200)
    const { inherited, version } = dataOf<{ template: NotificationTemplate }>(
      await template('mihai'),
    ).template
    expect([inherited.en, version]).toEqual(['Door: {serial}', 0])
    const rows = await b.db.selectFrom('notification_templates').select('tenant_id').execute()
    expect(rows).toEqual([{ tenant_id: SYSTEM_TENANT }])
  })

  it('refuse markup, values that do not come, loose braces, a stale version, and who may not', async () => {
    const codes = async (text: string) =>
      Object.values((await save('mihai', { en: text })).body.error.fields ?? {}).flat()
    expect([
      await codes('<b>{serial}</b>'),
      await codes('{amount}'),
      await codes('{serial'),
      await codes('x'.repeat(201)),
    ]).toMatchObject([
      [{ code: 'no_markup' }],
      [{ code: 'unknown_placeholder', params: { name: 'amount' } }],
      [{ code: 'loose_brace' }],
      [{ code: 'too_long' }],
    ])
    await save('mihai', { en: 'One' }, 0)
    const late = await save('mihai', { en: 'Two' }, 0)
    expect(late).toMatchObject({
      status: 409,
      body: { error: { details: { saved: { by: { kind: 'user', name: people.mihai.fullName } } } } },
    })
    expect((await save('olga', { en: 'Three' })).status).toBe(403)
    expect((await template('mihai', 'nothing')).status).toBe(404)
  })
})
