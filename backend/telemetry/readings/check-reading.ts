/** One reading against the last good values: what each meter moved, and what is doubtful about it. */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import {
  isOrdinary,
  isPlausible,
  isPlausibleWrap,
  usualLimits,
  wrapped,
  type Limits,
  type Span,
} from './limits'
import { movementNames, type MeterValues, type MovementMeter } from './meters.contract'
import type { Reading } from './movement'
import { endOf, type Place } from './place'
import type { MemoryEvent, Repairs, Verdict, Repair } from './meter-marks'

/**
 * What an attendant was called for shows on the meters when it happens, or when they have paid it. Convention: within a
 * day.
 */
export const PAID_WITHIN_MS = DAY_MS
/** A memory event this near to a fall means that the counter was cleared, not that it wrapped. Convention. */
export const NEAR_MS = 5 * MINUTE_MS

/** What follows an event by more than this is not explained by it. */
export const reachOf = ({ paid }: MemoryEvent): number => (paid ? PAID_WITHIN_MS : NEAR_MS)
export const isSameEvent = (one: MemoryEvent, other: MemoryEvent): boolean =>
  one.at === other.at &&
  one.total === other.total &&
  one.paid?.minor === other.paid?.minor &&
  one.paid?.isJackpot === other.paid?.isJackpot
/** When memory was last cleared or in doubt. */
export const newestMemory = (events: readonly MemoryEvent[]): number | null =>
  events.reduce<number | null>(
    (newest, { at, paid }) => (paid || (newest !== null && newest >= at) ? newest : at),
    null,
  )

/** Last good value of each meter, and when it was read. */
export interface Known {
  values: MeterValues
  times: (number | null)[]
  /**
   * When the game first reported anything but zeros, or a person or a clearing said that they are right; null: not
   * yet. Absent where that is no question.
   */
  provenAt?: number | null
}

/** From an instant on the slot stands elsewhere, or at another price. */
export interface PlaceChange {
  /** What ends at or before it belongs to what held before. */
  at: number
  /** Price or currency, too: what lies across it cannot be booked. */
  price: boolean
  /** What held before, at that instant. */
  place: Place
}
/** Movement that is booked not where its reading was taken, but where the slot stood before. */
export interface Straddle {
  change: PlaceChange
  moved: readonly number[]
}
/** What may lie between two readings. */
export interface Between {
  memory: readonly MemoryEvent[]
  /** In order of time. */
  changes: readonly PlaceChange[]
  /** Of a slot that has limits of its own, or had: from which instant on which held, in order. */
  limits?: readonly LimitsFrom[] | undefined
  /** What was read up to here was booked before the cents meters of tickets led. */
  centsAfter?: number | undefined
}
export interface LimitsFrom {
  at: number
  limits: Limits
}
export const NO_CHANGES: readonly PlaceChange[] = []

const NO_STRADDLES: readonly Straddle[] = []
const UNMOVED: readonly number[] = movementNames.map(() => 0)
const GAMES = movementNames.indexOf('games_played')

export interface Checked {
  moved: number[]
  repairs: Repairs
  doubtful: boolean
  cleared: boolean
  /**
   * Nothing of what was crossed is booked, and a new run begins at once: the price changed, or no baseline was there.
   */
  startsAnew: boolean
  straddles: readonly Straddle[]
}

export function checkReading(
  known: Known,
  reading: Reading,
  { memory, changes, limits: own }: Between,
  clearedAt: number | null,
  decided?: Repairs,
): Checked {
  const repairs: Repairs = {}
  let doubtful = false
  let cleared = false
  let startsAnew = false
  let straddles: Map<PlaceChange, number[]> | undefined
  const across = changes.length > 0 && !decided ? crossedBetween(changes, reading) : undefined
  const moved = UNMOVED.slice()
  const limits = limitsAt(own, reading)
  // Mostly all meters were read together: what lies between is made once, and not for each of them. Its objects were a
  // quarter of all that ingestion made.
  let span: Span | undefined
  for (let meter = 0; meter < movementNames.length; meter++) {
    const name = movementNames[meter]
    if (name === undefined) break
    const value = reading.values[meter] ?? null
    const before = known.values[meter] ?? null
    if (value === null || before === null) continue
    if (decided) {
      const mark = decided[name]
      if (mark) repairs[name] = mark
      moved[meter] = movedAsDecided(mark, before, value)
      continue
    }
    const readAt = known.times[meter] ?? 0
    if (span?.from !== readAt)
      span = { from: readAt, to: reading.at, games: gamesBetween(known, reading, readAt) }
    let verdict: ReturnType<typeof verdictOf> | 'cleared' | 'unproven' = wasCleared(
      memory,
      readAt,
      reading.at,
      value < before,
      clearedAt,
    )
      ? 'cleared'
      : before === 0 && value > 0 && isUnproven(known, readAt)
        ? 'unproven'
        : verdictOf(name, before, value, span, limits)
    if (verdict === 'jumped' && memory.length > 0)
      verdict = verdictOf(name, before, value, span, limits, paidIn(memory, name, readAt, reading))
    if (verdict) repairs[name] = verdict
    if (verdict === undefined || verdict === 'rollover') {
      const difference = verdict ? wrapped(before, value) : value - before
      const crossed = difference > 0 ? across?.(readAt) : undefined
      if (!crossed) {
        moved[meter] = difference
        continue
      }
      if (crossed.price) {
        startsAnew = true
        repairs[name] = 'repriced'
        continue
      }
      repairs[name] ??= 'straddle'
      straddles ??= new Map()
      const booked = straddles.get(crossed.change) ?? UNMOVED.slice()
      booked[meter] = difference
      straddles.set(crossed.change, booked)
      continue
    }
    if (verdict === 'cleared') cleared = true
    else if (verdict === 'unproven') startsAnew = true
    else doubtful = true
  }
  if (doubtful) for (const name of movementNames) if (isAcross(repairs[name])) delete repairs[name]
  return {
    moved,
    repairs,
    doubtful,
    cleared,
    startsAnew,
    straddles: straddles
      ? [...straddles].map(([change, booked]) => ({ change, moved: booked }))
      : NO_STRADDLES,
  }
}

