/**
 * Whether a slot's own counters (game 0) or the sum of its games stand for it, switched only at a day's boundary: its
 * own count from the first day before which it reported its own meters, and all the time where no game was reported
 * before that. It depends on which was read first and not on what arrived first; where a late reading or a decision
 * changes it, or what both count of the boundary (`overlap.service.ts`), what is booked changes in the same
 * transaction.
 */
import { sql } from 'kysely'
import { pipelined, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { markClosedDays } from '../readings/day-marks.service'
import { observeBooked, type BookedCoinIn } from '../readings/observers.service'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { hourEnd } from '../readings/gaming-hours.service'
import { movementNames } from '../readings/meters.contract'
import { bookOverlap, overlapOf } from './overlap.service'
import { intoDays, intoHours, withoutEmptiedDays, withoutEmptiedHours, type SumRow } from './roll-ups'
import { NO_OVERLAP, OWN, STILL_SUMMED, type Overlap, type Summed, type SummedTo } from '../readings/summed'
import { dayRules } from '../readings/slot-history.queries'

export async function summedOf(db: Db, slotIds: readonly string[]): Promise<Summed> {
  if (slotIds.length === 0) return new Map()
  const { rows } = await sql<{
    slot_id: string
    days_through: string
    hours_before: number
    overlap: string | null
  }>`
    select s.slot_id, s.days_through, s.hours_before, s.overlap from ${rowsAsTable(
      db,
      { id: 'text' },
      [...new Set(slotIds)].map(id => ({ id })),
    )} cross join summed_slots s where s.slot_id = b.id`.execute(db)
  return new Map(
    rows.map(one => [
      one.slot_id,
      {
        through: one.days_through,
        before: Number(one.hours_before),
        overlap:
          one.overlap === null
            ? NO_OVERLAP
            : { ...NO_OVERLAP, ...(JSON.parse(one.overlap) as Partial<Overlap>) },
      },
    ]),
  )
}

/** In the transaction that has written what may change it, after it. */
export async function settleWhole(db: Db, slotId: string): Promise<void> {
  const was = (await summedOf(db, [slotId])).get(slotId)
  const now = await summedTo(db, slotId, was)
  const [before, after] = [was?.overlap ?? NO_OVERLAP, now?.overlap ?? NO_OVERLAP]
  const isMoved = was?.through !== now?.through || was?.before !== now?.before
  if (!isMoved && JSON.stringify(before) === JSON.stringify(after)) return
  if (isMoved) {
    await bookOverlap(db, slotId, before.parts, [])
    await turn(db, slotId, was, now)
    await bookOverlap(db, slotId, [], after.parts)
  } else await bookOverlap(db, slotId, before.parts, after.parts)
  if (!now) {
    await db.deleteFrom('summed_slots').where('slot_id', '=', slotId).execute()
    return
  }
  const values = {
    days_through: now.through,
    hours_before: now.before,
    overlap: after === NO_OVERLAP ? null : JSON.stringify(after),
  }
  await db
    .insertInto('summed_slots')
    .columns(['slot_id', 'tenant_id', 'days_through', 'hours_before', 'overlap'])
    .expression(eb =>
      eb
        .selectFrom('slots')
        .select([
          'id',
          'tenant_id',
          sql<string>`${values.days_through}`.as('d'),
          sql<number>`${sql.lit(values.hours_before)}`.as('h'),
          sql<string | null>`cast(${values.overlap} as text)`.as('o'),
        ])
        .where('id', '=', slotId),
    )
    .onConflict(on => on.column('slot_id').doUpdateSet(values))
    .execute()
}

async function summedTo(db: Db, slotId: string, was: SummedTo | undefined): Promise<SummedTo | undefined> {
  const archived = await db
    .selectFrom('reading_floors')
    .select(['game_nr', 'at'])
    .where('slot_id', '=', slotId)
    .execute()
  const keep = was && { ...was, overlap: asItIs(was.overlap, was.before) }
  // The slot's first report is in an archive, and nothing that is older is booked any more.
  if (archived.some(one => one.game_nr === 0)) return keep
  const first = await firstWhole(db, slotId)
  const before = first
    ? sql<boolean>`(server_time, server_nano) < (${first.at}, ${first.nano})`
    : sql<boolean>`1 = 1`
  const hasGames =
    archived.length > 0 ||
    (await db
      .selectFrom('counter_readings')
      .select('game_nr')
      .where('slot_nr', '=', numberOf(slotId))
      .where('game_nr', '>', 0)
      .where('held', 'is', null)
      .where('message_seq_nr', '>=', 0)
      .where(before)
      .limit(1)
      .executeTakeFirst()) !== undefined
  if (!hasGames) return undefined
  if (!first) return STILL_SUMMED
  const rules = (await dayRules(db, [first.location])).get(first.location) ?? []
  const boundary = { through: first.day, before: gamingDayBoundsIn(rules, first.day).to }
  // What its games reported with it is in an archive.
  if (archived.some(({ at }) => at >= first.at))
    return { ...boundary, overlap: asItIs(was?.overlap ?? NO_OVERLAP, boundary.before) }
  return { ...boundary, overlap: await overlapOf(db, slotId, first.at, boundary) }
}

/** Readings that it would be worked out from are in an archive. */
const asItIs = ({ parts, until }: Overlap, before: number): Overlap => ({
  parts,
  until: Math.max(until ?? 0, before),
  waits: [],
})

/** Sent by a SMIB: what a person read off the machine once, or put right, begins no days. */
async function firstWhole(db: Db, slotId: string) {
  const latest = await db
    .selectFrom('counter_latest')
    .select('server_time')
    .where('slot_id', '=', slotId)
    .where('game_nr', '=', 0)
    .executeTakeFirst()
  if (!latest) return undefined
  return db
    .selectFrom('counter_readings')
    .select(['server_time as at', 'server_nano as nano', 'gaming_day as day', 'location_id as location'])
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', 0)
    .where('held', 'is', null)
    .where('message_seq_nr', '>=', 0)
    .orderBy('server_time')
    .orderBy('server_nano')
    .limit(1)
    .executeTakeFirst()
}

/** What is booked between both bounds stands for the slot no more, or does from now on. */
async function turn(
  db: Db,
  slotId: string,
  was: SummedTo | undefined,
  now: SummedTo | undefined,
): Promise<void> {
  const [low, high] = (was?.through ?? '') < (now?.through ?? '') ? [was, now] : [now, was]
  const sums = low === was
  const columns = [
    'game_nr',
    'location_id',
    'denomination_minor',
    'tenant_id',
    'currency',
    'readings',
  ] as const
  const days = await db
    .selectFrom('counter_days')
    .select(['gaming_day as time', ...columns, ...movementNames])
    .where('slot_id', '=', slotId)
    .where('gaming_day', '>', low?.through ?? '')
    .where('gaming_day', '<=', high?.through ?? '')
    .execute()
  const [from, to] = [was?.before ?? 0, now?.before ?? 0].sort((a, b) => a - b)
  const hours = await db
    .selectFrom('counter_hours')
    .select(['hour_start as time', ...columns, ...movementNames])
    .where('slot_nr', '=', numberOf(slotId))
    .where('hour_start', '>=', from ?? 0)
    .where('hour_start', '<', to ?? 0)
    .execute()
  const isHourSummed = (was?.before ?? 0) < (now?.before ?? 0)
  const [hourRows, dayRows] = [toSumRows(slotId, hours, isHourSummed), toSumRows(slotId, days, sums)]
  await pipelined(db, [
    ...intoHours(db, hourRows),
    ...observeBooked(db, coinInOf(hourRows)),
    ...intoDays(db, dayRows),
    ...markClosedDays(
      db,
      dayRows.map(row => ({ locationId: String(row[LOCATION]), day: String(row[AT]) })),
    ),
    ...withoutEmptiedHours(db, hourRows),
    ...withoutEmptiedDays(db, dayRows),
  ])
}

interface Stored extends Record<(typeof movementNames)[number], number> {
  time: string | number
  game_nr: number
  location_id: string
  denomination_minor: number
  tenant_id: string
  currency: string
  readings: number
}
/** In `SumRow`. */
const [AT, GAME, LOCATION, PRICE, TENANT, CURRENCY, FIRST] = [1, 2, 3, 4, 5, 6, 8]

/** What is to be added so that the games' sum stands for the slot (`sums`), or its own counters again. */
function toSumRows(slotId: string, rows: readonly Stored[], sums: boolean): SumRow[] {
  const groups = new Map<string, { head: Stored; whole: number[]; own: number[]; games: number[] }>()
  for (const row of rows) {
    const key = `${row.time} ${row.location_id} ${row.denomination_minor}`
    const group = groups.get(key) ?? {
      head: row,
      whole: NOTHING.slice(),
      own: NOTHING.slice(),
      games: NOTHING.slice(),
    }
    groups.set(key, group)
    const to = row.game_nr === 0 ? group.whole : row.game_nr === OWN ? group.own : group.games
    for (const [at, name] of (['readings', ...movementNames] as const).entries())
      to[at] = (to[at] ?? 0) + Number(row[name])
  }
  return [...groups.values()].flatMap(({ head, whole, own, games }) => {
    const rowOf = (game: number, change: readonly number[]): SumRow[] =>
      change.every(one => one === 0)
        ? []
        : [
            [
              slotId,
              head.time,
              game,
              head.location_id,
              head.denomination_minor,
              head.tenant_id,
              head.currency,
              ...change,
            ],
          ]
    const minus = (a: readonly number[], b: readonly number[]) => a.map((one, at) => one - (b[at] ?? 0))
    return sums
      ? [...rowOf(0, minus(games, whole)), ...rowOf(OWN, whole)]
      : [...rowOf(0, minus(own, whole)), ...rowOf(OWN, minus(NOTHING, own))]
  })
}
const NOTHING: readonly number[] = ['readings', ...movementNames].map(() => 0)
const COIN_IN = FIRST + movementNames.indexOf('coin_in')

/** Jackpots are fed by what a slot's whole played. */
const coinInOf = (rows: readonly SumRow[]): BookedCoinIn[] =>
  rows.flatMap(row => {
    const minor = Number(row[COIN_IN]) * Number(row[PRICE])
    if (row[GAME] !== 0 || minor === 0) return []
    return {
      slot_id: String(row[0]),
      location_id: String(row[LOCATION]),
      tenant_id: String(row[TENANT]),
      currency: String(row[CURRENCY]),
      hour: Number(row[AT]),
      minor,
      last_at: hourEnd(Number(row[AT])),
    }
  })
