/**
 * What a closed day stands at, in a narrow row for each currency: written with the day, so that months and years are
 * added up from days instead of from each slot's. Whoever reads them leaves out days that are marked as changed
 * (stored-sums.service).
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { hasFigures, inMoney } from '../figures/aggregate.queries'
import { hoursOf } from '../../telemetry/readings/gaming-hours.service'
import { movementNames, noMovement, type MovementMeter } from '../../telemetry/readings/meters.contract'
import type { LocationDaySumsTable } from './days.table'
import { expectedOf, hoursIn, occupiedIn } from './expected-hours.service'
import { UNKNOWN_SET } from './stored-sums.service'

export interface DaysOf {
  tenantId: string
  locationId: string
  /** The currency of the row of a day without any slot. */
  currency: string
  days: readonly { day: string; from: number; to: number }[]
}

/** In a transaction that holds the days' marks. */
export async function storeDaySums(db: Db, { tenantId, locationId, currency, days }: DaysOf): Promise<void> {
  const [begin, end] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  const names = days.map(({ day }) => day)
  const own = sql`tenant_id = ${tenantId} and location_id = ${locationId} and gaming_day in (${sql.join(names)})
    and game_nr = 0 and ${hasFigures}`
  const { rows: sums } = await sql<Record<MovementMeter, number> & { day: string; currency: string }>`
    select gaming_day as day, currency, ${inMoney} from counter_days where ${own} group by gaming_day, currency
    order by gaming_day, currency`.execute(db)
  const sets = await slotSets(db, tenantId, own)
  const known = await hoursWithReadings(db, locationId, begin, end)
  const since = await firstDay(db, locationId)
  const occupied = (await occupiedIn(db, [locationId], { from: begin, to: end })).get(locationId) ?? []
  const rows = days.flatMap(({ day, from, to }): LocationDaySumsTable[] => {
    const booked = sums.filter(row => row.day === day)
    const all = since !== null && since <= day ? expectedOf(hoursOf({ from, to }), known, occupied) : []
    const counted = hoursIn(all, known)
    const hours = { hours_known: counted.known, hours_expected: counted.expected }
    const key = { tenant_id: tenantId, location_id: locationId, day }
    const nothing = { ...noMovement, currency, slots: 0, slot_set: 0 }
    if (booked.length === 0) return [{ ...key, ...nothing, ...hours }]
    const slots = booked.map(row => sets.get(`${day} ${row.currency}`) ?? { slots: 0, slot_set: UNKNOWN_SET })
    const isUnknown = slots.some(one => one.slot_set === UNKNOWN_SET)
    return booked.map((row, at) => ({
      ...key,
      ...row,
      slots: slots[at]?.slots ?? 0,
      slot_set: isUnknown ? UNKNOWN_SET : (slots[at]?.slot_set ?? UNKNOWN_SET),
      // Hours are the location's: a day in two currencies has them once.
      ...(at === 0 ? hours : { hours_known: 0, hours_expected: 0 }),
    }))
  })
  await db
    .deleteFrom('location_day_sums')
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', 'in', names)
    .execute()
  await insertMany(db, 'location_day_sums', columns, rows)
}

const columns = {
  tenant_id: 'text',
  day: 'text',
  location_id: 'text',
  currency: 'text',
  slots: 'bigint',
  slot_set: 'bigint',
  hours_known: 'bigint',
  hours_expected: 'bigint',
  ...(Object.fromEntries(movementNames.map(name => [name, 'bigint'])) as Record<MovementMeter, 'bigint'>),
} as const

/**
 * Which slots reported, by `day currency`. Most days of a location have the same slots, so each set is stored once,
 * under a number made of it.
 */
