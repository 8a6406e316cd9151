/**
 * How fast this machine is at this moment: a fixed piece of work (text, objects, hashes). Shared machines change their
 * speed by more than half within a day; a time in milliseconds says something only beside this one.
 */
import { createHash } from 'node:crypto'

/** Of the machine on which times are stated: two cores that nobody else uses. */
export const QUIET_MS = 2.2

/** Milliseconds by the clock, the median of `times` runs. */
export function speed(times = 60) {
  return median(times, () => performance.now())
}

/**
 * Milliseconds of processor time, the median of `times` runs: what it takes itself, however many others wait for the
 * cores meanwhile. Two threads that share a core, or a host that gives it to others, make it more.
 */
export function processorSpeed(times = 60) {
  return median(times, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  })
}

function median(times, clock) {
  const rows = Array.from({ length: 2_000 }, (_, number) => ({
    id: number.toString(16).padStart(24, '0'),
    serial: `EGT-${number}`,
    credits: number * 17,
    at: 1_700_000_000_000 + number,
  }))
  const taken = Array.from({ length: times }, () => {
    const from = clock()
    const text = JSON.stringify(rows)
    const read = JSON.parse(text)
      .filter(row => row.serial.includes('12'))
      .sort((a, b) => b.at - a.at)
    createHash('sha256')
      .update(text)
      .update(read.map(row => row.id).join())
      .digest()
    return clock() - from
  })
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}
