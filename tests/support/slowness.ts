/**
 * How much slower than a free one this machine is just now: limits in seconds are promises about a machine that has
 * nothing else to do.
 */
import { spawnSync } from 'node:child_process'

/** What starting Node itself takes on two free cores. Milliseconds. */
const FREE_MS = 60

/** 1 on a free machine, 2 when everything takes twice as long: the median of five bare starts of Node. */
export function slowness(): number {
  const taken = Array.from({ length: 5 }, () => {
    const from = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    return performance.now() - from
  }).sort((a, b) => a - b)
  return Math.max(1, (taken[2] ?? FREE_MS) / FREE_MS)
}