async function slotSets(db: Db, tenantId: string, own: ReturnType<typeof sql>) {
  const { rows } = await sql<{ day: string; currency: string; nr: number | null }>`
    select distinct gaming_day as day, currency, ${numberOf(sql.ref('slot_id'))} as nr from counter_days where ${own}
    order by 1, 2, 3`.execute(db)
  const lists = new Map<string, number[]>()
  for (const { day, currency, nr } of rows) {
    const key = `${day} ${currency}`
    const list = lists.get(key)
    if (list) list.push(Number(nr ?? 0))
    else lists.set(key, [Number(nr ?? 0)])
  }
  const texts = new Map<number, string>()
  const found = new Map<string, { slots: number; slot_set: number }>()
  for (const [key, list] of lists) {
    const text = list.join(',')
    const digest = Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 13), 16)
    // A slot without a number has no place in a set.
    const isWhole = !list.includes(0) && (texts.get(digest) ?? text) === text
    if (isWhole) texts.set(digest, text)
    found.set(key, { slots: list.length, slot_set: isWhole ? digest : UNKNOWN_SET })
  }
  if (texts.size === 0) return found
  await insertMany(
    db,
    'slot_sets',
    { tenant_id: 'text', digest: 'bigint', slots: 'text' },
    // In order, so that two writers of several sets do not wait for each other.
    [...texts]
      .map(([digest, slots]) => ({ tenant_id: tenantId, digest, slots }))
      .sort((a, b) => a.digest - b.digest),
    sql`(tenant_id, digest) do nothing`,
  )
  return found
}

async function hoursWithReadings(
  db: Db,
  locationId: string,
  from: number,
  to: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ hour_start: number }>`
    select distinct hour_start from counter_hours
    where location_nr = ${numberOf(locationId)} and hour_start >= ${from} and hour_start < ${to}`.execute(db)
  return new Set(rows.map(row => Number(row.hour_start)))
}

/** Nothing is missing before it. */
async function firstDay(db: Db, locationId: string): Promise<string | null> {
  const first = await db
    .selectFrom('counter_days')
    .select(({ fn }) => fn.min('gaming_day').as('day'))
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return first?.day ?? null
}

const MOST_FILLED = 31
/** Where filling has come to. */
export interface Filled {
  location_id: string
  day: string
}

/**
 * Fills the rows of some days of one location that were closed before such rows were stored. In a transaction. Returns
 * how far it came, undefined once nothing is left. It skips marked days, which the refresher handles.
 */
export async function fillDaySums(db: Db, after: Filled): Promise<Filled | undefined> {
  const { rows } = await sql<
    Filled & { tenant_id: string; currency: string; starts_at: number; ends_at: number }
  >`
    select d.location_id, d.day, d.tenant_id, d.currency, d.starts_at, d.ends_at from location_days d
    where (d.location_id > ${after.location_id} or (d.location_id = ${after.location_id} and d.day > ${after.day}))
      and not exists (select 1 from location_day_sums s where s.tenant_id = d.tenant_id and s.day = d.day and s.location_id = d.location_id)
    order by d.location_id, d.day, d.currency limit ${MOST_FILLED}`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const own = rows.filter(row => row.location_id === first.location_id)
  const days = [...new Map(own.map(row => [row.day, row])).values()]
  // The days are marked as for closing, so that readings that arrive meanwhile mark them again.
  const marked = await db
    .insertInto('days_to_refresh')
    .values(days.map(({ location_id, day }) => ({ location_id, day })))
    .onConflict(on => on.columns(['location_id', 'day']).doNothing())
    .returning('day')
    .execute()
  const free = new Set(marked.map(({ day }) => day))
  const all = days.filter(({ day }) => free.has(day))
  if (all.length > 0) {
    await storeDaySums(db, {
      tenantId: first.tenant_id,
      locationId: first.location_id,
      currency: first.currency,
      days: all.map(({ day, starts_at: from, ends_at: to }) => ({ day, from, to })),
    })
    await db
      .deleteFrom('days_to_refresh')
      .where('location_id', '=', first.location_id)
      .where('day', 'in', [...free])
      .execute()
  }
  const { location_id, day } = days.at(-1) ?? first
  return { location_id, day }
}
