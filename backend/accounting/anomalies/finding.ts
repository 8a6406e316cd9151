/**
 * What a rule found on one slot. Instants are epoch milliseconds; `value` and `threshold` as `anomalyUnits` counts
 * them.
 */
import type { AnomalyRule } from './anomalies.contract'

export interface Finding {
  rule: AnomalyRule
  first: number
  last: number
  count: number
  value: number
  threshold: number
}

/** The tenant's limits, as its fraud settings hold them: amounts in minor units, ratios in basis points. */
export interface Limits {
  number(key: string): number
  flag(key: string): boolean
}
