/**
 * What a slot's electronic meters moved between two instants, exactly: whole hours from the roll-ups, the rest from the
 * readings themselves.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { contextBetween, NO_CONTEXT } from '../readings/slot-history.queries'
import { metersOf, sumOf, type SumName } from '../readings/measures.contract'
import { memoryAfter } from './counter-readings'
import { dayArchived, floorsOf } from './archive-boundary.service'
import { insertedReadings } from './inserted-readings'
import { hourEnd } from '../readings/gaming-hours.service'
import { Run } from './judged-run'
import { askLatest, readLatest, type Latest } from './latest.service'
import { movementNames, type MovementMeter } from '../readings/meters.contract'
import type { Place } from '../readings/place'
import { startBefore } from './rescan'
import { rulingKey, rulingsOf } from './rulings.service'
import { summedOf } from './summed-slots.service'
import { forEachReading } from './reading-cursor'

/** Hours read in one statement. */
const HOURS_A_STATEMENT = 2_000

/** Readings looked through for one that tells what was played before a move. */
const AFTER_MOVE = 2_000

/** Minor units of money. */
export interface ElectronicMoney {
  in: number
  out: number
  jackpot: number
}

/** Each mechanical counter's measure. */
const measures = {
  in: 'counter_in',
  out: 'counter_out',
  jackpot: 'counter_jackpot',
} as const satisfies Record<keyof ElectronicMoney, SumName>
/** The meters that a counter is compared with; nothing is taken off any of them. */
export const electronicParts = {
  in: metersOf(measures.in).plus,
  out: metersOf(measures.out).plus,
  jackpot: metersOf(measures.jackpot).plus,
}

/** Booked at one place and price; in the order of `movementNames`. */
export type TakeBooked = (moved: readonly number[], place: Pick<Place, 'denomination' | 'currency'>) => void

/** (from, to], as the roll-ups count. */
export async function electronicBetween(
  db: Db,
  slotId: string,
  from: number,
  to: number,
): Promise<ElectronicMoney> {
  const sum: ElectronicMoney = { in: 0, out: 0, jackpot: 0 }
  await bookedBetween(db, slotId, from, to, (moved, { denomination }) => {
    add(sum, moneyOf(moved, denomination))
  })
  return sum
}

/**
 * What is booked of the slot's own meters in (from, to], with all that people decided. Throws 409 `day_archived` as
 * `demandHour` does.
 */
export async function bookedBetween(
  db: Db,
  slotId: string,
  from: number,
  to: number,
  take: TakeBooked,
): Promise<void> {
  if (to <= from) return
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS
  const last = Math.floor(to / HOUR_MS) * HOUR_MS
  if (first >= last) {
    // Less than one whole hour lies between: at most two parts of hours.
    if (first > from && first < to) {
      await partOf(db, slotId, from, first, take)
      await partOf(db, slotId, first, to, take)
    } else await partOf(db, slotId, from, to, take)
    return
  }
  await partOf(db, slotId, from, first, take)
  for (let start = first; start < last; start += HOURS_A_STATEMENT * HOUR_MS) {
    const end = Math.min(last, start + HOURS_A_STATEMENT * HOUR_MS)
    const rows = await db
      .selectFrom('counter_hours')
      .select(['denomination_minor', 'currency', ...movementNames])
      .where('slot_nr', '=', numberOf(slotId))
      .where('hour_start', '>=', start)
      .where('hour_start', '<', end)
      .where('game_nr', '=', 0)
      .execute()
    for (const row of rows)
      take(
        movementNames.map(name => row[name]),
        { denomination: row.denomination_minor, currency: row.currency },
      )
  }
  await partOf(db, slotId, last, to, take)
}

/**
 * Within one hour: of the slot's own counters, or of its games where these stand for it; both where the day changes in
 * it.
 */