/** A zero that was read at that time may be the zero of a SMIB that has read nothing yet. */
export const isUnproven = ({ provenAt }: Known, readAt: number): boolean =>
  provenAt !== undefined && (provenAt === null || readAt < provenAt)

const movedAsDecided = (mark: Repair | undefined, before: number, value: number): number =>
  mark === 'reset' ? value : mark === 'jump' ? 0 : value >= before ? value - before : wrapped(before, value)

const isAcross = (mark: Repair | undefined): boolean => mark === 'straddle' || mark === 'repriced'

/**
 * For a meter that was last read at an instant: the first change since, up to this reading, and whether any of them
 * changed the price.
 */
function crossedBetween(changes: readonly PlaceChange[], reading: Reading) {
  const end = endOf(reading.at, reading.nano)
  const before = changes.filter(({ at }) => at < end)
  if (before.length === 0) return undefined
  return (readAt: number): { change: PlaceChange; price: boolean } | undefined => {
    // Read at the very instant of a change: nothing lies across it.
    const crossed = before.filter(({ at }) => at > readAt)
    const [change] = crossed
    return change && { change, price: crossed.some(one => one.price) }
  }
}

export const newestOf = (times: Known['times']): number | null =>
  times.reduce<number | null>((newest, at) => (at !== null && at > (newest ?? 0) ? at : newest), null)

function verdictOf(
  name: MovementMeter,
  before: number,
  value: number,
  span: Span,
  limits: Limits,
  paid = 0,
): Exclude<Verdict, 'restarted' | 'cleared' | 'unproven'> | undefined {
  if (value < before) return isPlausibleWrap(name, before, value, span, limits) ? 'rollover' : 'fell'
  if (!isPlausible(name, value - before, span, limits, paid)) return 'jumped'
  return isOrdinary(name, before, value, span, limits) ? undefined : 'silent'
}

/** Those that held just before the reading was taken, as its price did. */
export function limitsAt(
  own: readonly LimitsFrom[] | undefined,
  { at, nano }: Pick<Reading, 'at' | 'nano'>,
): Limits {
  if (!own) return usualLimits
  const end = endOf(at, nano)
  return (own.findLast(one => one.at < end) ?? own[0])?.limits ?? usualLimits
}

const wins: ReadonlySet<MovementMeter> = new Set(['coin_out', 'jackpot'])

/** Credits of the largest payment by hand that a meter can show between two readings; 0 where none was reported. */
function paidIn(
  memory: readonly MemoryEvent[],
  meter: MovementMeter,
  from: number,
  { at: to, place }: Reading,
): number {
  const isWin = wins.has(meter)
  if (!place || !(isWin || meter === 'handpaid_cancelled')) return 0
  let largest = 0
  for (const { at, paid } of memory)
    if (paid && paid.isJackpot !== !isWin && at >= from - PAID_WITHIN_MS && at <= to + NEAR_MS)
      largest = Math.max(largest, Math.ceil(paid.minor / place.denomination))
  return largest
}

/**
 * A total clearing makes a new run of the first reading at or after it, also on a rise; a doubtful one, or one that is
 * a little off in time, only together with a fall. What is stamped just after the fall that it explains is not another
 * one.
 */
const wasCleared = (
  memory: readonly MemoryEvent[],
  from: number,
  to: number,
  fell: boolean,
  clearedAt: number | null,
): boolean =>
  memory.length > 0 &&
  memory.some(({ at, total, paid }) =>
    paid
      ? false
      : fell
        ? at >= from - NEAR_MS && at <= to + NEAR_MS
        : total && at > from && at <= to && !(clearedAt === from && at <= from + NEAR_MS),
  )

/** Undefined when they are not reported for the whole span. */
function gamesBetween({ values, times }: Known, reading: Reading, from: number): number | undefined {
  const before = values[GAMES] ?? null
  const now = reading.values[GAMES] ?? null
  if (before === null || now === null || now < before || (times[GAMES] ?? 0) > from) return undefined
  return now - before
}
