/**
 * What a slot's meters moved, judged reading by reading in their order. Nothing doubtful is booked: a reading with a
 * doubtful meter is held, and the next one is compared with the last good one before it. Pure; the same readings and
 * memory events give the same outcomes, however they arrived.
 */
import {
  emptyValues,
  mainNames,
  movementNames,
  type MeterValues,
  type MovementMeter,
} from '../readings/meters.contract'
import { isManual, type Reading } from '../readings/movement'
import { movedBy, type Decided } from './rulings.service'
import { sameTickets, withTickets, type Tickets } from './ticket-cents'
import {
  isUnproven,
  newestOf,
  checkReading,
  type Between,
  type Known,
  type Straddle,
  type Checked,
} from '../readings/check-reading'
import type { Repairs, Ruled } from '../readings/meter-marks'

/** All reported meters this low after a fall: the memory may have been cleared without an event. Convention. */
const NEAR_ZERO = 1_000
/** So many readings that rise along one line, and none on the old one, are a new run. Convention. */
const PROOF = 4

/** The line of the readings held since the last good one: perhaps the beginning of a new run. */
interface PendingRun extends Known {
  /** How many of them rose along this line. */
  agreed: number
  /** It began with all meters near zero. */
  zero: boolean
  /** Meters that it rose too far to begin with. */
  jumped: MovementMeter[]
  /** Meters that were in doubt when it began; stored since 2026-11-26. */
  doubted?: MovementMeter[]
}
/** The line that a person's ruling left: a reading that goes on with it contradicts the ruling. */
interface Left extends Known {
  crossing: number
}
export interface State extends Known {
  provenAt: number | null
  /** When the last good reading is the first after a memory event: its time. */
  clearedAt: number | null
  candidate: PendingRun | null
  /** When the first reading was held after the last good one. */
  heldSince: number | null
  /** Until the next good reading. */
  left: Left | null
  /** Absent for most: a game that tells tickets in credits alone. */
  tickets?: Tickets | undefined
}
/** A reading with which a new line begins that nobody has decided of. */
interface Begun {
  before: MeterValues
  lastAt: number | null
}
export interface Outcome {
  /** By meter, in the order of `movementNames`. Never negative. */
  moved: readonly number[]
  /** What is booked elsewhere: not in `moved`. */
  straddles?: readonly Straddle[]
  repairs: Repairs
  held: boolean
  /** The readings held before this one are discarded, since it agrees with the last good one before them. */
  discardsHeld: boolean
  begins?: Begun
  /** The breaks whose rulings were applied here, or contradicted. */
  ruled?: number | undefined
  contests?: number | undefined
}

export const nothingKnown = (): State => ({
  values: emptyValues(),
  times: emptyValues(),
  provenAt: null,
  clearedAt: null,
  candidate: null,
  heldSince: null,
  left: null,
})

export const copyOf = ({
  values,
  times,
  provenAt,
  clearedAt,
  candidate,
  heldSince,
  left,
  tickets,
}: State): State => ({
  values: values.slice(),
  times: times.slice(),
  provenAt,
  clearedAt,
  candidate: candidate && {
    ...candidate,
    values: candidate.values.slice(),
    times: candidate.times.slice(),
  },
  heldSince,
  left: left && { ...left, values: left.values.slice(), times: left.times.slice() },
  ...(tickets && { tickets }),
})

const UNCONTESTED = {}

/** Judges the next reading and moves `state` on. */
export function judgeReading(state: State, reading: Reading, between: Between, ruling?: Decided): Outcome {
  const outcome = judgeMeters(state, reading, between, ruling)
  return outcome.held ? outcome : withTickets(state, reading, outcome, between)
}

