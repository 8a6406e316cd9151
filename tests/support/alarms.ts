/** A tenant's own rules in tests: made by people, judged by hand, and what they found. */
import { expect } from 'vitest'
import { lookAtRules } from '../../backend/accounting/alarms/alarms-watch.service'
import type { Person } from '../people'
import type { TestBackend } from './backend'

export const rulePath = '/api/alarms/v1/alarm-rule'
export const silence = { name: 'Silent', watched: 'silence', threshold: 30 }
export const jams = { name: 'Jams', watched: 'event', code: '28', threshold: 3, window_minutes: 60 }

interface Answer {
  data: { 'alarm-rule': { _id: string; version: number } & Record<string, unknown> }
  error: { fields: Record<string, { code: string }[]> }
}
interface Row {
  _id: string
  slot: { name: string }
  acknowledged_by: string | null
  value: number
  cleared_by: string | null
}

export function alarmTests(backend: () => TestBackend) {
  const create = (body: object, as: Person = 'mihai') => backend().json<Answer>(rulePath, { as, body })
  return {
    create,
    made: async (body: object, as: Person = 'mihai') => {
      const answer = await create(body, as)
      expect(answer.body.error?.fields).toBeUndefined()
      return answer.body.data['alarm-rule']
    },
    change: (id: string, body: object) =>
      backend().json<Answer>(`${rulePath}/${id}`, { as: 'mihai', method: 'PUT', body }),
    faults: async (body: object, as: Person = 'mihai') => (await create(body, as)).body.error?.fields,
    /** Each program remembers by itself when it judged. */
    look: () => lookAtRules(backend().deps),
    seen: (slot: string, at: number | null) =>
      backend().db.updateTable('slots').set({ last_seen_at: at }).where('id', '=', slot).execute(),
    rows: async (state = 'open', as: Person = 'mihai') =>
      (
        await backend().json<{ data: { rows: Row[] } }>('/api/alarms/v1/alarms', {
          as,
          body: { exactFields: ['state'], exactValues: [state], rowsPerPage: 100 },
        })
      ).body.data.rows,
    /** By the list's filters. */
    found: async (filters: Record<string, string | boolean>, as: Person = 'mihai') =>
      (
        await backend().json<{ data: { rows: Row[] } }>('/api/alarms/v1/alarms', {
          as,
          body: {
            exactFields: Object.keys(filters),
            exactValues: Object.values(filters).map(value => [value]),
            rowsPerPage: 100,
          },
        })
      ).body.data.rows,
    acknowledge: (ids: string[], as: Person = 'olga', note?: string) =>
      backend().json<{ data: { results: { id: string; outcome: string; reason?: string }[] } }>(
        '/api/alarms/v1/alarm-acknowledge',
        { as, body: { ids, ...(note !== undefined && { note }) } },
      ),
    news: () =>
      backend()
        .db.selectFrom('notifications')
        .select(['template', 'severity', 'data', 'content', 'resource_type', 'count'])
        .orderBy('id')
        .execute(),
    fresh: async () => {
      const { db, clock } = backend()
      await db.updateTable('slots').set({ last_seen_at: clock() }).execute()
      for (const table of [
        'alarms',
        'alarm_pending',
        'alarm_rules',
        'notification_receipts',
        'notifications',
        'events',
      ] as const)
        await db.deleteFrom(table).execute()
    },
  }
}
