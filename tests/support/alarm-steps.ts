/** Steps of a rule in tests: who is named, what is sent to whom, and people who may not see it. */
import { beforeEach, expect } from 'vitest'
import { escalateAlarms } from '../../backend/accounting/alarms/escalate-alarms.service'
import { newId } from '../../backend/platform/db/new-id'
import { locations, people, tenants, type Person } from '../people'
import { alarmTests, silence } from './alarms'
import type { TestBackend } from './backend'
import { HOUR } from './feed'

export const MINUTE = 60_000
export const stepPath = '/api/alarms/v1/alarm-step'
export const orderPath = '/api/alarms/v1/on-call-order'

export interface StepAnswer {
  data: Record<'alarm-step' | 'on-call-order', { _id: string; version: number; on_call?: string | null }>
  error: { code: string; fields: Record<string, { code: string }[]> }
}

const nameOf = new Map<string, string>(Object.entries(people).map(([name, { id }]) => [id, name]))

/** Each test begins with a rule about silent slots, without steps. */
export function stepTests(backend: () => TestBackend) {
  const alarms = alarmTests(backend)
  let rule = { _id: '', version: 0 }
  beforeEach(async () => {
    await alarms.fresh()
    const { db, clock } = backend()
    for (const table of [
      'alarm_steps',
      'on_call_orders',
      'notification_mails',
      'notification_wishes',
      'webhook_deliveries',
      'notification_channels',
      'acl_rules',
    ] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('acl_state').set({ version: clock() }).execute()
    rule = await alarms.made(silence)
  })
  const post = (path: string, body: object, as: Person = 'mihai') =>
    backend().json<StepAnswer>(path, { as, body })
  const sent = async () =>
    (
      await backend()
        .db.selectFrom('notifications')
        .select(['to_user_id', 'template', 'data', 'severity'])
        .where('to_user_id', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ to_user_id, data, ...one }) => ({
      ...one,
      to: nameOf.get(to_user_id ?? '') ?? to_user_id,
      data: JSON.parse(data) as Record<string, string>,
    }))
  return {
    ...alarms,
    rule: () => rule,
    step: async (minutes: number, whom: object) => {
      const { body } = await post(stepPath, { rule: rule._id, minutes, ...whom })
      expect(body.error).toBeUndefined()
      return body.data['alarm-step']
    },
    refusal: async (path: string, body: object, as: Person = 'mihai') => {
      const answer = await post(path, body, as)
      return answer.body.error?.fields ?? answer.status
    },
    order: async (names: string[], more: object = {}) => {
      const turns = { starts_on: '2026-03-02', turn_hours: 168, ...more }
      const { body } = await post(orderPath, { name: `Order ${newId()}`, people: names, ...turns })
      expect(body.error).toBeUndefined()
      return body.data['on-call-order']
    },
    silent: async (...ids: string[]) => {
      for (const id of ids) await alarms.seen(id, backend().clock() - HOUR)
      await alarms.look()
    },
    after: async (minutes: number) => {
      backend().clock.advance(minutes * MINUTE)
      return escalateAlarms(backend().deps)
    },
    /** As if no step had been done yet. */
    undone: async () => {
      await backend().db.deleteFrom('alarm_steps_done').execute()
      await backend().db.updateTable('alarms').set({ escalated_after: null }).execute()
    },
    sent,
    sentTo: async () => (await sent()).map(({ to }) => to).sort(),
    enabled: (person: Person, is: 0 | 1) =>
      backend().db.updateTable('users').set({ enabled: is }).where('id', '=', people[person].id).execute(),
    /** They see Brăila alone. */
    narrow: async (person: Person) => {
      const { db, clock } = backend()
      const now = clock()
      await db
        .insertInto('acl_rules')
        .values({
          ...{ id: newId(now), tenant_id: tenants.carpathia.id, name: 'Brăila', search: '', note: null },
          ...{ model: 'location', user_id: people[person].id, group_id: null, role_id: null },
          conditions: JSON.stringify([{ field: 'city', values: [locations.braila.city] }]),
          ...{ created_at: now, updated_at: now, archived_at: null, version: 1 },
        })
        .execute()
      await db
        .updateTable('acl_state')
        .set(row => ({ version: row('version', '+', 1) }))
        .execute()
    },
    /** That takes nothing but what steps send to it, of these locations or of all. */
    channel: async (name: string, at: string[], more: { quiet_from?: string; quiet_to?: string } = {}) => {
      const now = backend().clock()
      const id = newId(now)
      await backend()
        .db.insertInto('notification_channels')
        .values({
          ...{ id, tenant_id: tenants.carpathia.id, search: '', name, kind: 'slack', language: 'en' },
          ...{ sent_to: 'hooks.slack.com', format: 'json', severities: '[]', kinds: '[]' },
          ...{ locations: JSON.stringify(at), location_id: null, address: null, sealed: null },
          ...{
            recipient: null,
            header: null,
            template: null,
            wording: null,
            quiet_from: null,
            quiet_to: null,
          },
          ...{ test_problem: null, test_answer: null, test_ms: null, test_code: null, tested_at: null },
          ...{ alarms_in_quiet: 0, enabled: 1, archived_at: null, secured_at: null },
          ...{ version: 1, created_at: now, updated_at: now, ...more },
        })
        .execute()
      return id
    },
  }
}
