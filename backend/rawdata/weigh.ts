/** One reading against the last good values: what each meter moved, and what is doubtful about it. */
import { isOrdinary, isPlausible, isPlausibleWrap, wrapped, type Span } from './limits'
import { movementNames, type MeterValues, type MovementMeter } from './meters'
import type { Reading } from './movement'

/** A memory event this near to a fall means that the counter was cleared, not that it wrapped. Convention. */
export const NEAR_MS = 5 * 60_000
/** Marks of readings booked before 2026-11-23: `reset` booked its whole value, `jump` nothing. They are decided and stay as they are. */
export type Decided = 'reset' | 'jump'
/**
 * `rollover`: the wrapped difference is booked. `cleared`: a new run after a memory event. `restarted`: a new run proven by the readings held before.
 * `fell`, `jumped`, `silent`: doubtful.
 */
export type Verdict = 'rollover' | 'cleared' | 'restarted' | 'fell' | 'jumped' | 'silent'
/** Decided by a person: the difference was confirmed, or a break was put before the reading. */
export type Ruled = 'confirmed' | 'broken'
export type Repair = Verdict | Decided | Ruled
export type Repairs = Partial<Record<MovementMeter, Repair>>

export interface MemoryEvent {
  at: number
  /** All meters were set to zero (7A), not only perhaps (31–3A). */
  total: boolean
}

/** Last good value of each meter, and when it was read. */
export interface Known {
  values: MeterValues
  times: (number | null)[]
}
const GAMES = movementNames.indexOf('games_played')

export interface Weighed {
  moved: number[]
  repairs: Repairs
  doubtful: boolean
  cleared: boolean
}

export function weigh(
  known: Known,
  reading: Reading,
  memory: readonly MemoryEvent[],
  clearedAt: number | null,
  decided?: Repairs,
): Weighed {
  const repairs: Repairs = {}
  let [doubtful, cleared] = [false, false]
  const moved = movementNames.map((name, meter) => {
    const value = reading.values[meter] ?? null
    const before = known.values[meter] ?? null
    if (value === null || before === null) return 0
    if (decided) {
      const mark = decided[name]
      if (mark) repairs[name] = mark
      return mark === 'reset'
        ? value
        : mark === 'jump'
          ? 0
          : value >= before
            ? value - before
            : wrapped(before, value)
    }
    const readAt = known.times[meter] ?? 0
    const verdict = verdictOf(name, before, value, {
      from: readAt,
      to: reading.at,
      games: gamesBetween(known, reading, readAt),
      cleared: wasCleared(memory, readAt, reading.at, value < before, clearedAt),
    })
    if (verdict === undefined) return value - before
    repairs[name] = verdict
    if (verdict === 'rollover') return wrapped(before, value)
    if (verdict === 'cleared') cleared = true
    else doubtful = true
    return 0
  })
  return { moved, repairs, doubtful, cleared }
}

function verdictOf(
  name: MovementMeter,
  before: number,
  value: number,
  span: Span & { cleared: boolean },
): Exclude<Verdict, 'restarted'> | undefined {
  if (span.cleared) return 'cleared'
  if (value < before) return isPlausibleWrap(name, before, value, span) ? 'rollover' : 'fell'
  if (!isPlausible(name, value - before, span)) return 'jumped'
  return isOrdinary(name, before, value, span) ? undefined : 'silent'
}

/**
 * A total clearing makes a new run of the first reading at or after it, also on a rise; a doubtful one, or one that is a little off in time, only
 * together with a fall. What is stamped just after the fall that it explains is not another one.
 */
const wasCleared = (
  memory: readonly MemoryEvent[],
  from: number,
  to: number,
  fell: boolean,
  clearedAt: number | null,
): boolean =>
  memory.some(({ at, total }) =>
    fell
      ? at >= from - NEAR_MS && at <= to + NEAR_MS
      : total && at > from && at <= to && !(clearedAt === from && at <= from + NEAR_MS),
  )

/** Undefined when they are not told for the whole span. */
function gamesBetween({ values, times }: Known, reading: Reading, from: number): number | undefined {
  const [before, now] = [values[GAMES] ?? null, reading.values[GAMES] ?? null]
  if (before === null || now === null || now < before || (times[GAMES] ?? 0) > from) return undefined
  return now - before
}
