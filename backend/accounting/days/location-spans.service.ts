/**
 * What all slots of a location moved in each hour of a day, in the day, and by weekday and hour in a month. A month
 * holds the days that are over; whoever reads one looks first whether it is whole (`question-spans.queries.ts`).
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { hasFigures, inMoney } from '../figures/aggregate.queries'
import { dayHours, weekdayOf } from './day-hours'

/** In place of an hour: all hours of the day, or of the days of a month. */
export const WHOLE_DAY = -1

interface Month {
  tenant_id: string
  location_id: string
  /** YYYY-MM. */
  month: string
}

const meters = sql.raw(movementNames.map(name => `"${name}"`).join(', '))
const sums = sql.raw(movementNames.map(name => `sum("${name}")`).join(', '))

/** Makes these days of a month anew, and the month of them and of its other days. The caller keeps writers out. */
export async function sumLocation(
  db: Db,
  { tenant_id, location_id, month }: Month,
  days: readonly string[],
): Promise<void> {
  const own = sql`tenant_id = ${tenant_id} and location_id = ${location_id}`
  const rules = (await dayRules(db, [location_id])).get(location_id) ?? []
  await sql`delete from location_spans where ${own} and span in (${sql.join([month, ...days])})`.execute(db)
  const into = sql`insert into location_spans (tenant_id, location_id, span, hour, hour_start, weekday, currency, ${meters})`
  await sql`${into}
    select tenant_id, location_id, b.day, ${sql.lit(WHOLE_DAY)}, 0, b.weekday, currency, ${inMoney}
    from ${rowsAsTable(
      db,
      { day: 'text', weekday: 'bigint' },
      days.map(day => ({ day, weekday: weekdayOf(day) })),
    )} cross join counter_days c
    where ${own} and c.gaming_day = b.day and game_nr = 0 and ${hasFigures} group by 1, 2, 3, 6, currency`.execute(
    db,
  )
  await sql`${into}
    select ${tenant_id}, ${location_id}, b.day, b.hour, b.hour_start, b.weekday, currency, ${inMoney}
    from ${rowsAsTable(
      db,
      { day: 'text', weekday: 'bigint', hour: 'bigint', hour_start: 'bigint' },
      days.flatMap(day => dayHours(rules, day)),
    )} cross join counter_hours c
    where c.location_nr = ${numberOf(location_id)} and c.hour_start = b.hour_start
      and c.tenant_nr = ${numberOf(tenant_id)} and game_nr = 0 and ${hasFigures}
    group by b.day, b.hour, b.hour_start, b.weekday, currency`.execute(db)
  await sql`${into}
    select tenant_id, location_id, ${month}, hour, 0, weekday, currency, ${sums} from location_spans
    where ${own} and span >= ${`${month}-01`} and span <= ${`${month}-31`}
    group by tenant_id, location_id, hour, weekday, currency`.execute(db)
}
