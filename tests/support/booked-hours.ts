/** Hours of slots and of their games, with the days that they sum to, without readings behind them. */
import fc from 'fast-check'
import { dayHours } from '../../backend/accounting/days/day-hours'
import { noMovement } from '../../backend/telemetry/readings/meters.contract'
import { locations, slots, tenants } from '../people'
import type { TestBackend } from './backend'
import { storedHour } from './stored'

const rules = [{ from: '0001-01-01', timeZone: 'Europe/Bucharest', dayStart: '08:00' }]
export interface BookedHour {
  slot: keyof typeof slots
  day: string
  nr: number
  credits: number
  price: number
  /** 0: the slot's own counters. */
  game?: number
  /** Where it stood then; otherwise where it stands. */
  at?: keyof typeof locations
}

/** Each hour, and the days that they sum to, in place of all that is booked; no sums are stored. */
export async function bookHours(
  { db }: Pick<TestBackend, 'db'>,
  hours: readonly BookedHour[],
): Promise<void> {
  const rows = new Map<string, object>()
  const days = new Map<string, { coin_in: number } & object>()
  for (const { slot, day, nr, credits, price, game = 0, at: location = slots[slot].location } of hours) {
    const own = {
      ...noMovement,
      slot_id: slots[slot].id,
      location_id: locations[location].id,
      tenant_id: tenants[locations[location].tenant].id,
      denomination_minor: price,
      currency: price === 2 ? 'EUR' : 'RON',
      game_nr: game,
      readings: 1,
    }
    const hour_start = dayHours(rules, day)[nr % 23]?.hour_start ?? 0
    const moved = { coin_in: credits, coin_out: Math.floor(credits / 2), games_played: 1 + (credits % 7) }
    const hourKey = `${slot} ${location} ${game} ${hour_start} ${price}`
    if (rows.has(hourKey)) continue
    rows.set(hourKey, storedHour({ ...own, hour_start, ...moved }))
    const dayKey = `${slot} ${location} ${game} ${day} ${price}`
    const known = days.get(dayKey) as (typeof moved & object) | undefined
    days.set(dayKey, {
      ...own,
      gaming_day: day,
      coin_in: (known?.coin_in ?? 0) + moved.coin_in,
      coin_out: (known?.coin_out ?? 0) + moved.coin_out,
      games_played: (known?.games_played ?? 0) + moved.games_played,
    } as { coin_in: number })
  }
  for (const table of ['stored_hours', 'counter_days', 'slot_spans', 'span_days'] as const)
    await db.deleteFrom(table as 'counter_days').execute()
  if (rows.size === 0) return
  await db
    .insertInto('stored_hours' as 'counter_days')
    .values([...rows.values()] as never)
    .execute()
  await db
    .insertInto('counter_days')
    .values([...days.values()] as never)
    .execute()
}

/** Of four slots, some of their games, and some where they stood before. */
export const anyHour = fc.record({
  slot: fc.constantFrom('bellLink', 'novoline', 'harbour', 'ribeira'),
  day: fc.constantFrom('2026-02-01', '2026-02-02', '2026-02-28', '2026-03-01', '2026-03-08', '2026-03-10'),
  nr: fc.nat(22),
  credits: fc.integer({ min: 1, max: 5_000 }),
  price: fc.constantFrom(1, 2, 5),
  game: fc.constantFrom(0, 0, 1, 2),
  isElsewhere: fc.boolean(),
})
export const movedHours = (hours: readonly (BookedHour & { isElsewhere: boolean })[]): BookedHour[] =>
  hours.map(({ isElsewhere, ...one }) =>
    isElsewhere && one.slot !== 'ribeira'
      ? { ...one, at: slots[one.slot].location === 'cluj' ? 'braila' : 'cluj' }
      : one,
  )
