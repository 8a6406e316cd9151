/**
 * What a slot's day turns over, or takes in cash, far beyond what the slot does: a lifetime that is booked as one day,
 * a meter of another machine. It is sealed only once somebody has accepted it with a reason, as a day that lacks hours
 * is.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import { cashMeters, type Beyond, type FormRow } from './fiscal-document.contract'

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

/** Of one day of one slot, in minor units. */
interface Turnover {
  slot: string
  day: string
  turnover: number
}

/**
 * What the report books of each day, its own and the earlier ones in it: each is judged by itself, so that several
 * ordinary days that come back together are no unusual one.
 */
function turnoversIn(rows: readonly FormRow[], own: string): Turnover[] {
  const sums = new Map<string, Turnover & { price: number; moved: FormRow['moved'] }>()
  const add = (
    { slot, price }: FormRow,
    day: string,
    { in: played, premium, out }: FormRow['moved'],
    sign = 1,
  ) => {
    const key = `${slot._id} ${day} ${price}`
    const one = sums.get(key) ?? {
      slot: slot._id,
      day,
      turnover: 0,
      price,
      moved: { in: 0, premium: 0, out: 0 },
    }
    sums.set(key, one)
    one.moved.in += played * sign
    one.moved.premium += premium * sign
    one.moved.out += out * sign
  }
  for (const row of rows) {
    add(row, own, row.moved)
    for (const one of row.earlier) {
      add(row, one.day, one)
      add(row, own, one, -1)
    }
  }
  const days = new Map<string, Turnover>()
  for (const { slot, day, price, moved } of sums.values()) {
    const key = `${slot} ${day}`
    const one = days.get(key) ?? { slot, day, turnover: 0 }
    days.set(key, one)
    one.turnover += (Math.abs(moved.in) + Math.abs(moved.premium) + Math.abs(moved.out)) * price
  }
  return [...days.values()]
}

/**
 * Rows of one day and currency; each row of a slot that is beyond says so, by the day that is furthest beyond, or,
 * where only its cash is, by the meter of the day that is.
 */
export async function withBeyond(
  db: Db,
  place: { tenantId: string; locationId: string; day: string },
  currency: string,
  rows: readonly FormRow[],
): Promise<FormRow[]> {
  const large = turnoversIn(rows, place.day).filter(({ turnover }) => turnover > LEAST_MINOR)
  const beyond = new Map<string, Furthest>()
  for (const [day, slots] of byDay(large))
    await lookAt(db, { ...place, day }, currency, { slots, of: TURNOVER }, beyond)
  const cash = new Map<string, Furthest>()
  for (const [meter, slots] of await cashOn(db, place, currency, rows))
    await lookAt(db, place, currency, { slots, of: sql.ref(meter), meter }, cash)
  for (const [slot, one] of cash) if (!beyond.has(slot)) beyond.set(slot, one)
  return rows.map(row => {
    const found = beyond.get(row.slot._id)
    if (!found) return row
    const { times: _times, ...said } = found
    return { ...row, beyond: said }
  })
}

type Furthest = Beyond & { times: number }

interface Measured {
  /** What a day comes to, in minor units, by slot. */
  slots: ReadonlyMap<string, number>
  /** The same of another day, of its row. */
  of: RawBuilder<number>
  meter?: CashMeter
}
type CashMeter = NonNullable<Beyond['meter']>
const TURNOVER = sql<number>`(coin_in + jackpot + coin_out)`

/** `found`: by slot, what is furthest beyond. */
async function lookAt(
  db: Db,
  place: { tenantId: string; locationId: string; day: string },
  currency: string,
  { slots, of, meter }: Measured,
  found: Map<string, Furthest>,
): Promise<void> {
  const usualOf = await usualBefore(db, place, currency, { slots: [...slots.keys()], of })
  for (const [slot, turnover] of slots) {
    const { usual, by, most } = usualOf(slot)
    const times = turnover / Math.max(1, most)
    if (turnover > most && times > (found.get(slot)?.times ?? 0))
      found.set(slot, { turnover, usual, by, times, ...(meter && { meter }) })
  }
}

