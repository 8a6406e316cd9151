/**
 * A late reading, or a late memory event, changes how the readings after it are judged. They are judged twice, without and with it, from the last good
 * reading before it to where both agree again: what was booked for them is taken back and booked anew.
 */
import type { Db } from '../db/database'
import {
  memoryAfter,
  openings,
  readingsFrom,
  stateAt,
  stateBefore,
  storeJudgement,
  type Opening,
  type SlotReading,
} from './counter-readings'
import {
  agree,
  copyOf,
  judge,
  NEAR_MS,
  nothingKnown,
  type MemoryEvent,
  type Outcome,
  type State,
} from './judge'
import type { Latest } from './latest.service'
import { mainNames } from './meters'
import { inOrder } from './movement'
import type { RollUps } from './roll-ups'

/** Readings loaded at once, after the first few. */
const PIECE = 1_000

export interface Late {
  slotId: string
  game: number
  /** In order. */
  readings: readonly SlotReading[]
  last: Latest | undefined
  events: readonly MemoryEvent[]
}

/** How a reading was judged in one of the two runs, strays told. */
type Verdicts = Map<SlotReading, { outcome: Outcome; held: SlotReading['held'] }>

/** For each, where judgement stands after its newest reading. */
export async function rescan(db: Db, sums: RollUps, lates: readonly Late[]): Promise<(State | undefined)[]> {
  if (lates.length === 0) return []
  const from = lates.map(({ readings, events }) =>
    Math.min(...readings.map(one => one.at), ...events.map(one => one.at - NEAR_MS)),
  )
  const opened = await openings(
    db,
    lates.map(({ slotId, game }, index) => ({ slotId, game, from: from[index] ?? 0 })),
  )
  const starts: Start[] = []
  for (const [index, late] of lates.entries()) {
    const opening = opened[index]
    const since = from[index]
    if (!opening || since === undefined) continue
    const { anchor } = opening
    const state = !anchor
      ? nothingKnown()
      : (stateAt(anchor, metersOf(late)) ??
        (await stateBefore(db, late.slotId, late.game, since, metersOf(late))).state)
    starts.push({ late, opening, state, since: Math.min(since, ...state.times.flatMap(at => at ?? [])) })
  }
  const memory = await memoryAfter(
    db,
    starts.map(({ late, since }) => ({ slotId: late.slotId, from: since })),
  )
  const states: (State | undefined)[] = []
  for (const start of starts)
    states.push(await rescanned(db, sums, start, memory.get(start.late.slotId) ?? []))
  return states
}

interface Start {
  late: Late
  opening: Opening
  state: State
  /** Memory events from here on matter. */
  since: number
}

async function rescanned(
  db: Db,
  sums: RollUps,
  { late, opening, state }: Start,
  stored: readonly MemoryEvent[],
): Promise<State | undefined> {
  const { slotId, game, readings, last, events } = late
  const before = new Run(copyOf(state), stored)
  const after = new Run(state, [...stored, ...events])
  const settled = Math.max(...readings.map(one => one.at), ...events.map(one => one.at + NEAR_MS))
  // A meter that was last read before the event may still fall because of it.
  const explained = Math.max(0, ...events.map(one => one.at + NEAR_MS))
  let waiting = [...readings]
  let { after: loaded, reach } = opening
  let converged = false
  for (;;) {
    for (const reading of [...loaded, ...waiting.filter(one => one.at <= reach)].sort(inOrder)) {
      if (!reading.isNew) before.next(reading)
      after.next(reading)
      converged = !reading.isNew && reading.at > settled && agree(before.state, after.state, explained)
      if (converged) break
    }
    if (converged || reach === Infinity) break
    const passed = reach
    waiting = waiting.filter(one => one.at > passed)
    const more = await readingsFrom(db, slotId, game, { at: passed, same: false }, PIECE)
    loaded = more.readings
    reach = more.end ? Infinity : (loaded.at(-1)?.at ?? Infinity)
  }
  await settle(db, sums, game, before.verdicts, after.verdicts)
  return converged ? last?.state : after.state
}

/** Those whose state can matter: all that the game ever told. */
const metersOf = ({ readings, last }: Late) =>
  mainNames.filter(
    (_, meter) =>
      (last?.state.values[meter] ?? null) !== null ||
      (last?.state.candidate?.values[meter] ?? null) !== null ||
      readings.some(one => one.values[meter] !== null),
  )

class Run {
  readonly verdicts: Verdicts = new Map()
  private held: SlotReading[] = []

  constructor(
    readonly state: State,
    private readonly memory: readonly MemoryEvent[],
  ) {}

  next(reading: SlotReading): void {
    const outcome = judge(this.state, reading, this.memory)
    this.verdicts.set(reading, { outcome, held: outcome.held ? 'open' : null })
    if (outcome.held) {
      this.held.push(reading)
      return
    }
    for (const one of outcome.strays ? this.held : []) {
      const verdict = this.verdicts.get(one)
      if (verdict) verdict.held = 'stray'
    }
    this.held = []
  }
}

/** Only what has become another is written: readings from before judgement was kept stay marked as they were booked. */
async function settle(db: Db, sums: RollUps, game: number, before: Verdicts, after: Verdicts): Promise<void> {
  for (const [reading, { outcome }] of before) sums.add(reading.place, game, outcome.moved, -1)
  for (const [reading, { outcome, held }] of after) {
    sums.add(reading.place, game, outcome.moved, 1)
    const was = before.get(reading)
    const changed =
      was?.held !== held || JSON.stringify(was.outcome.repairs) !== JSON.stringify(outcome.repairs)
    if (!changed) continue
    reading.repairs = outcome.repairs
    reading.held = held
    if (!reading.isNew) await storeJudgement(db, reading)
  }
}
