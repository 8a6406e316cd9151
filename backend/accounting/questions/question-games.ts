/** Games of slots in a question: a game is a number of its slot. */
import type { MovementMeter } from '../../telemetry/readings/meters.contract'

export type Cell = Readonly<Record<MovementMeter, number>> & {
  /** Of the group; null where there is but one column. */
  r: string
  k: string | null
  currency: string
}

/** Of a game's key: its slot, and its number; 0 is what the slot's own counters have beyond its games. */
export function gameOf(key: string): { slot: string; nr: number } {
  const [slot = '', nr = ''] = key.split('.')
  return { slot, nr: Number(nr) }
}
