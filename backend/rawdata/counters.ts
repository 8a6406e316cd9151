/**
 * Books the movements of counter readings. A reading newer than all others is judged from where its game's judgement stands, which is kept at hand;
 * after a late one (or a late memory event) the readings that follow it are judged anew: see `rescan.ts`. So the sums do not depend on the order of
 * arrival.
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/database'
import { copyOf, judge, nothingKnown, type MemoryEvent, type Outcome, type State } from './judge'
import { storeLatest, type Latest, type LatestOf } from './latest.service'
import { mainNames, movementNames } from './meters'
import { inOrder, type Moment } from './movement'
import { insertReadings, memoryAfter, storeStrays, type SlotReading } from './counter-readings'
import { rescan } from './rescan'
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

/** Readings of a game that turned out to be strays. */
interface Strays {
  slotId: string
  game: number
  from: number
  to: number
}

/** `cleared`: memory events of this batch, by slot. They must not be stored yet. Without `db` undefined, when more has to be looked up than `latest`. */
export async function bookCounters(
  db: Db | undefined,
  fresh: readonly SlotReading[],
  cleared: ReadonlyMap<string, readonly MemoryEvent[]>,
  latest: LatestOf,
): Promise<Booked | undefined> {
  const sums = new RollUps()
  const newest: Latest[] = []
  const strays: Strays[] = []
  for (const one of groupsOf(fresh, cleared, latest)) {
    const { slotId, game, readings, last } = one
    if (readings.length > 1) readings.sort(inOrder)
    const events = cleared.get(slotId) ?? []
    const isLate = last && (events.length > 0 || readings.some(reading => inOrder(reading, last) <= 0))
    const judged = isLate || needsMemory(one, events) ? undefined : judgedInTime(one, [])
    let state = judged?.some(needsLook) === false ? judged.at(-1)?.state : undefined
    let memoryAt = last?.memoryAt ?? null
    if (state && judged) book(sums, strays, one, judged)
    else {
      if (!db) return undefined
      if (isLate) state = await rescan(db, sums, { slotId, game, readings, last, events })
      else {
        const memory = [...(await memoryAfter(db, slotId, last ? oldestOf(last.state) : 0)), ...events]
        if (!last) memoryAt = newestOf(memory)
        const again = judgedInTime(one, memory)
        book(sums, strays, one, again)
        state = again.at(-1)?.state
      }
      memoryAt = newestOf([...events, ...(memoryAt === null ? [] : [{ at: memoryAt }])])
    }
    const moment = newer(last, readings.at(-1))
    if (moment && state)
      newest.push({
        slotId,
        game,
        at: moment.at,
        nano: moment.nano,
        seq: moment.seq,
        smib: moment.smib,
        state,
        memoryAt,
      })
  }
  return {
    newest,
    credits: new Map(
      newest.flatMap(({ slotId, game, state: { values } }) =>
        game === 0 && typeof values[CREDITS] === 'number' ? [[slotId, values[CREDITS]]] : [],
      ),
    ),
    *statements(writer) {
      for (const { slotId, game, from, to } of strays) yield storeStrays(slotId, game, from, to, writer)
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
  cleared: ReadonlyMap<string, readonly MemoryEvent[]>,
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

interface Judged {
  reading: SlotReading
  outcome: Outcome
  /** Since when readings were held before this one. */
  heldSince: number | null
  /** After it. */
  state: State
}

/** The first reading of a game, and one that may be the first after a memory event. */
function needsMemory({ readings, last }: Group, events: readonly MemoryEvent[]): boolean {
  if (!last || events.length > 0) return true
  const { memoryAt } = last
  if (memoryAt === null) return false
  return movementNames.some(
    (_, meter) =>
      (last.state.times[meter] ?? Infinity) < memoryAt &&
      readings.some(one => (one.values[meter] ?? null) !== null),
  )
}

/** What is not the plain difference may have to do with a memory event that is stored already. */
function needsLook({ outcome }: Judged): boolean {
  if (outcome.held) return true
  for (const _ in outcome.repairs) return true
  return false
}

function judgedInTime({ readings, last }: Group, memory: readonly MemoryEvent[]): Judged[] {
  const state = last ? copyOf(last.state) : nothingKnown()
  return readings.map(reading => {
    const { heldSince } = state
    return { reading, outcome: judge(state, reading, memory), heldSince, state }
  })
}

function book(sums: RollUps, strays: Strays[], { slotId, game }: Group, judged: readonly Judged[]): void {
  for (const { reading, outcome, heldSince } of judged) {
    reading.repairs = outcome.repairs
    reading.held = outcome.held ? 'open' : null
    sums.add(reading.place, game, outcome.moved, 1)
    if (!outcome.strays || heldSince === null) continue
    for (const one of judged) {
      if (one.reading === reading) break
      if (one.reading.held === 'open' && one.reading.at >= heldSince) one.reading.held = 'stray'
    }
    strays.push({ slotId, game, from: heldSince, to: reading.at })
  }
}

const newestOf = (memory: readonly { at: number }[]): number | null =>
  memory.reduce<number | null>((newest, { at }) => (newest === null ? at : Math.max(newest, at)), null)

const oldestOf = ({ times }: State): number => Math.min(...times.flatMap(at => at ?? []))
