/** What nobody acknowledges goes up its rule's steps: each once, to whom it names, as far as they may see the slot. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { alarmTests, silence } from '../../../tests/support/alarms'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR } from '../../../tests/support/feed'
import { slotRow } from '../../../tests/support/network'
import { roleId } from '../../identity/auth/roles'
import { newId } from '../../platform/db/new-id'
import { notifyByMail } from '../../workflow/notifications/notice-mails.service'
import { escalateAlarms } from './escalate-alarms.service'
import type { RuleEscalation } from './escalation.contract'

const MINUTE = 60_000
const stepPath = '/api/alarms/v1/alarm-step'
const orderPath = '/api/alarms/v1/on-call-order'

let backend: TestBackend
const { made, look, seen, found, acknowledge, fresh, change } = alarmTests(() => backend)
let rule: { _id: string; version: number }
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await fresh()
  const { db } = backend
  for (const table of ['alarm_steps', 'on_call_orders', 'notification_mails', 'acl_rules'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('acl_state').set({ version: backend.clock() }).execute()
  rule = await made(silence)
})

interface Answer {
  data: Record<'alarm-step' | 'on-call-order', { _id: string; version: number; on_call?: string | null }>
  error: { code: string; fields: Record<string, { code: string }[]> }
}
const post = (path: string, body: object, as: Person = 'mihai') => backend.json<Answer>(path, { as, body })
const step = async (minutes: number, whom: object) => {
  const { body } = await post(stepPath, { rule: rule._id, minutes, ...whom })
  expect(body.error).toBeUndefined()
  return body.data['alarm-step']
}
const refusal = async (path: string, body: object, as: Person = 'mihai') => {
  const answer = await post(path, body, as)
  return answer.body.error?.fields ?? answer.status
}
const order = async (names: string[], more: object = {}) => {
  const turns = { starts_on: '2026-03-02', turn_hours: 168, ...more }
  const { body } = await post(orderPath, { name: `Order ${newId()}`, people: names, ...turns })
  expect(body.error).toBeUndefined()
  return body.data['on-call-order']
}
const silent = async (...ids: string[]) => {
  for (const id of ids) await seen(id, backend.clock() - HOUR)
  await look()
}
const after = async (minutes: number) => {
  backend.clock.advance(minutes * MINUTE)
  return escalateAlarms(backend.deps)
}
const nameOf = new Map<string, string>(Object.entries(people).map(([name, { id }]) => [id, name]))
const sent = async () =>
  (
    await backend.db
      .selectFrom('notifications')
      .select(['to_user_id', 'template', 'data', 'severity'])
      .where('to_user_id', 'is not', null)
      .orderBy('id')
      .execute()
  ).map(({ to_user_id, data, ...one }) => ({
    ...one,
    to: nameOf.get(to_user_id ?? '') ?? to_user_id,
    data: JSON.parse(data) as Record<string, string>,
  }))
const sentTo = async () => (await sent()).map(({ to }) => to).sort()
const enabled = (person: Person, is: 0 | 1) =>
  backend.db.updateTable('users').set({ enabled: is }).where('id', '=', people[person].id).execute()
/** They see Brăila alone. */
const narrow = async (person: Person) => {
  const now = backend.clock()
  await backend.db
    .insertInto('acl_rules')
    .values({
      ...{ id: newId(now), tenant_id: tenants.carpathia.id, name: 'Brăila', search: '', note: null },
      ...{ model: 'location', user_id: people[person].id, group_id: null, role_id: null },
      conditions: JSON.stringify([{ field: 'city', values: [locations.braila.city] }]),
      ...{ created_at: now, updated_at: now, archived_at: null, version: 1 },
    })
    .execute()
  await backend.db
    .updateTable('acl_state')
    .set(row => ({ version: row('version', '+', 1) }))
    .execute()
}

