/** Each way in which a location's day is marked, asked for, or given another end: by people, boards and the watch. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { Problem } from '../../backend/platform/contract/problem'
import { markDay } from '../../backend/telemetry/readings/day-marks.service'
import { closeDue, refreshMarked, reportClosed } from '../../backend/accounting/closing/days-watch.service'
import { dayOf, placeOf } from '../../backend/telemetry/gaming-days/place.service'
import { nextToSeal, sealedThrough } from '../../backend/accounting/period-lock/fiscal-head.service'
import { reopenFrom } from '../../backend/accounting/sealing/reopen.service'
import { sealDay } from '../../backend/accounting/sealing/sealing.service'
import { dateAfter, gamingDayIn } from '../../backend/estate/locations/gaming-day.service'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { markDaysOf } from '../../backend/accounting/reaggregation/closed-days.service'
import { locations, slots, smibs, type Person } from '../people'
import type { TestBackend } from './backend'
import { HOUR, reading } from './feed'
import { ana } from './seals'
import { backdatingTests, type BackdatingRequest } from './backdating'

const cluj = locations.cluj.id
const TABLES = [
  'slot_day_closings',
  'location_day_sums',
  'daily_reports',
  'monthly_reports',
  'late_movements',
  'seal_files',
  'seals',
  'seal_heads',
  'ignored_messages',
  'omitted_readings',
  'manual_readings',
  'approvals',
] as const
export const every = { reports: null, accepted: Object.values(slots).map(({ id }) => id), reason: 'Tried' }
const day = fc.integer({ min: -5, max: 3 })
const hours = fc.integer({ min: 1, max: 40 })
const start = fc.constantFrom('00:00', '06:30', '08:00', '12:00', '20:00', '23:59')
export type Way = { does: string; day: number; hours: number; start: string }
export const way: fc.Arbitrary<Way> = fc.record({
  does: fc.constantFrom(
    ...(['mark', 'tell', 'late', 'look', 'look', 'wait', 'wait', 'hand', 'desk', 'seal', 'seal'] as const),
    ...(['ask to seal', 'month', 'reopen', 'reopen', 'ignore', 'restore', 'enter', 'start'] as const),
    ...(['start back', 'move', 'move back', 'again'] as const),
  ),
  day,
  hours,
  start,
})

export function dayWays(backend: () => TestBackend) {
  const { fresh, order, run, newest } = backdatingTests(backend)
  async function afresh(): Promise<void> {
    await fresh()
    for (const table of TABLES) await backend().db.deleteFrom(table).execute()
  }

  const placed = () => placeOf(backend().db, { tenantId: null }, cluj)
  const openDay = async () => gamingDayIn((await placed()).rules, backend().clock())
  /** As the watch looks, three times. */
  async function look(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await refreshMarked(backend().deps)
      await closeDue(backend().deps)
      await reportClosed(backend().deps)
    }
  }
  let seq = 0
  async function tell(at: number, coinIn: number): Promise<void> {
    const told = reading(++seq, at, { '0000': coinIn, '0001': 0, '0002': 0 })
    expect((await ingest(backend().deps, { tenantId: null }, [told])).refused).toBe(0)
  }
  /** What is refused is no fault here. */
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status >= 500) throw error
    })
  }
  const inOne = (work: (db: TestBackend['db']) => Promise<unknown>) =>
    attempt(() => backend().db.transaction().execute(work))
  async function send(path: string, body: object, as: Person = 'ana', method = 'POST') {
    const answer = await backend().json<{ data: Record<string, unknown>; error?: { code: string } }>(path, {
      as,
      method,
      body,
    })
    expect(answer.status).toBeLessThan(500)
    return answer
  }

  async function sealNext(): Promise<void> {
    const place = await placed()
    const day = await nextToSeal(backend().db, place)
    if (day !== null) await inOne(tx => sealDay(tx, ana, dayOf(place, day), every, backend().clock()))
  }
  /** The day `back` before the last that is sealed, and what follows it. */
  async function reopen(back: number): Promise<void> {
    const through = await sealedThrough(backend().db, cluj)
    if (through === null) return
    const place = dayOf(await placed(), dateAfter(through, -back))
    await inOne(tx => reopenFrom(tx, ana, place, { through, reason: 'Tried' }, backend().clock()))
  }
  async function newStart(gaming_day_start: string, rules_from: string | null): Promise<void> {
    const path = `/api/configuration/v1/location/${cluj}`
    const { body } = await backend().json<{
      data: { location: { version: number; tenant: { _id: string } } }
    }>(path, { as: 'ana', method: 'GET' })
    const { version, tenant } = body.data.location
    const { code, name, city } = locations.cluj
    const input = { code, name, city, tenant: tenant._id, version, reason: 'New hours' }
    await send(path, { ...input, gaming_day_start, rules_from }, 'ana', 'PUT')
  }
  /** Ordered and carried out, where it is not refused. */
  async function putBack(asked: BackdatingRequest): Promise<void> {
    const { status, body } = await order(asked)
    expect(status).toBeLessThan(500)
    if (status === 200) await attempt(() => run(String(body.data.task)))
  }

  /** Each way in which a day is marked, or asked for. */
  async function go({ does, day: offset, hours: count, start: at }: Way, coins: () => number): Promise<void> {
    const { db, clock } = backend()
    const name = dateAfter(await openDay(), offset)
    const api = `/api/fiscal-reports/v1/location/${cluj}`
    if (does === 'wait') clock.advance(count * HOUR)
    else if (does === 'look') await look()
    else if (does === 'mark')
      await db.transaction().execute(tx => markDay(tx, { locationId: cluj, day: name }))
    else if (does === 'tell') await tell(clock() - 60_000, coins())
    else if (does === 'late') await tell(clock() - count * HOUR, coins())
    else if (does === 'hand')
      await send(`/api/aggregate/v1/location/${cluj}/day/${name}/close`, { reason: 'By hand' }, 'mihai')
    else if (does === 'desk')
      await send(
        `${api}/month/${name.slice(0, 7)}/close-days`,
        {
          days: [-1, 0, 1].map(one => dateAfter(name, one)).filter(one => one.startsWith(name.slice(0, 7))),
          reason: 'All',
        },
        'mihai',
      )
    else if (does === 'seal') await sealNext()
    else if (does === 'ask to seal')
      await inOne(async tx => sealDay(tx, ana, dayOf(await placed(), name), every, clock()))
    else if (does === 'month') await send(`${api}/month/${name.slice(0, 7)}/seal`, {}, 'mihai')
    else if (does === 'reopen') await reopen(count % 3)
    else if (does === 'ignore')
      await send('/api/rawdata/v1/ignore-message', {
        smib: smibs.bellLink.id,
        at: (await lastMessage())?.server_time ?? 0,
        message_seq_nr: (await lastMessage())?.message_seq_nr ?? 0,
        reason: 'Another machine',
      })
    else if (does === 'restore') {
      const ignored = await db.selectFrom('ignored_messages').select('id').execute()
      if (ignored.length > 0)
        await send('/api/rawdata/v1/ignored-message-restore', {
          ids: ignored.map(({ id }) => id),
          reason: 'It was this one',
        })
    } else if (does === 'enter')
      await send(
        '/api/rawdata/v1/manual-reading',
        {
          slot: slots.bellLink.id,
          at: clock() - Math.min(count, 20) * HOUR - 30 * 60_000,
          values: { coin_in: coins() },
          reason: 'Read off',
        },
        'mihai',
      )
    else if (does === 'start') await newStart(at, offset > 0 ? name : null)
    else if (does === 'start back') {
      const { rules } = await placed()
      const since = rules.at(-1)?.from ?? ''
      if (rules.length > 1) await putBack({ type: 'location', id: cluj, since, to: dateAfter(since, -3) })
    } else if (does === 'move')
      await db
        .updateTable('slots')
        .set({ location_id: offset % 2 ? cluj : locations.braila.id, updated_at: clock() })
        .where('id', '=', slots.bellLink.id)
        .execute()
    else if (does === 'move back')
      await putBack({
        type: 'slot',
        id: slots.bellLink.id,
        since: await newest(),
        to: clock() - count * HOUR,
      })
    else await markDaysOf(db, 'location', cluj, { from: dateAfter(name, -3), through: dateAfter(name, 3) })
  }
  const lastMessage = () =>
    backend()
      .db.selectFrom('counter_readings')
      .select(['server_time', 'message_seq_nr'])
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('server_time', 'desc')
      .limit(1)
      .executeTakeFirst()

  return { afresh, placed, look, tell, send, sealNext, reopen, go }
}
