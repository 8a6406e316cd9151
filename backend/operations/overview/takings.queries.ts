/** Reads what locations took today, and their usual takings on this day of the week. */
import { DAY_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { metersOf, type SumName } from '../../telemetry/readings/measures.contract'

const WEEKS = 4

export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

export interface Place {
  id: string
  time_zone: string
  gaming_day_start: string
}
interface Taken {
  currency: 'RON' | 'EUR'
  today: number
  usual: number | null
}

/** The usual takings come from past days, which do not change: they are computed once a day for each location. */
interface Usual {
  day: string
  amounts: ReadonlyMap<Taken['currency'], number>
}
const MOST_PLACES = 1_000
const MOST_CLOCKS = 50

interface Remembered {
  usual: LRUCache<string, Usual>
  /** The gaming-day settings of the places that were queried before. */
  clocks: LRUCache<string, Omit<Place, 'id'>>
}
const remembered = new WeakMap<Db, Remembered>()

function rememberedOf(db: Db): Remembered {
  const known = remembered.get(db) ?? {
    usual: new LRUCache<string, Usual>({ max: MOST_PLACES }),
    clocks: new LRUCache<string, Omit<Place, 'id'>>({ max: MOST_CLOCKS }),
  }
  remembered.set(db, known)
  return known
}

/**
 * Returns the current gaming days of the places that were queried before, so that queries by day need not wait for
 * the places' own settings.
 */
export const daysNow = (db: Db, now: number): string[] => [
  ...new Set(
    [...rememberedOf(db).clocks.values()].map(clock =>
      gamingDayOf(now, clock.time_zone, clock.gaming_day_start),
    ),
  ),
]

/**
 * Returns takings by location, with one query for all places of the same gaming day. `read`: what these places took
 * on some days, already read.
 */
export async function takingsOf(
  db: Db,
  places: readonly Place[],
  now: number,
  read: { days: readonly string[]; sums: readonly Sums[] } = { days: [], sums: [] },
): Promise<Map<string, Taken[]>> {
  const { usual: usualDays, clocks } = rememberedOf(db)
  for (const { time_zone, gaming_day_start } of places)
    clocks.set(`${time_zone} ${gaming_day_start}`, { time_zone, gaming_day_start })
  const byDay = groupBy(
    places,
    ({ time_zone, gaming_day_start }) => gamingDayOf(now, time_zone, gaming_day_start),
    ({ id }) => id,
  )
  const unread = [...byDay].filter(([day]) => !read.days.includes(day))
  const unknown = [...byDay].flatMap(([day, ids]) => {
    const without = ids.filter(id => usualDays.get(id)?.day !== day)
    return without.length > 0 ? [{ day, ids: without }] : []
  })
  const [more, before] = await Promise.all([
    wonOn(
      db,
      unread.map(([day, ids]) => ({ days: [day], ids })),
    ),
    wonOn(
      db,
      unknown.map(({ day, ids }) => ({ days: weeksBefore(day), ids })),
    ),
  ])
  const today = [...read.sums.filter(row => byDay.get(row.gaming_day)?.includes(row.id)), ...more]
  for (const { day, ids } of unknown)
    for (const id of ids) usualDays.set(id, { day, amounts: usualOf(before.filter(row => row.id === id)) })
  return new Map(
    places.map(({ id }) => [
      id,
      written(
        today.filter(row => row.id === id),
        usualDays.get(id),
      ),
    ]),
  )
}

/** A location that has taken nothing today still has its usual day. */
function written(today: readonly Sums[], usual: Usual | undefined): Taken[] {
  const currencies = new Set([...today.map(({ currency }) => currency), ...(usual?.amounts.keys() ?? [])])
  return [...currencies].sort().map(currency => ({
    currency,
    today: Number(today.find(row => row.currency === currency)?.won ?? 0),
    usual: usual?.amounts.get(currency) ?? null,
  }))
}

/** Averages by currency, over the days on which it was taken. */
function usualOf(rows: readonly Sums[]): Usual['amounts'] {
  const won = groupBy(
    rows,
    ({ currency }) => currency,
    row => Number(row.won),
  )
  return new Map(
    [...won].map(([currency, days]) => [
      currency,
      Math.round(days.reduce((sum, one) => sum + one, 0) / days.length),
    ]),
  )
}

const weeksBefore = (day: string) =>
  Array.from({ length: WEEKS }, (_, week) => daysBefore(day, 7 * (week + 1)))

/** A measure as its meters stand in a row of roll-ups: in credits, or in things where it counts them. */
export function inCredits(name: SumName): RawBuilder<number> {
  const { plus, minus } = metersOf(name)
  const added = sql.join(
    plus.map(meter => sql.ref(meter)),
    sql` + `,
  )
  const taken = minus.map(meter => sql` - ${sql.ref(meter)}`)
  return sql<number>`(${added}${sql.join(taken, sql``)})`
}
export const netWin = inCredits('net_win')

/** What a location or a slot took on a gaming day, in minor units. */
export interface Sums {
  id: string
  gaming_day: string
  currency: Taken['currency']
  won: number
}

/** Credits become money by the denomination that each reading had; game 0 is the whole slot. */
export async function wonOn(
  db: Db,
  spans: readonly { days: readonly string[]; ids: readonly string[] }[],
  of: 'location_id' | 'slot_id' = 'location_id',
): Promise<Sums[]> {
  if (spans.length === 0) return []
  const each = spans.map(
    ({ days, ids }) =>
      sql`(${sql.ref(of)} in (${sql.join([...ids])}) and gaming_day in (${sql.join([...days])}) and game_nr = 0)`,
  )
  const { rows } = await sql<Sums>`
    select ${sql.ref(of)} as id, gaming_day, currency, sum(${netWin} * denomination_minor) as won
    from counter_days where ${sql.join(each, sql` or `)}
    group by ${sql.ref(of)}, gaming_day, currency`.execute(db)
  return rows
}
