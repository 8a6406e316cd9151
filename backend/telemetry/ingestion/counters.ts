/**
 * Books the movements of counter readings. A reading newer than all others is judged from the stored state of its game;
 * after a late one (or a late memory event) the readings that follow it are judged anew: see `rescan.ts`. So the sums
 * do not depend on the order of arrival.
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from '../../platform/db/database'
import { breathe } from '../../platform/process/breathe'
import { contextBetween } from '../readings/slot-history.queries'
import { copyOf, judgeReading, nothingKnown, type Outcome, type State } from '../judgement/judge-reading'
import type { Limits } from '../readings/limits'
import { newestMemory, NO_CHANGES, type Between } from '../readings/check-reading'
import { stepsOf, storeSteps, type Step } from '../judgement/meter-breaks.service'
import { storeLatest, type Latest, type LatestOf } from '../judgement/latest.service'
import { mainNames, movementNames } from '../readings/meters.contract'
import { inOrder, type Moment } from '../readings/movement'
import { insertReadings, memoryAfter, storeDiscarded, type SlotReading } from '../judgement/counter-readings'
import { floorsOf, isBelow } from '../judgement/archive-boundary.service'
import { rescan } from '../judgement/rescan'
import { rulingKey } from '../judgement/rulings.service'
import { RollUps } from '../judgement/roll-ups'
import type { Summed } from '../readings/summed'
import { slotsWithGames, type SlotOfGames } from '../judgement/slots-of-games'
import type { MemoryEvent } from '../readings/meter-marks'

/** New readings of one slot's game. */
interface Group {
  slotId: string
  game: number
  readings: SlotReading[]
  last: Latest | undefined
}

export interface Booked {
  newest: readonly Latest[]
  /** The credits now on each slot that reported them. */
  credits: Map<string, number>
  /** Slots that reported games, now or ever. */
  withGames: readonly SlotOfGames[]
  /** What is to be written, made one by one. */
  statements(db: Db, summed: Summed): Iterable<CompiledQuery>
}

/** Held readings of a game that a later reading disagreed with. */
interface DiscardedSpan {
  slotId: string
  game: number
  from: number
  to: number
}

/** What is to be written in addition to the sums. */
interface Notes {
  discarded: DiscardedSpan[]
  breaks: { slotId: string; game: number; steps: readonly Step[] }[]
}

/** What is known of a batch's slots. */
export interface OfSlots {
  /** What this batch's events say of meters. They must not be stored yet. */
  cleared: ReadonlyMap<string, readonly MemoryEvent[]>
  /** Those for which what holds ever changed, and when it did last. */
  changedAt: ReadonlyMap<string, number>
  /** Of those that have their own, as they are now. */
  limits: ReadonlyMap<string, Limits>
}

/** Without `db` undefined, when more has to be looked up than `latest`. */
export async function bookCounters(
  db: Db | undefined,
  fresh: readonly SlotReading[],
  latest: LatestOf,
  { cleared, changedAt, limits }: OfSlots,
): Promise<Booked | undefined> {
  const sums = new RollUps()
  const newest: Latest[] = []
  const notes: Notes = { discarded: [], breaks: [] }
  const keep = (
    { slotId, game, readings, last }: Group,
    state: State | undefined,
    memoryAt: number | null,
  ) => {
    const moment = newer(last, readings.at(-1))
    if (!moment || !state) return
    const { at, nano, seq, smib } = moment
    const ticketMark = last?.centsAfter === undefined ? undefined : { centsAfter: last.centsAfter }
    newest.push({ slotId, game, at, nano, seq, smib, state, memoryAt, ...ticketMark })
  }
  /** As long as nothing has changed since. */
  const heldNow = (slotId: string): Between => {
    const own = limits.get(slotId)
    return own ? { ...NOTHING, limits: [{ at: 0, limits: own }] } : NOTHING
  }
  const late: (Group & { events: readonly MemoryEvent[] })[] = []
  const unsure: Group[] = []
  for (const one of groupsOf(fresh, cleared, latest)) {
    // Awaited where there is something to wait for: a promise for each row would be most of what a row costs here.
    const turn = breathe()
    if (turn) await turn
    const { slotId, readings, last } = one
    if (!areInOrder(readings)) readings.sort(inOrder)
    const events = cleared.get(slotId) ?? []
    if (last && (events.length > 0 || readings.some(reading => inOrder(reading, last) <= 0)))
      late.push({ ...one, events })
    else {
      const judged =
        needsMemory(one) || mayCross(one, changedAt.get(slotId))
          ? undefined
          : judgedInTime(one, heldNow(slotId))
      if (!judged || judged.some(needsLook)) unsure.push(one)
      else {
        book(sums, notes, one, judged)
        keep(one, judged.at(-1)?.state, last?.memoryAt ?? null)
      }
    }
  }
  if (late.length + unsure.length > 0) {
    if (!db) return undefined
    const stored = await memoryAfter(
      db,
      unsure.map(({ slotId, last }) => ({ slotId, from: last ? oldestOf(last.state) : 0 })),
    )
    const held = await contextBetween(
      db,
      unsure.flatMap(({ slotId }) => (changedAt.has(slotId) ? slotId : [])),
    )
    for (const one of unsure) {
      const memory = [...(stored.get(one.slotId) ?? []), ...(cleared.get(one.slotId) ?? [])]
      const judged = judgedInTime(one, { ...(held.get(one.slotId) ?? heldNow(one.slotId)), memory })
      book(sums, notes, one, judged)
      keep(one, judged.at(-1)?.state, one.last ? one.last.memoryAt : newestMemory(memory))
    }
    const judged = await withoutTooLate(db, late)
    const states = await rescan(db, sums, judged)
    for (const [index, one] of judged.entries()) {
      const known = one.last?.memoryAt ?? null
      const knownMemory = known === null ? [] : [{ at: known, total: false }]
      keep(one, states[index]?.state, newestMemory([...one.events, ...knownMemory]))
    }
  }
  return {
    newest,
    credits: new Map(
      newest.flatMap(({ slotId, game, state: { values } }) =>
        game === 0 && typeof values[CREDITS] === 'number' ? [[slotId, values[CREDITS]]] : [],
      ),
    ),
    withGames: slotsWithGames(fresh, cleared, latest, late, sums),
    *statements(writer, summed) {
      for (const { slotId, game, from, to } of notes.discarded)
        yield storeDiscarded(slotId, game, from, to, writer)
      yield* insertReadings(writer, fresh)
      for (const { slotId, game, steps } of notes.breaks) yield* storeSteps(writer, slotId, game, steps)
      yield* storeLatest(writer, newest)
      yield* sums.statements(writer, summed)
    },
  }
}

