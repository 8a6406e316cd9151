/** A wall-clock time as a browser's own control sends it, in a zone. */
import { HOUR_MS } from '../../../backend/platform/contract/durations'
import { localTime, parseLocalTime } from '../../../backend/platform/contract/time-zone'

/**
 * Epoch milliseconds, or undefined for what is no time there: malformed, or skipped when the clocks go forward. The
 * first of a doubled hour.
 */
export function instantOf(local: string, zone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return undefined
  const at = parseLocalTime(local, zone).toMillis()
  return [at - HOUR_MS, at].find(one => Number.isFinite(one) && localOf(one, zone) === local)
}

/** As such a control shows it. */
export const localOf = (at: number, zone: string): string =>
  localTime(at, zone).toFormat("yyyy-MM-dd'T'HH:mm")
