/** What a slot's counters moved between its readings (domain notes, section 4, "Repair rule"). Pure. */
import { movementNames, type MeterValues, type MovementMeter } from './meters'

/** Eight BCD digits wrap here; the ten-digit meters a hundred times later. Credits or counts. */
export const MODULI = [100_000_000, 10_000_000_000] as const
/** A memory event this near to a fall means that the counter was cleared, not that it wrapped. Convention. */
export const NEAR_MS = 5 * 60_000
/** No slot moves this much between two readings: a new baseline, nothing to add. Convention. */
const IMPLAUSIBLE = 100_000_000_000

/** `reset`: a new baseline after a fall. `jump`: a new baseline after a rise that no slot makes. */
export type Repair = 'rollover' | 'reset' | 'jump'
export type Repairs = Partial<Record<MovementMeter, Repair>>

/** Memory cleared or in doubt: 7A and 31–3A. */
export const memoryEvents: readonly string[] = [
  '7A',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
  '38',
  '39',
  '3A',
]

export interface Moment {
  at: number
  nano: number
  seq: number
  smib: string
}
export interface Reading extends Moment {
  values: MeterValues
  /** When each value was read, where the values are of several readings. */
  times?: readonly (number | null)[]
}
export interface Movement<R extends Reading> {
  reading: R
  moved: number[]
  repairs: Repairs
}

/** Readings of one slot's game follow each other in this order, whatever the order of arrival. */
export const inOrder = (a: Moment, b: Moment): number =>
  a.at - b.at || a.nano - b.nano || a.seq - b.seq || (a.smib < b.smib ? -1 : a.smib > b.smib ? 1 : 0)

/**
 * Each reading's movement since the one before, meter by meter in the order of `movementNames`; a meter that a reading leaves out
 * moves with its next value. The first reading is a baseline. Never negative.
 */
export function movementsOf<R extends Reading>(
  readings: readonly R[],
  memoryTimes: readonly number[],
): Movement<R>[] {
  const values: (number | null)[] = movementNames.map(() => null)
  const times: number[] = movementNames.map(() => 0)
  return readings.map(reading => {
    const repairs: Repairs = {}
    const moved = movementNames.map((name, meter) => {
      const value = reading.values[meter] ?? null
      if (value === null) return 0
      const before = values[meter] ?? null
      const readAt = times[meter] ?? 0
      values[meter] = value
      times[meter] = reading.times?.[meter] ?? reading.at
      if (before === null) return 0
      if (value >= before && value - before < IMPLAUSIBLE) return value - before
      const [movement, repair] = repaired(
        before,
        value,
        memoryTimes.some(at => at >= readAt - NEAR_MS && at <= reading.at + NEAR_MS),
      )
      repairs[name] = repair
      return movement
    })
    return { reading, moved, repairs }
  })
}

function repaired(before: number, value: number, cleared: boolean): [movement: number, repair: Repair] {
  if (value > before) return [0, 'jump']
  const modulus = MODULI.find(one => before < one)
  if (!cleared && modulus && before > modulus * 0.9 && value < modulus * 0.1)
    return [value - before + modulus, 'rollover']
  return value < IMPLAUSIBLE ? [value, 'reset'] : [0, 'jump']
}

/** True when some meter falls: only then does it matter whether a memory event was near. */
export function falls(readings: readonly Reading[]): boolean {
  return movementNames.some((_, meter) => {
    let last = -1
    return readings.some(({ values }) => {
      const value = values[meter] ?? null
      if (value === null) return false
      const fell = value < last
      last = value
      return fell
    })
  })
}