/** By meter and slot, what the day has of it, where that is not small. */
async function cashOn(
  db: Db,
  { tenantId, locationId, day }: { tenantId: string; locationId: string; day: string },
  currency: string,
  rows: readonly FormRow[],
): Promise<Map<CashMeter, Map<string, number>>> {
  const known = new Set(rows.map(row => row.slot._id))
  const sums = cashMeters.map(name => sql`sum(${sql.ref(name)} * denomination_minor) as ${sql.ref(name)}`)
  const { rows: booked } = await sql<Record<CashMeter, number> & { slot_id: string }>`
    select slot_id, ${sql.join(sums)} from counter_days
    where tenant_id = ${tenantId} and location_id = ${locationId} and gaming_day = ${day} and game_nr = 0
      and currency = ${currency} group by slot_id`.execute(db)
  const found = new Map<CashMeter, Map<string, number>>()
  for (const meter of cashMeters)
    for (const row of booked) {
      if (!known.has(row.slot_id) || Number(row[meter]) <= LEAST_MINOR) continue
      found.set(meter, (found.get(meter) ?? new Map<string, number>()).set(row.slot_id, Number(row[meter])))
    }
  return found
}

function byDay(large: readonly Turnover[]): Map<string, Map<string, number>> {
  const days = new Map<string, Map<string, number>>()
  for (const { slot, day, turnover } of large) {
    const slots = days.get(day) ?? new Map<string, number>()
    days.set(day, slots.set(slot, turnover))
  }
  return days
}

type Usual = Required<Pick<Beyond, 'usual' | 'by'>> & { most: number }

/**
 * The second-largest day of a slot before a day, or of its hall, and the most that is not questioned. One day alone is
 * no measure of a hall, however many slots it has: where its books begin that day has a few hours, and each slot would
 * be questioned on the next.
 */
async function usualBefore(
  db: Db,
  { tenantId, locationId, day }: { tenantId: string; locationId: string; day: string },
  currency: string,
  { slots, of }: { slots: readonly string[]; of: RawBuilder<number> },
): Promise<(slot: string) => Usual> {
  const from = dateAfter(day, -7 * WEEKS)
  // What nobody has accepted yet is no measure: two lifetimes on a day that was left out would let each other through.
  const outside = sql`exists (select 1 from fiscal_heads h where h.location_id = d.location_id and d.gaming_day <= h.sealed_through
        and not exists (select 1 from location_days c where c.location_id = d.location_id and c.day = d.gaming_day and c.state = 'sealed'))
      or exists (select 1 from late_movements l where l.location_id = d.location_id and l.day = d.gaming_day and l.slot_id = d.slot_id
        and (l.moved_in <> l.posted_in or l.moved_premium <> l.posted_premium or l.moved_out <> l.posted_out))`
  const secondLargest = async (which: RawBuilder<unknown>, by: string): Promise<Map<string, number>> => {
    const { rows: found } = await sql<{ id: string; usual: number }>`
      select id, turnover as usual from (
        select id, turnover, row_number() over (partition by id order by turnover desc) as place,
          count(*) over (partition by id) as days,
          min(day) over (partition by id) as first_day, max(day) over (partition by id) as last_day
        from (select ${sql.ref(by)} as id, gaming_day as day,
            sum(${of} * denomination_minor) as turnover
          from counter_days d
          where ${which} and game_nr = 0 and currency = ${currency}
            and gaming_day >= ${from} and gaming_day < ${day} and not (${outside})
          group by ${sql.ref(by)}, slot_id, gaming_day having sum(${of}) > 0) as played
      ) as ranked where place = 2 and days >= ${FEWEST_DAYS} and first_day < last_day`.execute(db)
    return new Map(found.map(({ id, usual }) => [id, Number(usual)]))
  }
  const own = await secondLargest(
    sql`tenant_id = ${tenantId} and slot_id in (${sql.join([...slots])})`,
    'slot_id',
  )
  const others = slots.every(id => own.has(id))
    ? undefined
    : (await secondLargest(sql`tenant_id = ${tenantId} and location_id = ${locationId}`, 'location_id')).get(
        locationId,
      )
  return slot => {
    const [usual, by] = own.has(slot) ? ([own.get(slot), 'slot'] as const) : ([others, 'location'] as const)
    return usual === undefined
      ? { usual: UNKNOWN_MINOR, by: 'convention', most: UNKNOWN_MINOR }
      : { usual, by, most: TIMES * usual }
  }
}
