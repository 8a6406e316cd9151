/** What locations took today, and what they usually take on this day of the week. */
import { sql } from 'kysely'
import type { Db } from '../db/database'
import { gamingDayOf } from '../rawdata/gaming-day.service'
import { metersOf } from '../rawdata/measures.contract'

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

/** By location. Each has a gaming day of its own: places are asked for together where it is the same. */
export async function takingsOf(
  db: Db,
  places: readonly Place[],
  now: number,
): Promise<Map<string, Taken[]>> {
  const byDay = new Map<string, string[]>()
  for (const { id, time_zone, gaming_day_start } of places) {
    const day = gamingDayOf(now, time_zone, gaming_day_start)
    byDay.set(day, [...(byDay.get(day) ?? []), id])
  }
  const found = await Promise.all([...byDay].map(([day, ids]) => takenOn(db, day, ids)))
  const taken = new Map<string, Taken[]>()
  for (const rows of found)
    for (const { location_id, currency, today, usual, weeks } of rows) {
      const own = taken.get(location_id) ?? []
      own.push({
        currency,
        today: Number(today ?? 0),
        usual: Number(weeks) > 0 ? Math.round(Number(usual) / Number(weeks)) : null,
      })
      taken.set(location_id, own)
    }
  return taken
}

const { plus, minus } = metersOf('net_win')
/** In credits. */
export const netWin = sql`(${sql.join(
  plus.map(meter => sql.ref(meter)),
  sql` + `,
)} - ${sql.join(
  minus.map(meter => sql.ref(meter)),
  sql` - `,
)})`

interface Sums {
  location_id: string
  currency: 'RON' | 'EUR'
  today: number | null
  usual: number | null
  weeks: number
}

/** Credits become money by the denomination that each reading had; game 0 is the whole slot. */
async function takenOn(db: Db, day: string, ids: readonly string[]): Promise<Sums[]> {
  const before = Array.from({ length: WEEKS }, (_, week) => daysBefore(day, 7 * (week + 1)))
  const { rows } = await sql<Sums>`
    select location_id, currency,
      sum(case when gaming_day = ${day} then ${netWin} * denomination_minor end) as today,
      sum(case when gaming_day <> ${day} then ${netWin} * denomination_minor end) as usual,
      count(distinct case when gaming_day <> ${day} then gaming_day end) as weeks
    from counter_days where location_id in (${sql.join([...ids])}) and gaming_day in (${sql.join([day, ...before])}) and game_nr = 0
    group by location_id, currency order by currency`.execute(db)
  return rows
}