describe('a step', () => {
  it('is done once by two backends, after its minutes, and the next one after its own', async () => {
    await step(10, { users: [people.olga.id] })
    await step(30, { roles: [roleId('manager')] })
    await silent(slots.bellLink.id)
    await after(9)
    expect(await sent()).toEqual([])
    backend.clock.advance(MINUTE)
    await Promise.all([escalateAlarms(backend.deps), escalateAlarms(backend.deps)])
    await after(5)
    expect(await sent()).toMatchObject([
      {
        to: 'olga',
        template: 'rule_alarm_step',
        data: { rule: 'Silent', serial: slots.bellLink.serial, value: '10', unit: 'min' },
      },
    ])
    expect(await found({ state: 'open' })).toMatchObject([{ escalated_after: 10 }])
    await after(15)
    expect(await sentTo()).toEqual(['mihai', 'olga'])
  })

  it('of what is acknowledged, has cleared or whose rule is off notifies nobody', async () => {
    await step(10, { users: [people.olga.id] })
    await silent(slots.bellLink.id, slots.novoline.id, slots.harbour.id)
    const [first] = await found({ slot: slots.bellLink.id })
    await acknowledge([first?._id ?? ''])
    await seen(slots.novoline.id, backend.clock())
    await look()
    await after(10)
    expect((await sent()).map(({ data }) => data.serial)).toEqual([slots.harbour.serial])
    await backend.db.updateTable('alarms').set({ escalated_after: null }).execute()
    await change(rule._id, { ...silence, enabled: false, version: rule.version })
    await after(1)
    expect(await sent()).toHaveLength(1)
  })

  it('sums up what it says of more than five alarms, to each of those that they may see', async () => {
    const now = backend.clock()
    await backend.db
      .insertInto('slots')
      .values(
        Array.from({ length: 7 }, (_, nr) => ({
          ...slotRow(newId(), `STP-${nr}`, 'EGT', 'cluj', now),
          last_seen_at: now - HOUR,
        })),
      )
      .execute()
    await narrow('olga')
    await step(10, { users: [people.olga.id, people.mihai.id, people.nora.id] })
    await silent(slots.harbour.id)
    await after(10)
    expect(await sent()).toMatchObject([
      { to: 'mihai', template: 'rule_alarm_steps', data: { count: '8' } },
      { to: 'olga', template: 'rule_alarm_step', data: { serial: slots.harbour.serial } },
    ])
    await backend.db.deleteFrom('slots').where('serial', 'like', 'STP-%').execute()
  })

  it('counts from when it was added, and not for alarms that are old already', async () => {
    await silent(slots.bellLink.id)
    backend.clock.advance(HOUR)
    await step(10, { users: [people.olga.id] })
    await after(1)
    expect(await sent()).toEqual([])
    await after(9)
    expect(await sentTo()).toEqual(['olga'])
  })

  it('goes by e-mail to whom it names, at once, unless they have chosen otherwise', async () => {
    const { db } = backend
    await db
      .updateTable('users')
      .set({ email: 'olga@example.com', email_verified: 1 })
      .where('id', '=', people.olga.id)
      .execute()
    await step(10, { users: [people.olga.id] })
    await silent(slots.bellLink.id)
    await notifyByMail(backend.deps)
    await db.deleteFrom('mails').execute()
    await after(10)
    await notifyByMail(backend.deps)
    expect(await db.selectFrom('mails').select(['kind', 'user_id']).execute()).toEqual([
      { kind: 'notifications', user_id: people.olga.id },
    ])
  })

  it('is nothing that a location’s figures count: it is what has been counted already', async () => {
    await change(rule._id, { ...silence, severity: 'alarm', version: rule.version })
    await step(10, { users: [people.olga.id] })
    await silent(slots.bellLink.id)
    const counted = async () =>
      (
        await backend.json<{ data: { alarms: object } }>(`/api/board/v1/location/${locations.cluj.id}`, {
          as: 'mihai',
        })
      ).body.data.alarms
    expect(await counted()).toMatchObject({ count: 1 })
    await after(10)
    expect(await sent()).toMatchObject([{ severity: 'alarm' }])
    expect(await counted()).toMatchObject({ count: 1 })
  })

  it('reaches a channel that takes nothing else, of its locations alone', async () => {
    const now = backend.clock()
    const channel = (name: string, at: string[]) => ({
      ...{ id: newId(now), tenant_id: tenants.carpathia.id, search: '', name, kind: 'slack' as const },
      ...{
        sent_to: 'hooks.slack.com',
        format: 'json' as const,
        language: 'en' as const,
        severities: '[]',
        kinds: '[]',
      },
      ...{ locations: JSON.stringify(at), location_id: null, address: null, sealed: null, recipient: null },
      ...{ header: null, template: null, wording: null, quiet_from: null, quiet_to: null },
      ...{ test_problem: null, test_answer: null, version: 1, created_at: now, updated_at: now, enabled: 1 },
      ...{
        alarms_in_quiet: 0,
        archived_at: null,
        secured_at: null,
        tested_at: null,
        test_ms: null,
        test_code: null,
      },
    })
    const [all, braila] = [channel('All', []), channel('Brăila', [locations.braila.id])]
    await backend.db.insertInto('notification_channels').values([all, braila]).execute()
    await step(10, { channels: [all.id, braila.id] })
    await silent(slots.bellLink.id)
    await after(10)
    await notifyByMail(backend.deps)
    expect(await sentTo()).toEqual([all.id])
    const deliveries = await backend.db
      .selectFrom('webhook_deliveries')
      .select(['receiver_id', 'body'])
      .execute()
    expect(deliveries.map(({ receiver_id }) => receiver_id)).toEqual([all.id])
    expect(deliveries[0]?.body).toContain('not acknowledged within 10 min')
    const list = await backend.json<{ data: { rows: { content: { en: string } }[] } }>(
      '/api/notifications/v1/list',
      { as: 'mihai', body: { rowsPerPage: 50 } },
    )
    // The alarm itself; what is the channel's is on nobody's bell.
    expect(list.body.data.rows.map(({ content }) => content.en)).toEqual([
      expect.stringContaining('{rule}: {serial}, {location} ('),
    ])
    await backend.db.deleteFrom('webhook_deliveries').execute()
    await backend.db.deleteFrom('notification_channels').execute()
  })
})

