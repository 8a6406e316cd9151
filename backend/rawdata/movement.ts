/** What a machine's counters moved between its readings (domain notes, section 4, "Repair rule"). Pure. */
import { movementNames, type MeterValues } from './meters'

/** Eight BCD digits wrap here; the ten-digit meters a hundred times later. Credits or counts. */
export const MODULI = [100_000_000, 10_000_000_000] as const
/** A memory event this near to a fall means that the counter was cleared, not that it wrapped. Convention. */
export const NEAR_MS = 5 * 60_000
/** No machine moves this much between two readings: a new baseline, nothing to add. Convention. */
const IMPLAUSIBLE = 100_000_000_000

export const ROLLED_OVER = 1
export const RESET = 2
export const JUMPED = 4

/** Memory cleared or in doubt: 7A and 31–3A. */
export const memoryEvents: readonly string[] = ['7A', '31', '32', '33', '34', '35', '36', '37', '38', '39', '3A']

export interface Moment { at: number; nano: number; seq: number; smib: string }
export interface Reading extends Moment { values: MeterValues }
export interface Movement<R extends Reading> { reading: R; moved: number[]; repairs: number }

/** Readings of one machine's game follow each other in this order, whatever the order of arrival. */
export const inOrder = (a: Moment, b: Moment): number =>
  a.at - b.at || a.nano - b.nano || a.seq - b.seq || (a.smib < b.smib ? -1 : a.smib > b.smib ? 1 : 0)

/**
 * Each reading's movement since the one before, meter by meter in the order of `movementNames`; a meter that a reading leaves out
 * moves with its next value. The first reading is a baseline. Never negative.
 */
export function movementsOf<R extends Reading>(readings: readonly R[], memoryTimes: readonly number[]): Movement<R>[] {
  const last: (number | null)[] = movementNames.map(() => null)
  return readings.map((reading, index) => {
    let repairs = 0
    const from = (readings[index - 1]?.at ?? reading.at) - NEAR_MS
    const cleared = memoryTimes.some(at => at >= from && at <= reading.at + NEAR_MS)
    const moved = movementNames.map((name, meter) => {
      const value = reading.values[name]
      if (value === null) return 0
      const before = last[meter] ?? null
      last[meter] = value
      if (before === null) return 0
      const [movement, repair] = moveOf(before, value, cleared)
      repairs |= repair
      return movement
    })
    return { reading, moved, repairs }
  })
}

function moveOf(before: number, value: number, cleared: boolean): [movement: number, repair: number] {
  const moved = value - before
  if (moved >= 0) return moved < IMPLAUSIBLE ? [moved, 0] : [0, JUMPED]
  const modulus = MODULI.find(one => before < one)
  if (!cleared && modulus && before > modulus * 0.9 && value < modulus * 0.1) return [moved + modulus, ROLLED_OVER]
  return value < IMPLAUSIBLE ? [value, RESET] : [0, RESET | JUMPED]
}

/** True when some meter falls: only then does it matter whether a memory event was near. */
export function falls(readings: readonly Reading[]): boolean {
  return movementNames.some(name => {
    let last = -1
    return readings.some(({ values }) => {
      const value = values[name]
      if (value === null) return false
      const fell = value < last
      last = value
      return fell
    })
  })
}
