/**
 * What a slot's day turns over far beyond what the slot does: a lifetime that is booked as one day, a meter of another
 * machine. It is sealed only once somebody has accepted it with a reason, as a day that lacks hours is.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import type { Beyond, FormRow } from './fiscal-document.contract'

/** Conventions. The slot's own weeks before the day. */
const WEEKS = 8
/**
 * Fewer days than these say nothing of a slot: it is compared with the location's slots, and those that are too few
 * with `UNKNOWN_MINOR`.
 */
const FEWEST_DAYS = 7
/**
 * Times the second-largest day. Not the median: a hall that earns in a night what it earns in a week would be
 * questioned each Saturday. Not the largest:
 * one day that was accepted, or was a jackpot's, would let another one through for eight weeks.
 */
const TIMES = 4
/** Where nothing is known: more than a fast slot turns over in a day, in whole lei or euros 50,000. */
const UNKNOWN_MINOR = 5_000_000
/** Below 1,000 nobody has to accept it: even a slot that hardly plays has a good evening now and then. */
const LEAST_MINOR = 100_000

const turnoverOf = ({ moved: { in: played, premium, out }, price }: Pick<FormRow, 'moved' | 'price'>) =>
  (Math.abs(played) + Math.abs(premium) + Math.abs(out)) * price

/** Rows of one day and currency; each row of a slot that is beyond says so. */
export async function withBeyond(
  db: Db,
  { tenantId, locationId, day }: { tenantId: string; locationId: string; day: string },
  currency: string,
  rows: readonly FormRow[],
): Promise<FormRow[]> {
  const turnovers = new Map<string, number>()
  for (const row of rows) turnovers.set(row.slot._id, (turnovers.get(row.slot._id) ?? 0) + turnoverOf(row))
  const large = [...turnovers].filter(([, turnover]) => turnover > LEAST_MINOR).map(([id]) => id)
  if (large.length === 0) return [...rows]
  const secondLargest = async (which: RawBuilder<unknown>, by: string): Promise<Map<string, number>> => {
    const { rows: found } = await sql<{ id: string; usual: number }>`
      select id, turnover as usual from (
        select id, turnover, row_number() over (partition by id order by turnover desc) as place, count(*) over (partition by id) as days
        from (select ${sql.ref(by)} as id, sum((coin_in + jackpot + coin_out) * denomination_minor) as turnover from counter_days
          where ${which} and game_nr = 0 and currency = ${currency}
            and gaming_day >= ${dateAfter(day, -7 * WEEKS)} and gaming_day < ${day}
          group by ${sql.ref(by)}, slot_id, gaming_day having sum(coin_in + jackpot + coin_out) > 0) as played
      ) as ranked where place = 2 and days >= ${FEWEST_DAYS}`.execute(db)
    return new Map(found.map(({ id, usual }) => [id, Number(usual)]))
  }
  const own = await secondLargest(sql`tenant_id = ${tenantId} and slot_id in (${sql.join(large)})`, 'slot_id')
  const others = large.every(id => own.has(id))
    ? undefined
    : (await secondLargest(sql`tenant_id = ${tenantId} and location_id = ${locationId}`, 'location_id')).get(
        locationId,
      )
  const beyond = new Map<string, Beyond>()
  for (const id of large) {
    const turnover = turnovers.get(id) ?? 0
    const usual = own.get(id) ?? others ?? UNKNOWN_MINOR / TIMES
    if (turnover > TIMES * usual) beyond.set(id, { turnover, usual })
  }
  return rows.map(row => {
    const found = beyond.get(row.slot._id)
    return found ? { ...row, beyond: found } : row
  })
}
