/** Messages that are stored together. */
import type { Known } from './feeds'

export interface Batch {
  known: readonly Known[]
  /** Epoch milliseconds of its arrival. */
  now: number
  live: boolean
}
