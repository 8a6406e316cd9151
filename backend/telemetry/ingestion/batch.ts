/** Messages that are stored together. */
import type { Known } from './received-message'

export interface Batch {
  known: readonly Known[]
  /** Epoch milliseconds of its arrival. */
  now: number
  live: boolean
}