async function partOf(db: Db, slotId: string, from: number, to: number, take: TakeBooked): Promise<void> {
  if (to <= from) return
  const games = readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows).get(slotId)
  const hour = Math.floor(from / HOUR_MS) * HOUR_MS
  const summed = (await summedOf(db, [slotId])).get(slotId)
  const before = summed?.before ?? -Infinity
  for (const { at, moved, ...place } of summed?.overlap.parts ?? [])
    if (at > from && at <= to)
      take(
        moved.map(one => -one),
        place,
      )
  for (const last of games?.values() ?? []) {
    const stands = ({ hour: own }: Pick<Place, 'hour'>) => own < before === last.game > 0
    if (stands({ hour }) || stands({ hour: hourEnd(hour) - 1 }))
      await partOfGame(db, last, { from, to }, stands, take)
  }
}

/** Judged as it was at ingestion, by what people decided, from the last good reading before. */
async function partOfGame(
  db: Db,
  last: Latest,
  { from, to }: { from: number; to: number },
  stands: (place: Place) => boolean,
  take: TakeBooked,
): Promise<void> {
  const { slotId, game } = last
  await demandHour(db, slotId, game, from)
  const rulings = (await rulingsOf(db, [slotId])).get(rulingKey(slotId, game)) ?? []
  const start = await startBefore(db, { slotId, game, last }, rulings, from)
  if (!start) return
  const { opening, state, since } = start
  const memory = (await memoryAfter(db, [{ slotId, from: since }])).get(slotId) ?? []
  const held = (await contextBetween(db, [slotId])).get(slotId) ?? NO_CONTEXT
  const between = { memory, ...held, centsAfter: last.centsAfter }
  const run = new Run(state, between, rulings)
  const waiting = await insertedReadings(db, { slotId, game }, { before: [], now: rulings }, opening.anchor)
  // A slot may report what was played before a move only after it.
  const isMoved = between.changes.some(({ at }) => at > from && at <= to)
  await forEachReading(
    db,
    { slotId, game, opening, waiting },
    ({ reading, ruling }) => {
      if (reading.at > to && !isMoved) return true
      run.next(reading, ruling)
      for (const [{ place }, { outcome }] of [...run.verdicts, ...run.inserted]) {
        if (place.at > from && place.at <= to && stands(place)) take(outcome.moved, place)
        for (const { change, moved } of outcome.straddles ?? [])
          if (change.at > from && change.at <= to && stands(change.place)) take(moved, change.place)
      }
      run.verdicts.clear()
      run.inserted.clear()
      return reading.at > to && !state.candidate
    },
    isMoved ? AFTER_MOVE : Infinity,
  )
}

/** Throws 409 `day_archived` where readings of the hour that has to be parted are in an archive. */
async function demandHour(db: Db, slotId: string, game: number, at: number): Promise<void> {
  const floor = (await floorsOf(db, [slotId])).get(rulingKey(slotId, game))
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS
  if (floor === undefined || floor.at <= hour) return
  const rolledUp = await db
    .selectFrom('counter_hours')
    .select(({ fn }) => fn.sum<number | null>('readings').as('readings'))
    .where('slot_nr', '=', numberOf(slotId))
    .where('hour_start', '>=', hour)
    .where('hour_start', '<', hour + HOUR_MS)
    .where('game_nr', '=', game)
    .executeTakeFirst()
  const { there } = await db
    .selectFrom('counter_readings')
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', game)
    .where('server_time', '>=', hour)
    .where('server_time', '<=', hour + HOUR_MS)
    .executeTakeFirstOrThrow()
  if (Number(rolledUp?.readings ?? 0) > Number(there)) throw dayArchived()
}

const moneyOf = (all: readonly number[], denomination: number): ElectronicMoney => {
  const moved = Object.fromEntries(movementNames.map((name, at) => [name, all[at] ?? 0])) as Record<
    MovementMeter,
    number
  >
  const of = (kind: keyof ElectronicMoney) => sumOf(measures[kind], moved) * denomination
  return { in: of('in'), out: of('out'), jackpot: of('jackpot') }
}

function add(sum: ElectronicMoney, more: ElectronicMoney): void {
  sum.in += more.in
  sum.out += more.out
  sum.jackpot += more.jackpot
}
