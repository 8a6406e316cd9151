/**
 * Books the movements of counter readings. A reading newer than all others is compared with the last one, which is kept at hand;
 * a late one (or a late memory event) changes what the readings around it moved: what was booked for them is taken back and booked anew.
 * So the sums do not depend on the order of arrival.
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/database'
import { storeLatest, type Known, type Latest, type LatestOf } from './latest.service'
import { emptyValues, mainNames, movementNames } from './meters'
import { falls, inOrder, movementsOf, NEAR_MS, type Moment, type Reading, type Repairs } from './movement'
import {
  insertReadings,
  memoryTimes,
  readingsAround,
  storeRepairs,
  type Around,
  type SlotReading,
} from './counter-readings'
import { RollUps } from './roll-ups'

/** New readings of one slot's game. */
interface Group {
  slotId: string
  game: number
  readings: SlotReading[]
  last: Latest | undefined
}

export interface Booked {
  newest: readonly Latest[]
  /** The credits now on each slot that told them. */
  credits: Map<string, number>
  /** What is to be written, made one by one. */
  statements(db: Db): Iterable<CompiledQuery>
}

/** `cleared`: memory events of this batch, by slot. They must not be stored yet. Without `db` undefined, when more has to be looked up than `latest`. */
export async function bookCounters(
  db: Db | undefined,
  fresh: readonly SlotReading[],
  cleared: ReadonlyMap<string, readonly number[]>,
  latest: LatestOf,
): Promise<Booked | undefined> {
  const sums = new RollUps()
  const newest: Latest[] = []
  const keep = ({ slotId, game, readings, last }: Group, known: Known) => {
    const moment = newer(last, readings.at(-1))
    if (moment)
      newest.push({
        slotId,
        game,
        at: moment.at,
        nano: moment.nano,
        seq: moment.seq,
        smib: moment.smib,
        values: known.values,
        times: known.times,
      })
  }
  const late: Group[] = []
  for (const one of groupsOf(fresh, cleared, latest)) {
    const { slotId, readings, last } = one
    if (readings.length > 1) readings.sort(inOrder)
    if (cleared.has(slotId) || readings.some(reading => last && inOrder(reading, last) <= 0)) late.push(one)
    else {
      const all: Reading[] = last ? [last, ...readings] : readings
      const fell = falls(all)
      if (fell && !db) return undefined
      keep(
        one,
        bookInTime(
          sums,
          one,
          all,
          fell && db ? await memoryTimes(db, slotId, firstOf(all), all.at(-1)?.at ?? 0) : [],
        ),
      )
    }
  }
  if (late.length > 0) {
    if (!db) return undefined
    const around = await readingsAround(
      db,
      late.map(one => aroundOf(one, cleared.get(one.slotId) ?? [])),
    )
    for (const [index, one] of late.entries())
      keep(one, await bookLate(db, sums, one, around[index] ?? [], cleared.get(one.slotId) ?? []))
  }
  return {
    newest,
    credits: new Map(
      newest.flatMap(({ slotId, game, values }) =>
        game === 0 && typeof values[CREDITS] === 'number' ? [[slotId, values[CREDITS]]] : [],
      ),
    ),
    *statements(writer) {
      yield* insertReadings(writer, fresh)
      yield* storeLatest(writer, newest)
      yield* sums.statements(writer)
    },
  }
}

const CREDITS = mainNames.indexOf('current_credits')

const newer = (a: Moment | undefined, b: Moment | undefined): Moment | undefined =>
  a && b ? (inOrder(b, a) > 0 ? b : a) : (a ?? b)

function groupsOf(
  fresh: readonly SlotReading[],
  cleared: ReadonlyMap<string, readonly number[]>,
  latest: LatestOf,
): Group[] {
  const all: Group[] = []
  const bySlot = new Map<string, Map<number, Group>>()
  const group = (slotId: string, game: number): Group => {
    let games = bySlot.get(slotId)
    if (!games) bySlot.set(slotId, (games = new Map()))
    let one = games.get(game)
    if (!one) {
      games.set(game, (one = { slotId, game, readings: [], last: latest.get(slotId)?.get(game) }))
      all.push(one)
    }
    return one
  }
  for (const reading of fresh) group(reading.place.slotId, reading.game).readings.push(reading)
  for (const slotId of cleared.keys())
    for (const game of latest.get(slotId)?.keys() ?? []) group(slotId, game)
  return all
}

function bookInTime(
  sums: RollUps,
  { game, last }: Group,
  all: readonly Reading[],
  memory: readonly number[],
): Known {
  const known = copyOf(last)
  for (const { reading, moved, repairs } of movementsOf(all, memory).slice(last ? 1 : 0)) {
    const one = reading as SlotReading
    one.repairs = repairs
    sums.add(one.place, game, moved, 1)
    for (let meter = 0; meter < mainNames.length; meter++) learn(known, meter, one)
  }
  return known
}

/** A new reading changes what its own meters moved; a memory event may change that of any meter the slot has. */
const aroundOf = ({ slotId, game, readings, last }: Group, cleared: readonly number[]): Around => ({
  slotId,
  game,
  times: [...readings.map(one => one.at), ...cleared.flatMap(at => [at - NEAR_MS, at + NEAR_MS])],
  meters: mainNames.filter(
    (_, meter) =>
      readings.some(one => one.values[meter] !== null) ||
      (cleared.length > 0 && last && last.values[meter] !== null),
  ),
})

async function bookLate(
  db: Db,
  sums: RollUps,
  { slotId, game, readings, last }: Group,
  around: SlotReading[],
  cleared: readonly number[],
): Promise<Known> {
  const stored = around.sort(inOrder)
  const all = [...stored, ...readings].sort(inOrder)
  const memory = falls(all) ? await memoryTimes(db, slotId, firstOf(all), all.at(-1)?.at ?? 0) : []
  const before = new Map<SlotReading, Repairs>()
  for (const { reading, moved, repairs } of movementsOf(stored, memory)) {
    sums.add(reading.place, game, moved, -1)
    before.set(reading, repairs)
  }
  for (const { reading, moved, repairs } of movementsOf(all, [...memory, ...cleared])) {
    sums.add(reading.place, game, moved, 1)
    if (reading.isNew) reading.repairs = repairs
    else if (adopt(reading.repairs, before.get(reading) ?? {}, repairs)) await storeRepairs(db, reading)
  }
  // A late reading's value is the last known one only if no later reading has that meter.
  const known = copyOf(last)
  for (let meter = 0; meter < mainNames.length; meter++) {
    const newest = all.findLast(one => one.values[meter] !== null)
    if (newest?.isNew) learn(known, meter, newest)
  }
  return known
}

/** Only what has changed: of a far neighbour, not every meter's pair was there to be judged. */
function adopt(stored: Repairs, before: Repairs, after: Repairs): boolean {
  const changed = movementNames.filter(name => before[name] !== after[name])
  for (const name of changed) {
    if (after[name]) stored[name] = after[name]
    else delete stored[name]
  }
  return changed.length > 0
}

const firstOf = ([first]: readonly Reading[]): number =>
  first ? Math.min(first.at, ...(first.times ?? []).flatMap(at => at ?? [])) : 0
const copyOf = (last: Latest | undefined): Known => ({
  values: last?.values.slice() ?? emptyValues(),
  times: last?.times.slice() ?? emptyValues(),
})

function learn(known: Known, meter: number, { values, at }: Reading): void {
  const value = values[meter] ?? null
  if (value === null) return
  known.values[meter] = value
  known.times[meter] = at
}
