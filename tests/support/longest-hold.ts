/**
 * How long the event loop was held at once while something was going on, in processor time of this thread: a computer
 * that is busy with other things makes everything take longer, and nothing take more. Where the system does not tell a
 * thread's time, by the clock.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** How long one turn may hold the event loop, in milliseconds of processor time. */
export const MOST_HELD_MS = 50

/** Milliseconds of the longest turn. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let over = false
  let last = spent()
  const turn = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    // A timer fires between two turns too, and unlike an immediate it lets the thread rest while the database works.
    if (!over) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
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

/**
 * The shortest of a few tries, as soon as one is short enough: what is compiled at first use, or swept up by the way,
 * is not what is measured. Two threads that share a core slow each other, in processor time too: what takes long is
 * measured against work that takes a known time.
 */
export async function usualHold(work: () => Promise<unknown>, enough: number, tries = 5): Promise<number> {
  let least = Infinity
  for (let nr = 0; nr < tries && least > enough; nr++) {
    const held = await longestHold(work)
    least = Math.min(least, held > enough ? held / slowdown() : held)
  }
  return least
}

/**
 * Milliseconds of the work below on a free core of the computer that the limits were set on (`tests/bench/speed.ts`).
 */
const FREE_MS = 2.2

/** How many times longer this computer takes at the moment. */
export function slowdown(): number {
  const rows = Array.from({ length: 2_000 }, (_, number) => ({
    id: number.toString(16).padStart(24, '0'),
    serial: `EGT-${number}`,
    credits: number * 17,
    at: 1_700_000_000_000 + number,
  }))
  const from = spent()
  for (let nr = 0; nr < 20; nr++) {
    const text = JSON.stringify(rows)
    const read = (JSON.parse(text) as typeof rows)
      .filter(row => row.serial.includes('12'))
      .sort((a, b) => b.at - a.at)
    createHash('sha256')
      .update(text)
      .update(read.map(row => row.id).join())
      .digest()
  }
  return Math.max(1, (spent() - from) / 20 / FREE_MS)
}

function spent(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
