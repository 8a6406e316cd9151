/** What a location took in a shift, from the roll-ups by the hour. */
import { sql } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import { numberOf } from '../../platform/db/short-ids'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { hoursOf } from '../../telemetry/readings/gaming-hours.service'
import { metersOf } from '../../telemetry/readings/measures.contract'
import type { ShiftTakings } from './shift-handovers.contract'
import type { Shift } from './shift'

/** The measures that every list of slots shows today's figure of. */
export const takingsRule = 'slot::get'

/**
 * `before`: of the sheet before. What it counted of the hour that was under way is no part of this one. An hour that a
 * shift begins within and no sheet has counted a part of counts whole, and `since` says so.
 */
export async function takingsOf(
  { db, location, from, to }: Shift,
  before: { to: number; takings?: ShiftTakings | undefined } | null,
): Promise<ShiftTakings> {
  const first = hourAt(location, from)
  const counts = before?.takings && hourAt(location, before.to) === first ? before.takings : undefined
  const running = hourAt(location, to)
  const { plus, minus } = metersOf('net_win')
  const sum = (meters: readonly string[]) =>
    sql.join(
      meters.map(meter => sql.ref(meter)),
      sql` + `,
    )
  const won = sql<number>`((${sum(plus)}) - (${sum(minus)})) * denomination_minor`
  const { rows } = await sql<{ currency: string; won: number; running: number }>`
    select currency, sum(${won}) as won, sum(case when hour_start >= ${running} then ${won} else 0 end) as running
    from counter_hours
    where location_nr = ${numberOf(location.id)} and hour_start >= ${first} and hour_start < ${to} and game_nr = 0
    group by currency order by currency`.execute(db)
  const counted = new Map((counts?.running ?? []).map(({ currency, minor }) => [currency as string, minor]))
  return {
    since: counts && before ? before.to : first,
    sums: rows.map(row => money(Number(row.won) - (counted.get(row.currency) ?? 0), row.currency)),
    running: rows.map(row => money(Number(row.running), row.currency)),
  }
}

/** Where the hour of the gaming day begins in which an instant lies. */
function hourAt({ time_zone: zone, gaming_day_start: start }: Shift['location'], at: number): number {
  const day = gamingDayBounds(gamingDayOf(at, zone, start), zone, start)
  return hoursOf(day).findLast(hour => hour.from <= at)?.from ?? day.from
}

const money = (minor: number, currency: string): Money => ({ minor, currency: currency as Money['currency'] })