function judgeMeters(state: State, reading: Reading, between: Between, ruling?: Decided): Outcome {
  const decided = isDecided(reading.repairs)
  const own = checkReading(state, reading, between, state.clearedAt, decided ? reading.repairs : undefined)
  const { candidate } = state
  if (candidate && !decided && !own.cleared) confirmJump(candidate, reading, own)
  const forced = ruling && ruledBy(state, reading, own, ruling)
  if (forced && (forced.contests === undefined || ruling?.kind === 'insert')) return forced
  const contests = forced?.contests ?? contradicted(state, reading, own, between)
  const contesting = contests === undefined ? UNCONTESTED : { contests }
  const begins: Begun | undefined =
    own.doubtful || own.cleared || own.startsAnew
      ? { before: state.values.slice(), lastAt: newestOf(state.times) }
      : undefined
  const { left } = state
  if (!own.doubtful) {
    // It says nothing of what is in doubt, and so neither for nor against it: it waits with it.
    if (candidate && !own.cleared && !decided && !hasDoubtedMeter(candidate, reading)) {
      learn(candidate, reading)
      return { moved: NOTHING, repairs: {}, held: true, discardsHeld: false, ...contesting }
    }
    const discardsHeld = candidate !== null && !own.cleared && !decided
    take(state, reading, own.cleared ? reading.at : null, own.cleared)
    if (!begins && !discardsHeld && contests === undefined && own.straddles.length === 0)
      return { moved: own.moved, repairs: own.repairs, held: false, discardsHeld: false }
    return {
      moved: own.moved,
      repairs: own.repairs,
      held: false,
      discardsHeld,
      ...(own.straddles.length > 0 && { straddles: own.straddles }),
      ...(begins && { begins }),
      ...(discardsHeld && left && { ruled: left.crossing }),
      ...contesting,
    }
  }
  state.heldSince ??= reading.at
  const along =
    candidate && goesOnFrom(candidate, reading) ? checkReading(candidate, reading, between, null) : undefined
  if (candidate && along && !along.doubtful) {
    if (along.moved.some(one => one > 0)) candidate.agreed++
    if (candidate.agreed >= (candidate.zero ? 1 : PROOF)) {
      take(state, reading, null, true)
      return {
        moved: along.moved,
        ...(along.straddles.length > 0 && { straddles: along.straddles }),
        repairs: restarted(own.repairs),
        held: false,
        discardsHeld: false,
      }
    }
    learn(candidate, reading)
    return { moved: NOTHING, repairs: own.repairs, held: true, discardsHeld: false, ...contesting }
  }
  state.candidate = pendingRunFrom(reading, own.repairs)
  return {
    moved: NOTHING,
    repairs: own.repairs,
    held: true,
    discardsHeld: false,
    ...(begins && { begins }),
    ...contesting,
  }
}

const hasDoubtedMeter = ({ doubted }: PendingRun, { values }: Reading): boolean =>
  !doubted || doubted.some(name => (values[movementNames.indexOf(name)] ?? null) !== null)

/** Applies a person's decision; `contests` when a later reading contradicts it. */
function ruledBy(state: State, reading: Reading, own: Checked, ruling: Decided): Outcome | undefined {
  const { crossing } = ruling
  if (ruling.kind === 'ignore')
    return own.doubtful || own.cleared
      ? { moved: NOTHING, repairs: own.repairs, held: true, discardsHeld: false, ruled: crossing }
      : undefined
  const moved = movedBy(ruling, state.values, reading.values)
  const plain = { moved: NOTHING, repairs: own.repairs, held: false, discardsHeld: state.candidate !== null }
  if (!moved) return { ...plain, discardsHeld: false, contests: crossing }
  const left: Left = {
    values: state.values.slice(),
    times: state.times.slice(),
    crossing,
  }
  take(state, reading, own.cleared ? reading.at : null, true)
  if (ruling.kind === 'insert') return { ...plain, moved, ruled: crossing }
  state.left = left
  const mark: Ruled = ruling.kind === 'confirm' ? 'confirmed' : 'broken'
  const names = ruling.kind === 'break' ? Object.keys(ruling.before) : Object.keys(own.repairs)
  return { ...plain, moved, repairs: Object.fromEntries(names.map(name => [name, mark])), ruled: crossing }
}

