/**
 * Computes a level's value. Contributions are whole ten-thousandths of a minor unit, and are divided only here:
 * nothing is rounded away.
 */
export const PARTS = 10_000

export interface LevelSums {
  start_minor: number
  taken: number
  hidden_taken: number
  /** The sum of all its slots, since it exists. */
  visible: number
  hidden: number
}

/** Ten-thousandths of a minor unit. */
export const partsOf = ({
  start_minor,
  taken,
  visible,
}: Omit<LevelSums, 'hidden_taken' | 'hidden'>): number => start_minor * PARTS + visible - taken

/** Minor units, down. */
export function valueOf(
  level: LevelSums,
  limit: number | null,
): { value: number; overflow: number; hiddenPool: number } {
  const whole = Math.floor(partsOf(level) / PARTS)
  const value = limit === null ? whole : Math.min(whole, limit)
  return {
    value,
    overflow: whole - value,
    hiddenPool: Math.floor((level.hidden - level.hidden_taken) / PARTS),
  }
}
