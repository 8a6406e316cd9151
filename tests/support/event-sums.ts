/**
 * What events say of money and of handpays that wait, worked out here once more from each of them, in the simplest way.
 */
import { gamingDayIn } from '../../backend/estate/locations/gaming-day.service'
import { dayRules, placeOfSlot } from '../../backend/telemetry/readings/slot-history.queries'
import type { TestBackend } from './backend'

const notes: Record<string, number> = { '49': 1_000, '4B': 5_000 }
const tickets: Record<string, string> = { '3D': 'ticket_out', '68': 'ticket_in' }

export function moneyOf(backend: () => TestBackend) {
  const lines = (sums: Map<string, [number, number, number]>) =>
    [...sums].map(([key, of]) => `${key}: ${of.join(' ')}`).sort()

  async function stored(): Promise<string[]> {
    const rows = await backend().db.selectFrom('event_sums').selectAll().execute()
    return lines(
      new Map(
        rows.map(row => [
          [row.slot_id, row.location_id, row.gaming_day, row.kind, row.currency].join(' '),
          [row.records, row.without_amount, row.minor],
        ]),
      ),
    )
  }

  async function recomputed(): Promise<string[]> {
    const { db } = backend()
    const events = await db
      .selectFrom('events')
      .selectAll()
      .where('slot_id', 'is not', null)
      .orderBy('slot_id')
      .orderBy('server_time')
      .orderBy('server_nano')
      .orderBy('id')
      .execute()
    const sums = new Map<string, [number, number, number]>()
    const calls = new Map<string, Record<string, unknown>>()
    for (const { slot_id, location_id, code, server_time, server_nano, data } of events) {
      const slot = slot_id ?? ''
      const told = JSON.parse(data ?? '{}') as Record<string, unknown>
      let kind = tickets[code] ?? (notes[code] ? 'bills_in' : undefined)
      let amount = notes[code] ?? told.amount_minor
      if (code === '51') calls.set(slot, told)
      if (code === '52') {
        const call = calls.get(slot) ?? {}
        calls.delete(slot)
        kind = ['jackpot', 'progressive'].includes(String(told.kind ?? call.kind))
          ? 'jackpot'
          : 'handpaid_cancelled'
        amount = told.amount_minor ?? call.amount_minor
      }
      if (!kind) continue
      const day = gamingDayIn((await dayRules(db, [location_id])).get(location_id) ?? [], server_time)
      const place = await placeOfSlot(db, slot, server_nano > 0 ? server_time + 1 : server_time)
      const key = [slot, location_id, day, kind, place?.currency].join(' ')
      const [count, without, minor] = sums.get(key) ?? [0, 0, 0]
      sums.set(key, [count + 1, without + (amount === undefined ? 1 : 0), minor + Number(amount ?? 0)])
    }
    return lines(sums)
  }

  /** Each slot that waits for a handpay: since which event, for how much. */
  async function storedPending(): Promise<string[]> {
    const rows = await backend().db.selectFrom('pending_handpays').selectAll().execute()
    return rows
      .map(row =>
        [
          ...[row.slot_id, row.id, row.since, row.received_at, row.location_id, row.tenant_id],
          ...[row.kind, row.amount_minor, row.currency],
        ].join(' '),
      )
      .sort()
  }

  async function recomputedPending(): Promise<string[]> {
    const { db } = backend()
    const events = await db
      .selectFrom('events')
      .selectAll()
      .where('slot_id', 'is not', null)
      .where('code', 'in', ['51', '52'])
      .orderBy('server_time')
      .orderBy('server_nano')
      .orderBy('id')
      .execute()
    const calls = new Map<string, typeof events>()
    for (const event of events) {
      const slot = event.slot_id ?? ''
      calls.set(slot, event.code === '52' ? [] : [...(calls.get(slot) ?? []), event])
    }
    const pending: string[] = []
    for (const [slot, waiting] of calls) {
      const [first, newest] = [waiting[0], waiting.at(-1)]
      if (!first || !newest) continue
      const { server_time, server_nano, location_id, tenant_id } = newest
      const { kind, amount_minor } = JSON.parse(newest.data ?? '{}') as Record<string, unknown>
      const place = await placeOfSlot(db, slot, server_nano > 0 ? server_time + 1 : server_time)
      const known = kind === undefined ? 'unknown' : kind === 'credit' ? 'cancelled_credits' : 'jackpot'
      pending.push(
        [
          ...[slot, first.id, first.server_time, first.received_at, location_id, tenant_id],
          ...[known, amount_minor, place?.currency],
        ].join(' '),
      )
    }
    return pending.sort()
  }

  return { stored, recomputed, storedPending, recomputedPending }
}
