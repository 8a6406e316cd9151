/** Slots whose games are summed up, since they reported them before their own meters, or report nothing else. */
import type { Place } from './place'

/** The game number of a slot's own meters where its games are summed up. */
export const OWN = -1

/**
 * What a slot's own meters moved from its last days' readings on is booked less what its games' sum has of it already.
 */
export interface Overlap {
  parts: readonly OverlapPart[]
  /** The last instant whose readings it depends on; null: it was not worked out yet. */
  until: number | null
  /** Meters, as in `movementNames`, whose next own reading it waits for. */
  waits: readonly number[]
}
/** Booked less, where the reading lies that it is part of; below 0 where the games' sum lacks it. */
export interface OverlapPart extends Place {
  /** In the order of `movementNames`. */
  moved: readonly number[]
}
export const NO_OVERLAP: Overlap = { parts: [], until: null, waits: [] }

/** Up to which gaming day, and in hours that begin before which instant, the sum of its games stands for the slot. */
export interface SummedTo {
  through: string
  before: number
  overlap: Overlap
}
/** By slot; none for those that reported their own meters first. */
export type Summed = ReadonlyMap<string, SummedTo>

/** A slot that has reported only its games until now. Both are later than anything that is read. */
export const STILL_SUMMED: SummedTo = {
  through: '9999-12-31',
  before: 253_402_300_800_000,
  overlap: NO_OVERLAP,
}
