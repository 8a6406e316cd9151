/** What nobody acknowledges goes up its rule's steps: each once, and nothing that is not so any more. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { locations, people, slots } from '../../../tests/people'
import { silence } from '../../../tests/support/alarms'
import { MINUTE, stepTests } from '../../../tests/support/alarm-steps'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR } from '../../../tests/support/feed'
import { slotRow } from '../../../tests/support/network'
import { roleId } from '../../identity/auth/roles'
import { bumpRules } from '../../identity/auth/rules-of.service'
import { localTime } from '../../platform/contract/time-zone'
import { newId } from '../../platform/db/new-id'
import { stepsOver } from '../../workflow/news/step-waits.service'
import { notifyByMail } from '../../workflow/notifications/notice-mails.service'
import { mayStillSee } from '../../workflow/notifications/push-plan.service'
import { deliverDue } from '../../workflow/webhooks/deliver.service'
import { USUAL_ZONE } from '../../workflow/webhooks/channel-receivers.queries'
import { escalateAlarms } from './escalate-alarms.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const {
  look,
  seen,
  found,
  acknowledge,
  change,
  rule,
  step,
  silent,
  after,
  sent,
  sentTo,
  undone,
  narrow,
  channel,
} = stepTests(() => backend)

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
    await undone()
    await change(rule()._id, { ...silence, enabled: false, version: rule().version })
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

  it('that reaches nobody is not done: it goes once somebody may see the slot, and is logged once', async () => {
    await narrow('olga')
    await step(10, { users: [people.olga.id], channels: [await channel('Brăila', [locations.braila.id])] })
    await silent(slots.bellLink.id, slots.harbour.id)
    const warned = vi.spyOn(backend.deps.log, 'warn')
    const unreached = new Set<string>()
    backend.clock.advance(10 * MINUTE)
    for (let times = 0; times < 2; times++) await escalateAlarms(backend.deps, undefined, unreached)
    expect(warned.mock.calls).toMatchObject([[{ alarms: 1 }, 'alarms could be escalated to nobody']])
    warned.mockRestore()
    expect((await sent()).map(({ data }) => data.serial)).toEqual(Array(2).fill(slots.harbour.serial))
    expect(await found({ slot: slots.bellLink.id })).toMatchObject([{ escalated_after: null }])
    expect(await found({ slot: slots.harbour.id })).toMatchObject([{ escalated_after: 10 }])
    await backend.db.deleteFrom('acl_rules').execute()
    await bumpRules(backend.db)
    await after(1)
    expect((await sent()).slice(2)).toMatchObject([{ to: 'olga', data: { serial: slots.bellLink.serial } }])
    expect(await found({ slot: slots.bellLink.id })).toMatchObject([{ escalated_after: 10 }])
  })

  it('waits for the end of the rule’s quiet hours', async () => {
    await step(10, { users: [people.olga.id] })
    await silent(slots.bellLink.id)
    const inMinutes = (minutes: number) =>
      localTime(backend.clock() + minutes * MINUTE, USUAL_ZONE).toFormat('HH:mm')
    const hours = { quiet_from: inMinutes(5), quiet_to: inMinutes(30) }
    await change(rule()._id, { ...silence, ...hours, version: rule().version })
    await after(29)
    expect(await sent()).toEqual([])
    await after(1)
    expect(await sentTo()).toEqual(['olga'])
  })

  it('notifies of more than a thousand when the first of them were acknowledged meanwhile', async () => {
    const { db } = backend
    const now = backend.clock()
    const many = Array.from({ length: 1_001 }, (_, nr) => slotRow(newId(), `STP-${nr}`, 'EGT', 'cluj', now))
    for (let from = 0; from < many.length; from += 200)
      await db
        .insertInto('slots')
        .values(many.slice(from, from + 200).map(row => ({ ...row, last_seen_at: now - HOUR })))
        .execute()
    await step(10, { users: [people.olga.id] })
    await look()
    const transaction = db.transaction.bind(db)
    const acknowledgedFirst = async () => {
      const first = db.selectFrom('alarms').select('id').orderBy('created_at').orderBy('id').limit(1_000)
      await db.updateTable('alarms').set({ acknowledged_at: now }).where('id', 'in', first).execute()
    }
    vi.spyOn(db, 'transaction').mockImplementationOnce((): never => {
      const execute = async (work: (tx: never) => Promise<unknown>) => {
        await acknowledgedFirst()
        return transaction().execute(tx => work(tx as never))
      }
      return { execute } as never
    })
    await after(10)
    expect(await sent()).toMatchObject([{ to: 'olga', template: 'rule_alarm_step' }])
    await db.deleteFrom('alarms').execute()
    await db.deleteFrom('slots').where('serial', 'like', 'STP-%').execute()
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
    await change(rule()._id, { ...silence, severity: 'alarm', version: rule().version })
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
    const all = await channel('All', [])
    const braila = await channel('Brăila', [locations.braila.id])
    await step(10, { channels: [all, braila] })
    await silent(slots.bellLink.id)
    await after(10)
    await notifyByMail(backend.deps)
    expect(await sentTo()).toEqual([all])
    const deliveries = await backend.db
      .selectFrom('webhook_deliveries')
      .select(['receiver_id', 'body'])
      .execute()
    expect(deliveries.map(({ receiver_id }) => receiver_id)).toEqual([all])
    expect(deliveries[0]?.body).toContain('not acknowledged within 10 min')
    const list = await backend.json<{ data: { rows: { content: { en: string } }[] } }>(
      '/api/notifications/v1/list',
      { as: 'mihai', body: { rowsPerPage: 50 } },
    )
    // The alarm itself; what is the channel's is on nobody's bell.
    expect(list.body.data.rows.map(({ content }) => content.en)).toEqual([
      expect.stringContaining('{rule}: {serial}, {location} ('),
    ])
  })

  it('is not sent once its alarm is acknowledged or has cleared, whatever held it until then', async () => {
    const { db, clock, deps } = backend
    const until = (minutes: number) => localTime(clock() + minutes * MINUTE, USUAL_ZONE)
    const minuteOf = ({ hour, minute }: ReturnType<typeof until>) => hour * 60 + minute
    const hours = { quiet_from: until(5).toFormat('HH:mm'), quiet_to: until(60).toFormat('HH:mm') }
    const address = { email: 'olga@example.com', email_verified: 1 }
    await db.updateTable('users').set(address).where('id', '=', people.olga.id).execute()
    const own = { quiet_from: minuteOf(until(5)), quiet_to: minuteOf(until(60)), alarms_in_quiet: 0 }
    await db
      .insertInto('notification_wishes')
      .values({ user_id: people.olga.id, escalations: 0, ...own })
      .execute()
    const browser = {
      id: newId(),
      user_id: people.olga.id,
      endpoint_hash: newId(),
      sealed: '',
      sent_to: 'push',
    }
    await db
      .insertInto('push_browsers')
      .values({ ...browser, name: 'Firefox', severity: 'info', created_at: clock() })
      .execute()
    await step(10, { users: [people.olga.id], channels: [await channel('All', [], hours)] })
    await silent(slots.bellLink.id, slots.novoline.id, slots.harbour.id)
    await notifyByMail(deps)
    for (const table of ['webhook_deliveries', 'mails'] as const) await db.deleteFrom(table).execute()
    await after(10)
    await notifyByMail(deps)
    const waiting = () => db.selectFrom('webhook_deliveries').select('search').orderBy('search').execute()
    expect(await waiting()).toHaveLength(6)
    const [first] = await found({ slot: slots.bellLink.id })
    await acknowledge([first?._id ?? ''])
    await seen(slots.novoline.id, clock())
    await look()
    clock.advance(50 * MINUTE)
    await notifyByMail(deps)
    const [mail, ...others] = await db.selectFrom('mails').select('data').execute()
    expect(others).toEqual([])
    expect(JSON.parse(mail?.data ?? '{}')).toMatchObject({
      count: 1,
      lines: expect.stringContaining(slots.harbour.serial) as string,
    })
    await deliverDue(deps, mayStillSee)
    const left = await waiting()
    expect(left).toHaveLength(2)
    for (const { search } of left) expect(search).toContain(slots.harbour.serial.toLowerCase())
    await db.deleteFrom('push_browsers').execute()
  })

  it('that sums up is over once none of the alarms waits that its reader sees', async () => {
    const { db, clock } = backend
    const more = Array.from({ length: 6 }, (_, nr) => ({
      ...slotRow(newId(), `STP-${nr}`, 'EGT', 'braila', clock()),
      last_seen_at: clock() - HOUR,
    }))
    await db.insertInto('slots').values(more).execute()
    await narrow('olga')
    const [all, braila] = [await channel('All', []), await channel('Brăila', [locations.braila.id])]
    await step(10, { users: [people.olga.id, people.mihai.id], channels: [all, braila] })
    await silent(slots.bellLink.id)
    await after(10)
    const rows = await db
      .selectFrom('notifications')
      .select(['id', 'to_user_id'])
      .where('template', '=', 'rule_alarm_steps')
      .execute()
    expect(rows).toHaveLength(4)
    const ids = rows.map(({ id }) => id)
    expect(await stepsOver(db, ids)).toEqual([])
    const there = await found({ state: 'open', location: locations.braila.id })
    await acknowledge(there.map(({ _id }) => _id))
    const over = await stepsOver(db, ids)
    const readers = rows.flatMap(row => (over.includes(row.id) ? (row.to_user_id ?? '') : []))
    expect(readers.sort()).toEqual([people.olga.id, braila].sort())
    await db.deleteFrom('slots').where('serial', 'like', 'STP-%').execute()
  })
})
