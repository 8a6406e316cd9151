/** A slot's readings as its SMIB tells them, and what was booked of them. */
import { expect } from 'vitest'
import type { IngestMessage } from '../../backend/telemetry/ingestion/ingest.contract'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { whileNothingIsStored } from '../../backend/telemetry/rebooking/ruled-judgement.service'
import { slots, smibs } from '../people'
import type { TestBackend } from './backend'

export const HOUR = 3_600_000
/** 25 October 2026, 08:00 in Bucharest (06:00 UTC): the day before had 25 hours. */
export const sunday = Date.UTC(2026, 9, 25, 6)

export type Meters = Record<string, number>
export const reading = (
  seq: number,
  at: number,
  meters: Meters,
  over: Partial<IngestMessage> = {},
): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: seq,
  server_time_nano: `${at}000000`,
  counters: [{ game_nr: 0, meters }],
  ...over,
})

/** Of the slot Bell Link. */
export function bookedIn(backend: () => TestBackend) {
  // As whoever else writes what the queue of batches keeps in mind.
  const clear = (): Promise<void> => whileNothingIsStored(backend().deps, forget)
  async function forget(): Promise<void> {
    for (const table of [
      'stored_messages',
      'events',
      'stored_readings',
      'counter_latest',
      'summed_slots',
      'stored_hours',
      'counter_days',
      'event_days',
      'event_sums',
      'slot_doors',
      'pending_handpays',
      'smib_feeds',
      'sequence_runs',
      'sequence_breaks',
      'repairs',
      'repair_rulings',
    ] as const) {
      await backend().db.deleteFrom(table).execute()
    }
  }
  async function deliver(...batches: IngestMessage[][]): Promise<void> {
    backend().clock.set(sunday + 400 * 24 * HOUR)
    for (const batch of batches)
      expect((await ingest(backend().deps, { tenantId: null }, batch)).refused).toBe(0)
  }
  const days = () =>
    backend()
      .db.selectFrom('counter_days')
      .select(['gaming_day', 'coin_in', 'coin_out', 'games_played', 'readings'])
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('gaming_day')
      .execute()
  const hours = () =>
    backend()
      .db.selectFrom('counter_hours')
      .select(['hour_start', 'coin_in', 'coin_out', 'games_played', 'readings'])
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('hour_start')
      .execute()
  const repairs = async () =>
    (
      await backend()
        .db.selectFrom('counter_readings')
        .select('repairs')
        .where('slot_id', '=', slots.bellLink.id)
        .orderBy('server_time')
        .orderBy('server_nano')
        .orderBy('message_seq_nr')
        .orderBy('game_nr')
        .orderBy('smib_id')
        .execute()
    ).map(
      ({ repairs: told }) =>
        told && JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(told) as object).sort())),
    )

  const held = async () =>
    (
      await backend()
        .db.selectFrom('counter_readings')
        .select('held')
        .where('slot_id', '=', slots.bellLink.id)
        .orderBy('server_time')
        .orderBy('server_nano')
        .orderBy('message_seq_nr')
        .orderBy('game_nr')
        .orderBy('smib_id')
        .execute()
    ).map(row => row.held)

  /** Where the meters left their line, by the first reading in doubt. */
  const crossings = () =>
    backend()
      .db.selectFrom('repairs')
      .select([
        'game_nr',
        'crossing',
        'state',
        'kind',
        'reading',
        'last_at',
        'until',
        'meters',
        'proposed_minor',
      ])
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('crossing')
      .execute()

  return { clear, deliver, days, hours, repairs, held, crossings }
}
