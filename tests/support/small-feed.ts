/** Six messages of four SMIBs, and the lists that show what came of them. */
import { expect } from 'vitest'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import type { CounterRow, EventRow, MessageRow } from '../../backend/telemetry/streams/streams.contract'
import { smibs, type Person } from '../people'
import type { TestBackend } from './backend'

const HOUR = 3_600_000

interface Answer<Row> {
  rows: Row[]
  total: number
  capped?: boolean
  period: { from: number | null }
}
/** Which rows have this value. */
export const by = (field: string, value: unknown) => ({ exactFields: [field], exactValues: [value] })

export function smallFeed(backend: () => TestBackend) {
  const ask = (name: string, body: object = {}, as: Person = 'olga') =>
    backend().json<{ data: Answer<EventRow & MessageRow & CounterRow> }>(`/api/rawdata/v1/${name}`, {
      as,
      body,
    })
  return {
    ask,
    list: async (name: string, body: object = {}, as: Person = 'olga') =>
      (await ask(name, body, as)).body.data,
    /** Delivers it; gives its first instant, in epoch milliseconds. */
    deliver: async (): Promise<number> => {
      const start = backend().clock() - 10 * HOUR
      const message = (smib: keyof typeof smibs, seq: number, at: number, more: object = {}) => ({
        smib_id: smibs[smib].mac,
        message_seq_nr: seq,
        server_time_nano: `${start + at}000007`,
        ...more,
      })
      const answer = await ingest(backend().deps, { tenantId: null }, [
        message('bellLink', 1, 0, {
          events: [
            { event_seq_nr: 1, code: '17' },
            { event_seq_nr: 2, code: '11', data: { door: 'main' } },
          ],
          counters: [{ meters: { '0000': 100, '0005': 1, '0041': 3 } }],
        }),
        message('bellLink', 4, HOUR, {
          events: [{ event_seq_nr: 3, code: '12' }],
          counters: [{ meters: { '0000': 900, '0001': 0, '0002': 0, '0005': 5 } }],
        }),
        message('bellLink', 2, 2 * HOUR, { counters: [{ meters: { '0000': 40 } }] }),
        message('novoline', 7, HOUR, { events: [{ event_seq_nr: 1, code: '51' }] }),
        message('harbour', 1, HOUR + 1, { events: [{ event_seq_nr: 1, code: '51' }] }),
        message('ribeira', 1, HOUR, {
          events: [{ event_seq_nr: 1, code: '51' }],
          counters: [{ meters: { '0000': 1 } }],
        }),
      ])
      expect(answer.accepted).toBe(6)
      return start
    },
  }
}
