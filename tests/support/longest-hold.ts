/**
 * How long the event loop was held at once while something was going on, in processor time of this thread: a machine that is busy with other things
 * makes everything take longer, and nothing take more. Where the system does not tell a thread's time, by the clock.
 */
import { readFileSync } from 'node:fs'

/** Milliseconds of the longest turn. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let over = false
  let last = spent()
  const turn = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
    // What the work did last is part of a turn that is not over yet.
    await new Promise(resolve => setImmediate(resolve))
  } finally {
    over = true
    turn()
  }
  return longest
}

/** The shortest of a few tries, as soon as one is short enough: what is compiled at first use, or swept up by the way, is not what is measured. */
export async function usualHold(work: () => Promise<unknown>, enough: number, tries = 5): Promise<number> {
  let least = Infinity
  for (let nr = 0; nr < tries && least > enough; nr++) least = Math.min(least, await longestHold(work))
  return least
}

function spent(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
