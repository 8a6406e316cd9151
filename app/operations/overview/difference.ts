const LEAST = -1
const MOST = 3

/**
 * Writes a share above or below what is usual. Whole percents: a day that is under way is no more exact. Of a few lei
 * in the early morning any number of percents says nothing.
 */
export function difference(percent: (basisPoints: number) => string, share: number): string {
  const shown = Math.min(Math.max(share, LEAST), MOST)
  const rounded = Math.round(shown * 100) * 100
  return `${share < LEAST ? '< ' : share > MOST ? '> ' : ''}${rounded > 0 ? '+' : ''}${percent(rounded)}`
}
