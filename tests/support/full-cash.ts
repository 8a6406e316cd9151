/** Cash taken out of slots: short, over and not comparable, one of them archived. */
import { ingest } from '../../backend/rawdata/ingest.service'
import { slots, smibs } from '../people'
import type { TestBackend } from './backend'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

export async function collectCash(backend: TestBackend, demand: Demand): Promise<void> {
  const bills = (seq: number, credits: number) =>
    ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.harbour.mac,
        message_seq_nr: seq,
        server_time_nano: `${backend.clock()}000000`,
        counters: [{ meters: { '000B': credits } }],
      },
    ])
  const collect = (slot: string, counted: object[], bag: string) =>
    demand('/api/fiscal-reports/v1/collector-checkpoint', {
      slot,
      counted,
      bag,
      reason: 'Counted twice',
      notes: `Bag ${bag}`,
    })
  await bills(1, 1_000)
  await collect(slots.harbour.id, [{ minor: 500, count: 2 }], 'A-1')
  await bills(2, 9_000)
  await collect(slots.harbour.id, [{ minor: 1_000, count: 4 }], 'A-2')
  await bills(3, 19_000)
  await collect(slots.harbour.id, [{ minor: 5_000, count: 3 }], 'A-3')
  await collect(slots.ribeira.id, [], 'B-1')
  await backend.db
    .updateTable('collector_checkpoints')
    .set({ archived_at: backend.clock() })
    .where('slot_id', '=', slots.ribeira.id)
    .execute()
}
