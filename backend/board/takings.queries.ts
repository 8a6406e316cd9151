/** What locations took today, and what they usually take on this day of the week. */
import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database'
import { gamingDayOf } from '../rawdata/gaming-day.service'
import { metersOf, type SumName } from '../rawdata/measures.contract'

const WEEKS = 4
const DAY_MS = 86_400_000

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

/** What is usual on a gaming day is made of days that are over: it is worked out once a day for each location. */
interface Usual {
  day: string
  amounts: ReadonlyMap<Taken['currency'], number>
}
const MOST_PLACES = 1_000
const remembered = new WeakMap<Db, LRUCache<string, Usual>>()

/** By location. Each has a gaming day of its own: places are asked for together where it is the same. */
export async function takingsOf(
  db: Db,
  places: readonly Place[],
  now: number,
): Promise<Map<string, Taken[]>> {
  const kept = remembered.get(db) ?? new LRUCache<string, Usual>({ max: MOST_PLACES })
  remembered.set(db, kept)
  const byDay = new Map<string, string[]>()
  for (const { id, time_zone, gaming_day_start } of places) {
    const day = gamingDayOf(now, time_zone, gaming_day_start)
    byDay.set(day, [...(byDay.get(day) ?? []), id])
  }
  const unknown = [...byDay].flatMap(([day, ids]) => {
    const without = ids.filter(id => kept.get(id)?.day !== day)
    return without.length > 0 ? [{ day, ids: without }] : []
  })
  const [today, before] = await Promise.all([
    wonOn(
      db,
      sql`1`,
      [...byDay].map(([day, ids]) => ({ days: [day], ids })),
    ),
    unknown.length > 0
      ? wonOn(
          db,
          sql`count(distinct gaming_day)`,
          unknown.map(({ day, ids }) => ({ days: weeksBefore(day), ids })),
        )
      : [],
  ])
  for (const { day, ids } of unknown)
    for (const id of ids)
      kept.set(id, { day, amounts: usualOf(before.filter(row => row.location_id === id)) })
  return new Map(
    places.map(({ id }) => [
      id,
      written(
        today.filter(row => row.location_id === id),
        kept.get(id),
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

const usualOf = (rows: readonly Sums[]) =>
  new Map(rows.map(({ currency, won, days }) => [currency, Math.round(Number(won) / Number(days))]))

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

interface Sums {
  location_id: string
  currency: Taken['currency']
  won: number
  days: number
}

/** Credits become money by the denomination that each reading had; game 0 is the whole slot. */
async function wonOn(
  db: Db,
  days: RawBuilder<number>,
  asked: readonly { days: readonly string[]; ids: readonly string[] }[],
): Promise<Sums[]> {
  const each = asked.map(
    ({ days, ids }) =>
      sql`(location_id in (${sql.join([...ids])}) and gaming_day in (${sql.join([...days])}) and game_nr = 0)`,
  )
  const { rows } = await sql<Sums>`
    select location_id, currency, sum(${netWin} * denomination_minor) as won, ${days} as days
    from counter_days where ${sql.join(each, sql` or `)}
    group by location_id, currency`.execute(db)
  return rows
}
