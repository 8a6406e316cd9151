/** What a slot's electronic meters moved between two instants, exactly: whole hours from the roll-ups, the rest from the readings themselves. */
import type { Db } from '../db/database'
import { numberOf } from '../db/short-ids'
import { heldBetween, NOTHING_HELD } from './what-held.queries'
import { metersOf, sumOf, type SumName } from './measures.contract'
import { memoryAfter, readingsFrom, stateBefore } from './counter-readings'
import { dayArchived, floorsOf } from './floors.service'
import { judge } from './judge'
import { latestMeters } from './latest.service'
import { movementNames, type MainMeter, type MovementMeter } from './meters.contract'
import { inOrder } from './movement'
import { rulingKey } from './rulings.service'

const HOUR_MS = 3_600_000
/** Hours asked for in one statement; a statement takes 32,766 parameters. */
const HOURS_A_STATEMENT = 2_000

/** Readings looked through behind the end for one that tells what was played before a move. */
const AFTER_MOVE = 100

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
/** The meters that a counter stands beside; nothing is taken off any of them. */
export const electronicParts = {
  in: metersOf(measures.in).plus,
  out: metersOf(measures.out).plus,
  jackpot: metersOf(measures.jackpot).plus,
}

/** (from, to], as the roll-ups count. */
export async function electronicBetween(
  db: Db,
  slotId: string,
  from: number,
  to: number,
): Promise<ElectronicMoney> {
  const sum: ElectronicMoney = { in: 0, out: 0, jackpot: 0 }
  if (to <= from) return sum
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS
  const last = Math.floor(to / HOUR_MS) * HOUR_MS
  if (first >= last) {
    // Less than one whole hour lies between: at most two parts of hours.
    if (first > from && first < to) {
      add(sum, await partOf(db, slotId, from, first))
      add(sum, await partOf(db, slotId, first, to))
    } else add(sum, await partOf(db, slotId, from, to))
    return sum
  }
  add(sum, await partOf(db, slotId, from, first))
  for (let start = first; start < last; start += HOURS_A_STATEMENT * HOUR_MS) {
    const hours = Array.from(
      { length: Math.min(HOURS_A_STATEMENT, (last - start) / HOUR_MS) },
      (_, at) => start + at * HOUR_MS,
    )
    const rows = await db
      .selectFrom('counter_hours')
      .select(['denomination_minor', ...movementNames])
      .where('hour_start', 'in', hours)
      .where('slot_nr', '=', numberOf(slotId))
      .where('game_nr', '=', 0)
      .execute()
    for (const row of rows)
      add(
        sum,
        moneyOf(
          movementNames.map(name => row[name]),
          row.denomination_minor,
        ),
      )
  }
  add(sum, await partOf(db, slotId, last, to))
  return sum
}

/** Within one hour. */
async function partOf(db: Db, slotId: string, from: number, to: number): Promise<ElectronicMoney> {
  const sum: ElectronicMoney = { in: 0, out: 0, jackpot: 0 }
  if (to <= from) return sum
  // Judged as it was at ingestion: from the last good reading before, with all that was held since.
  const latest = await db
    .selectFrom('counter_latest')
    .select('meters')
    .where('slot_id', '=', slotId)
    .where('game_nr', '=', 0)
    .executeTakeFirst()
  if (!latest) return sum
  await demandHour(db, slotId, from)
  const told = Object.keys(latestMeters(latest.meters)) as MainMeter[]
  const { state, anchor } = await stateBefore(db, slotId, 0, from + 1, told)
  const { readings } = await readingsFrom(
    db,
    slotId,
    0,
    anchor ? { at: anchor.at, same: true } : { at: 0, same: true },
    Number.MAX_SAFE_INTEGER,
    to,
  )
  const between = (await heldBetween(db, [slotId])).get(slotId) ?? NOTHING_HELD
  const { changes } = between
  // What was played before a move may only be told after it.
  if (changes.some(({ at }) => at > from && at <= to))
    readings.push(...(await readingsFrom(db, slotId, 0, { at: to, same: false }, AFTER_MOVE)).readings)
  const since = Math.min(from, ...state.times.flatMap(at => at ?? []))
  const memory = (await memoryAfter(db, [{ slotId, from: since }])).get(slotId) ?? []
  for (const reading of readings) {
    if (anchor && inOrder(reading, anchor) <= 0) continue
    const { moved, straddles = [], held } = judge(state, reading, { ...between, memory })
    for (const { change, moved: before } of straddles)
      if (change.at > from && change.at <= to) add(sum, moneyOf(before, change.place.denomination))
    if (reading.at > to && !held) break
    if (reading.at > from && reading.at <= to) add(sum, moneyOf(moved, reading.place.denomination))
  }
  return sum
}

/** Throws 409 `day_archived` where readings of the hour that has to be parted are in an archive. */
async function demandHour(db: Db, slotId: string, at: number): Promise<void> {
  const floor = (await floorsOf(db, [slotId])).get(rulingKey(slotId, 0))
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS
  if (floor === undefined || floor.at <= hour) return
  const kept = await db
    .selectFrom('counter_hours')
    .select(({ fn }) => fn.sum<number | null>('readings').as('readings'))
    .where('slot_nr', '=', numberOf(slotId))
    .where('hour_start', '=', hour)
    .where('game_nr', '=', 0)
    .executeTakeFirst()
  const { there } = await db
    .selectFrom('counter_readings')
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', 0)
    .where('server_time', '>=', hour)
    .where('server_time', '<=', hour + HOUR_MS)
    .executeTakeFirstOrThrow()
  if (Number(kept?.readings ?? 0) > Number(there)) throw dayArchived()
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
