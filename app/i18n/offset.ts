/**
 * How far a zone's clocks are ahead of UTC, in minutes: of a file's hundreds of thousands of instants most lie in the
 * same few hours.
 */
import { HOUR_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import { offsetAt } from '../../backend/platform/contract/time-zone'

const MOST_KNOWN = 5_000
/** A file is of one zone or a few. */
const MOST_ZONES = 8
/** By zone and hour; undefined where the clocks change within it. */
const known = new Map<string, Map<number, number | undefined>>()

export function offsetOf(at: number, zone: string): number {
  const hour = Math.floor(at / HOUR_MS)
  const hours = known.get(zone) ?? new Map<number, number | undefined>()
  if (known.size >= MOST_ZONES && !known.has(zone)) known.clear()
  known.set(zone, hours)
  const found = hours.get(hour)
  if (found !== undefined) return found
  if (hours.has(hour)) return offsetMinutes(at, zone)
  const [from, to] = [hour * HOUR_MS, (hour + 1) * HOUR_MS].map(edge => offsetMinutes(edge, zone))
  if (hours.size >= MOST_KNOWN) hours.clear()
  hours.set(hour, from === to ? from : undefined)
  return offsetMinutes(at, zone)
}

const offsetMinutes = (at: number, zone: string): number => offsetAt(at, zone) / MINUTE_MS