/** A reading is stored but not booked once the readings around it are in an archive. */
async function withoutTooLate<Kind extends Group & { events: readonly MemoryEvent[] }>(
  db: Db,
  late: readonly Kind[],
): Promise<Kind[]> {
  const floors = await floorsOf(
    db,
    late.map(({ slotId }) => slotId),
  )
  if (floors.size === 0) return [...late]
  return late.flatMap(one => {
    const floor = floors.get(rulingKey(one.slotId, one.game))
    const readings = one.readings.filter(reading => !isBelow(floor, reading))
    if (readings.length === one.readings.length) return [one]
    for (const reading of one.readings) if (isBelow(floor, reading)) reading.held = 'too_late'
    return readings.length + one.events.length > 0 ? [{ ...one, readings }] : []
  })
}

/** Mostly they are: a SMIB tells one after the other. */
function areInOrder(readings: readonly SlotReading[]): boolean {
  for (let next = 1; next < readings.length; next++) {
    const [one, other] = [readings[next - 1], readings[next]]
    if (one && other && inOrder(one, other) > 0) return false
  }
  return true
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
  steps: readonly Step[]
}

/** The first reading of a game, and one that may be the first after a memory event. */
function needsMemory({ readings, last }: Group): boolean {
  if (!last) return true
  const { memoryAt } = last
  if (memoryAt === null) return false
  return movementNames.some(
    (_, meter) =>
      (last.state.times[meter] ?? Infinity) < memoryAt &&
      readings.some(one => (one.values[meter] ?? null) !== null),
  )
}

const NOTHING: Between = { memory: [], changes: NO_CHANGES }

/** One of its meters was last read before the slot's newest change. */
function mayCross({ readings, last }: Group, changed: number | undefined): boolean {
  if (changed === undefined) return false
  return (
    last === undefined ||
    movementNames.some(
      (_, meter) =>
        Math.min(last.state.times[meter] ?? Infinity, last.state.candidate?.times[meter] ?? Infinity) <
          changed && readings.some(one => (one.values[meter] ?? null) !== null),
    )
  )
}

/** What is not the plain difference may have to do with a memory event that is stored already. */
function needsLook({ outcome }: Judged): boolean {
  if (outcome.held) return true
  for (const _ in outcome.repairs) return true
  return false
}

const NO_STEPS: readonly Step[] = []

function judgedInTime({ readings, last }: Group, between: Between): Judged[] {
  const state = last ? copyOf(last.state) : nothingKnown()
  return readings.map(reading => {
    const { heldSince } = state
    const outcome = judgeReading(state, reading, between)
    const steps =
      heldSince === null && !outcome.begins ? NO_STEPS : stepsOf(reading, outcome, heldSince, state)
    return { reading, outcome, heldSince, state, steps }
  })
}

function book(
  sums: RollUps,
  { discarded, breaks }: Notes,
  { slotId, game }: Group,
  judged: readonly Judged[],
): void {
  for (const { reading, outcome, heldSince, steps } of judged) {
    if (steps.length > 0) breaks.push({ slotId, game, steps })
    reading.repairs = outcome.repairs
    reading.held = outcome.held ? 'open' : null
    sums.book(reading.place, game, outcome, 1)
    if (!outcome.discardsHeld || heldSince === null) continue
    for (const one of judged) {
      if (one.reading === reading) break
      if (one.reading.held === 'open' && one.reading.at >= heldSince) one.reading.held = 'stray'
    }
    discarded.push({ slotId, game, from: heldSince, to: reading.at })
  }
}

const oldestOf = ({ times }: State): number => Math.min(...times.flatMap(at => at ?? []))
