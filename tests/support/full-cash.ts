/**
 * Cash taken out of slots: short, over and not comparable; payments that are over, in doubt and under way. One of each
 * is archived.
 */
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { addMerchant, tellPayment } from '../../backend/money/payments/payments.service'
import { systemActor } from '../../backend/platform/request/actor'
import { slots, smibs, tenants } from '../people'
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
  await payments(backend)
}

async function payments({ db, clock }: TestBackend): Promise<void> {
  const limit = { minor: 20_000, currency: 'RON' }
  await db.transaction().execute(async tx => {
    const made = []
    const all = await tx.selectFrom('tenants').select(['id', 'name']).orderBy('id').execute()
    for (const [nr, tenant] of all.entries())
      made.push(
        await addMerchant(
          tx,
          systemActor,
          {
            tenant: tenant.id,
            merchant_id: `M-${nr}`,
            legal_name: `${tenant.name} SA`,
            environment: 'test',
            limit,
          },
          clock() + nr,
        ),
      )
    const tenantId = tenants.carpathia.id
    const merchant = { merchant: made.find(one => one.tenant._id === tenantId)?._id ?? '', tenantId }
    const told = [
      ['cash_in', 'created', 'completed'],
      ['cash_in', 'expired', 'completed'],
      ['cash_out', 'created', 'transferring'],
      ['cash_out', 'created'],
      ['cash_out', 'authorised', 'pending'],
      ['cash_out', 'pending'],
    ] as const
    for (const [nr, [direction, ...states]] of told.entries())
      for (const [at, state] of states.entries())
        await tellPayment(
          tx,
          merchant,
          {
            event_id: `${nr}-${at}`,
            provider_ref: `P-${nr}`,
            occurred_at: clock() + nr * 1_000 + at,
            state,
            direction,
            terminal: (nr % 2 === 0 ? slots.bellLink : slots.harbour).serial,
            amount: { minor: 5_000 + nr * 5_000, currency: 'RON' },
          },
          clock() + nr * 1_000 + at,
        )
    await tx
      .updateTable('payment_transactions')
      .set({ archived_at: clock() })
      .where('provider_ref', '=', 'P-5')
      .execute()
    await tx.updateTable('payment_log').set({ archived_at: clock() }).where('event_id', '=', '5-0').execute()
    await tx
      .updateTable('payment_merchants')
      .set({ archived_at: clock() })
      .where('merchant_id', '=', 'M-2')
      .execute()
  })
}