/** A doubtful reading that goes on with the line that a ruling left says that the ruling was wrong. */
function contradicted({ left }: State, reading: Reading, own: Checked, between: Between): number | undefined {
  if (!left || !own.doubtful) return undefined
  const along = checkReading(left, reading, between, null)
  return along.doubtful || along.cleared ? undefined : left.crossing
}

const NOTHING: readonly number[] = movementNames.map(() => 0)
/** Somebody ignores it: judgement goes on as if it had not come. */
export const PASSED_BY: Outcome = { moved: NOTHING, repairs: {}, held: true, discardsHeld: false }
/** Any jump fits at last, since the limit grows with time: so a reading that stands as high counts as a jump, too. */
function confirmJump(candidate: PendingRun, reading: Reading, own: Checked): void {
  for (const name of candidate.jumped) {
    const meter = movementNames.indexOf(name)
    const value = reading.values[meter] ?? null
    if (value === null || value < (candidate.values[meter] ?? Infinity)) continue
    own.repairs[name] = 'jumped'
    own.doubtful = true
  }
}

/** Zeros may come from a SMIB that has read nothing yet: a reading far from zero then starts a line to be proven. */
const goesOnFrom = (candidate: PendingRun, { values }: Reading): boolean =>
  !movementNames.every((_, meter) => (candidate.values[meter] ?? 0) === 0) ||
  movementNames.every((_, meter) => candidate.values[meter] !== 0 || (values[meter] ?? 0) <= NEAR_ZERO)

function pendingRunFrom(reading: Reading, repairs: Repairs): PendingRun {
  const candidate: PendingRun = {
    values: emptyValues(),
    times: emptyValues(),
    agreed: 0,
    zero:
      movementNames.some(name => repairs[name] === 'fell') &&
      movementNames.every((_, meter) => (reading.values[meter] ?? 0) <= NEAR_ZERO),
    jumped: movementNames.filter(name => repairs[name] === 'jumped'),
    doubted: movementNames.filter(name => isDoubt(repairs[name])),
  }
  learn(candidate, reading)
  return candidate
}

const isDoubt = (mark: Repairs[MovementMeter]): boolean =>
  mark === 'fell' || mark === 'jumped' || mark === 'silent'

/** What was doubtful against the old run begins the new one. */
const restarted = (repairs: Repairs): Repairs =>
  Object.fromEntries(Object.entries(repairs).map(([name]) => [name, 'restarted' as const]))

/** `isProven`: its values are right even where they are zero. */
function take(state: State, reading: Reading, clearedAt: number | null, isProven: boolean): void {
  learn(state, reading)
  if (isProven || isManual(reading) || movementNames.some((_, meter) => (reading.values[meter] ?? 0) > 0))
    state.provenAt ??= reading.at
  state.clearedAt = clearedAt
  state.candidate = null
  state.heldSince = null
  state.left = null
}

function learn(known: Known, { values, at }: Reading): void {
  for (let meter = 0; meter < mainNames.length; meter++) {
    const value = values[meter] ?? null
    if (value === null) continue
    known.values[meter] = value
    known.times[meter] = at
  }
}

/** Nothing is held in either, every meter was read after `since`, and so every later reading will be judged alike. */
export const agree = (a: State, b: State, since: number): boolean =>
  !a.candidate &&
  !b.candidate &&
  !a.left &&
  !b.left &&
  sameTickets(a.tickets, b.tickets) &&
  a.clearedAt === b.clearedAt &&
  (a.provenAt === null) === (b.provenAt === null) &&
  a.values.every((value, meter) => value !== 0 || isUnprovenIn(a, meter) === isUnprovenIn(b, meter)) &&
  a.values.every((value, meter) => value === b.values[meter] && a.times[meter] === b.times[meter]) &&
  a.times.every(at => at === null || at > since)

const isUnprovenIn = (state: State, meter: number): boolean => isUnproven(state, state.times[meter] ?? 0)

function isDecided(repairs: Repairs | undefined): boolean {
  for (const name in repairs) {
    const mark = repairs[name as MovementMeter]
    if (mark === 'reset' || mark === 'jump') return true
  }
  return false
}
