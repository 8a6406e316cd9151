/** Slots whose games are summed up, since they reported them before their own meters, or report nothing else. */

/** The game number of a slot's own meters where its games are summed up. */
export const OWN = -1

/** Up to which gaming day, and in hours that begin before which instant, the sum of its games stands for the slot. */
export interface SummedTo {
  through: string
  before: number
}
/** By slot; none for those that reported their own meters first. */
export type Summed = ReadonlyMap<string, SummedTo>

/** A slot that has reported only its games until now. Both are later than anything that is read. */
export const STILL_SUMMED: SummedTo = { through: '9999-12-31', before: 253_402_300_800_000 }