describe('who is on call', () => {
  it('is one person, and the next one while they are disabled or may not see the slot', async () => {
    // Wednesday of the second week.
    const { _id } = await order(['olga', 'mihai'])
    const path = `${orderPath}/${_id}`
    expect((await backend.json<Answer>(path, { as: 'mihai' })).body.data['on-call-order'].on_call).toBe(
      'mihai',
    )
    await step(10, { order: _id })
    await silent(slots.bellLink.id)
    await enabled('mihai', 0)
    await after(10)
    await enabled('mihai', 1)
    expect(await sentTo()).toEqual(['olga'])
    await narrow('mihai')
    await backend.db.updateTable('alarms').set({ escalated_after: null }).execute()
    await after(1)
    expect(await sentTo()).toEqual(['olga', 'olga'])
  })

  it('is a list of the tenant’s own people', async () => {
    const turns = { name: 'Nights', starts_on: '2026-03-02' }
    expect(await refusal(orderPath, { ...turns, people: ['olga', 'paulo'] })).toEqual({
      people: [{ code: 'no_such_people', params: { names: 'paulo' } }],
    })
    expect(await refusal(orderPath, { ...turns, people: [] })).toMatchObject({ people: [{}] })
    await order(['olga'], { name: 'Nights' })
    expect(await refusal(orderPath, { ...turns, people: ['olga'] })).toEqual({ name: [{ code: 'taken' }] })
    expect(await refusal(orderPath, { ...turns, people: ['olga'] }, 'olga')).toBe(403)
  })
})

it('a rule has five steps at most, each at a time of its own and to somebody of the tenant', async () => {
  const whom = { users: [people.olga.id] }
  const refused = (more: object): Promise<unknown> =>
    refusal(stepPath, { rule: rule._id, minutes: 99, ...whom, ...more })
  expect(await refused({ users: [] })).toEqual({ users: [{ code: 'to_somebody' }] })
  expect(await refused({ users: [people.paulo.id] })).toEqual({ users: [{ code: 'unknown' }] })
  expect(await refused({ users: [people.ana.id] })).toEqual({ users: [{ code: 'unknown' }] })
  expect(await refused({ roles: ['f'.repeat(24)] })).toEqual({ roles: [{ code: 'unknown' }] })
  expect(await refusal(stepPath, { rule: rule._id, minutes: 5, ...whom }, 'paulo')).toMatchObject({
    rule: [{ code: 'unknown' }],
  })
  for (const minutes of [10, 20, 30, 40]) await step(minutes, whom)
  expect(await refused({ minutes: 20 })).toEqual({ minutes: [{ code: 'taken' }] })
  // Of two at once the second sees the first.
  const twins = await Promise.all([refused({ minutes: 50 }), refused({ minutes: 60 })])
  expect(twins.filter(one => one === 200)).toHaveLength(1)
  expect(await refused({})).toEqual({ rule: [{ code: 'too_many', params: { limit: 5 } }] })
})

it('a rule’s page says whom its steps reach, and whom they name in vain', async () => {
  await narrow('olga')
  const { _id } = await order(['nora', 'mihai'])
  await step(10, { users: [people.olga.id, people.nora.id, people.andrei.id], order: _id })
  await enabled('andrei', 0)
  const path = `/api/alarms/v1/alarm-rule/${rule._id}/escalation`
  const answer = await backend.json<{ data: RuleEscalation }>(path, { as: 'mihai' })
  await enabled('andrei', 1)
  expect(answer.body.data.steps).toMatchObject([
    {
      minutes: 10,
      people: 2,
      on_call: 'mihai',
      left_out: [
        { name: 'nora', why: 'no_right' },
        { name: 'olga', why: 'some' },
        { name: 'andrei', why: 'off' },
      ],
    },
  ])
  expect((await backend.json(path, { as: 'olga' })).status).toBe(403)
  expect((await backend.json(path, { as: 'paulo' })).status).toBe(404)
})
