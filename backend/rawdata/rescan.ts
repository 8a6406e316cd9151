/**
 * A late reading, or a late memory event, changes how the readings after it are judged. They are judged twice, without and with it, from the last good
 * reading before it to where both agree again: what was booked for them is taken back and booked anew.
 */
import type { Db } from '../db/database'
import { memoryAfter, readingsFrom, stateBefore, storeJudgement, type SlotReading } from './counter-readings'
import { agree, copyOf, judge, NEAR_MS, type MemoryEvent, type Outcome, type State } from './judge'
import type { Latest } from './latest.service'
import { mainNames } from './meters'
import { inOrder } from './movement'
import type { RollUps } from './roll-ups'

/** Readings loaded at once: mostly the next one is enough, sometimes a long stretch was held. */
const FIRST_PIECE = 16
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

/** Where judgement stands after the newest reading. */
export async function rescan(db: Db, sums: RollUps, late: Late): Promise<State | undefined> {
  const { slotId, game, readings, last, events } = late
  const from = Math.min(...readings.map(one => one.at), ...events.map(one => one.at - NEAR_MS))
  const { state, anchor } = await stateBefore(db, slotId, game, from, metersOf(late))
  const stored = await memoryAfter(db, slotId, Math.min(from, ...state.times.flatMap(at => at ?? [])))
  const before = new Run(copyOf(state), stored)
  const after = new Run(state, [...stored, ...events])
  const settled = Math.max(...readings.map(one => one.at), ...events.map(one => one.at + NEAR_MS))
  // A meter that was last read before the event may still fall because of it.
  const explained = Math.max(0, ...events.map(one => one.at + NEAR_MS))
  let waiting = [...readings]
  let cursor = { at: anchor?.at ?? 0, same: true }
  let converged = false
  for (let piece = FIRST_PIECE, end = false; !end && !converged; piece = PIECE) {
    const loaded = await readingsFrom(db, slotId, game, cursor, piece)
    end = loaded.end
    const reach = end ? Infinity : (loaded.readings.at(-1)?.at ?? 0)
    cursor = { at: reach, same: false }
    const all = [...loaded.readings, ...waiting.filter(one => one.at <= reach)].sort(inOrder)
    waiting = waiting.filter(one => one.at > reach)
    for (const reading of all) {
      if (anchor && !reading.isNew && inOrder(reading, anchor) <= 0) continue
      if (!reading.isNew) before.next(reading)
      after.next(reading)
      if (!reading.isNew && reading.at > settled && agree(before.state, after.state, explained)) {
        converged = true
        break
      }
    }
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
