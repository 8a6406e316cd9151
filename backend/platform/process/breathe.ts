/** Work of many rows that others must not wait for. */
import { setImmediate } from 'node:timers/promises'

/** So long one piece of it may hold the event loop. */
const PIECE_MS = 8

let since = 0
let line: Promise<unknown> = Promise.resolve()

/**
 * Between two pieces: lets the event loop turn when it has been held for a while, and costs next to nothing otherwise.
 * Those who wait go on one a turn: all at once they would hold it together for as long as before.
 */
export function breathe(): Promise<unknown> | undefined {
  if (performance.now() - since < PIECE_MS) return undefined
  line = line
    .then(() => setImmediate())
    .then(() => {
      since = performance.now()
    })
  return line
}
