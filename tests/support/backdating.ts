/** A slot whose place or price, and a location whose day start, are entered late and backdated. */
import { expect } from 'vitest'
import type { IngestMessage } from '../../backend/telemetry/ingestion/ingest.contract'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import {
  backdatingPaths,
  type HistoryType,
  type MovedPlace,
} from '../../backend/accounting/backdating/backdating.contract'
import { backdatingTask } from '../../backend/accounting/backdating/backdating-task'
import { locations, slots, type Person } from '../people'
import type { Envelope, TestBackend } from './backend'
import { bookedIn, reading } from './feed'

const slot = slots.bellLink.id
const { cluj } = locations
/** Thursday, 12 March 2026, 11:00 in Cluj and Brăila, whose days begin at 08:00. */
const morning = Date.UTC(2026, 2, 12, 9)
export const minutes = (count: number) => morning + count * 60_000
export const evening = minutes(600)

export type BackdatingRequest = { type: HistoryType; id: string; since: number | string; to: number | string }
export type Answer = Envelope & {
  data: { task: string | null; approval: string | null; preview: { places: MovedPlace[] } }
  error: { code: string; fields?: Record<string, { code: string }[]> }
}
export const coins = (seq: number, minute: number, coinIn: number, over: Partial<IngestMessage> = {}) =>
  reading(seq, minutes(minute), { '0000': coinIn }, over)

export function backdatingTests(backend: () => TestBackend) {
  const { clear, crossings } = bookedIn(backend)
  async function fresh() {
    await clear()
    const { db } = backend()
    for (const table of [
      'fiscal_heads',
      'period_locks',
      'location_days',
      'days_to_refresh',
      'approvals',
      'tasks',
    ] as const)
      await db.deleteFrom(table).execute()
    await db
      .updateTable('slots')
      .set({ location_id: cluj.id, denomination_minor: 1, updated_at: 1 })
      .where('id', '=', slot)
      .execute()
    await db.deleteFrom('slot_history').where('slot_id', '=', slot).where('valid_from', '>', 0).execute()
    await db
      .updateTable('slot_history')
      .set({ location_id: cluj.id, denomination_minor: 1 })
      .where('slot_id', '=', slot)
      .execute()
    await db.updateTable('locations').set({ rules_from: '0001-01-01', gaming_day_start: '08:00' }).execute()
    await db.deleteFrom('location_rules').where('from_date', '>', '0001-01-01').execute()
    await db.updateTable('location_rules').set({ gaming_day_start: '08:00' }).execute()
  }

  const send = async (at: number, ...messages: IngestMessage[]) => {
    backend().clock.set(at)
    const { refused } = await ingest(backend().deps, { tenantId: null }, messages)
    expect(refused).toBe(0)
  }
  /** As a form, an import or a bulk edit writes it, at that moment. */
  const enter = (at: number, columns: { location_id?: string; denomination_minor?: number }) =>
    backend()
      .db.updateTable('slots')
      .set({ ...columns, updated_at: at })
      .where('id', '=', slot)
      .execute()
  const newest = async () =>
    (
      await backend()
        .db.selectFrom('slot_history')
        .select(row => row.fn.max('valid_from').as('since'))
        .where('slot_id', '=', slot)
        .executeTakeFirstOrThrow()
    ).since

  const preview = (asked: BackdatingRequest, as: Person = 'ana') =>
    backend().json<Answer>(backdatingPaths.preview, { as, body: asked })
  const order = (asked: BackdatingRequest, as: Person = 'ana') =>
    backend().json<Answer>(backdatingPaths.add, { as, body: { ...asked, reason: 'Entered late' } })

  /** As the runner does it, from what it last kept; `meanwhile` happens where it is killed. */
  async function run(
    task: string,
    stopAfter = Infinity,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<unknown> {
    const { input } = await backend()
      .db.selectFrom('tasks')
      .select('input')
      .where('id', '=', task)
      .executeTakeFirstOrThrow()
    let kept: string | null = null
    let steps = 0
    const once = (limit: number) =>
      backdatingTask.run({
        taskId: task,
        input,
        checkpoint: kept,
        signal: new AbortController().signal,
        deps: backend().deps,
        save: checkpoint => {
          if (++steps > limit) return Promise.reject(new Error('killed'))
          kept = JSON.stringify(checkpoint)
          return Promise.resolve()
        },
      })
    if (stopAfter === Infinity) return once(Infinity)
    await expect(once(stopAfter)).rejects.toThrow('killed')
    await meanwhile()
    return once(Infinity)
  }
  async function backdate(asked: BackdatingRequest): Promise<void> {
    const { body } = await order(asked)
    await run(String(body.data.task))
  }
  const slotBackdating = async (to: number): Promise<BackdatingRequest> => ({
    type: 'slot',
    id: slot,
    since: await newest(),
    to,
  })

  const sums = async () => {
    const told = (rows: Record<string, unknown>[]) => rows.map(row => JSON.stringify(row)).sort()
    const columns = [
      'location_id',
      'denomination_minor',
      'game_nr',
      'coin_in',
      'coin_out',
      'readings',
    ] as const
    const { db } = backend()
    const [days, hours, events, readings] = [
      await db
        .selectFrom('counter_days')
        .select(['gaming_day', ...columns])
        .execute(),
      await db
        .selectFrom('counter_hours')
        .select(['hour_start', ...columns])
        .execute(),
      await db.selectFrom('event_days').select(['gaming_day', 'code', 'location_id', 'count']).execute(),
      await db
        .selectFrom('counter_readings')
        .select([
          'server_time',
          'game_nr',
          'location_id',
          'gaming_day',
          'denomination_minor',
          'held',
          'repairs',
        ])
        .execute(),
    ]
    const moves = (row: { coin_in: number; coin_out: number; readings: number }) =>
      row.coin_in !== 0 || row.coin_out !== 0 || row.readings !== 0
    return {
      days: told(days.filter(moves)),
      hours: told(hours.filter(moves)),
      money: told(
        await db
          .selectFrom('event_sums')
          .select(['gaming_day', 'location_id', 'kind', 'currency', 'records', 'without_amount', 'minor'])
          .execute(),
      ),
      // Which numbers were missing for a while depends on what came when.
      events: told(events.filter(({ code }) => code !== 'sequence_gap')),
      readings: told(readings),
      crossings: await crossings(),
    }
  }
  const money = async () =>
    (
      await backend()
        .db.selectFrom('counter_days')
        .select(['gaming_day', 'location_id', 'denomination_minor', 'coin_in'])
        .execute()
    )
      .filter(row => row.coin_in !== 0)
      .map(
        row =>
          `${row.gaming_day} ${row.location_id === cluj.id ? 'Cluj' : 'Brăila'} ${row.coin_in} × ${row.denomination_minor}`,
      )
      .sort()

  return { fresh, send, enter, newest, preview, order, run, backdate, slotBackdating, sums, money }
}
