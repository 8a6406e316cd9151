const MOST = 3
/** Basis points. */
const WHOLE = 10_000

/**
 * Writes how far an amount is above or below the usual one, in whole percents: a day that is under way is no more
 * exact. Null where a share means nothing: one of the two is not above zero, or one is next to nothing.
 */
export function difference(
  percent: (basisPoints: number) => string,
  won: number,
  usual: number,
): string | null {
  if (won <= 0 || usual <= 0) return null
  const share = won / usual - 1
  if (share > MOST) return null
  const rounded = Math.round(share * 100) * 100
  if (rounded === -WHOLE) return null
  return `${rounded > 0 ? '+' : ''}${percent(rounded)}`
}
