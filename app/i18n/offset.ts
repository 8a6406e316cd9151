/** How far a zone's clocks are ahead of UTC, in minutes: of a file's hundreds of thousands of instants most lie in the same few hours. */
import { DateTime } from 'luxon'

const HOUR_MS = 3_600_000
const MOST_KNOWN = 5_000
/** By hour and zone; undefined where the clocks change within it. */
const known = new Map<string, number | undefined>()

export function offsetOf(at: number, zone: string): number {
  const hour = Math.floor(at / HOUR_MS)
  const key = `${hour} ${zone}`
  if (!known.has(key)) {
    const [from, to] = [hour * HOUR_MS, (hour + 1) * HOUR_MS].map(edge => asked(edge, zone))
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, from === to ? from : undefined)
  }
  return known.get(key) ?? asked(at, zone)
}

const asked = (at: number, zone: string): number => DateTime.fromMillis(at, { zone }).offset
