/**
 * Messages on their way to somebody outside: each waits in a table until it is due, is claimed for longer than sending
 * takes, and is tried again after a failure.
 */
import { HOUR_MS, MINUTE_MS } from '../contract/durations'
import type { Deps } from '../deps'
import { repeat, type Repeated } from './watch.service'

/** After each failure it waits so long, in minutes; after the last it is given up. */
export const RETRY_MIN = [1, 5, 15, 60, 240, 720, 1_440]

/** Null: after so many attempts it is given up. */
export function nextTryAt(attempts: number, now: number): number | null {
  const wait = RETRY_MIN[attempts - 1]
  return wait === undefined ? null : now + wait * MINUTE_MS
}

interface Deliveries extends Pick<Repeated, 'everyMs' | 'failed'> {
  /** All that are due. */
  deliver(signal: AbortSignal): Promise<void>
  /** Removes what is past its time. */
  prune(): Promise<unknown>
}

/** Several backends may do it at once: a message is claimed before it is sent. */
export function startDeliveries(
  deps: Deps,
  { everyMs, failed, deliver, prune }: Deliveries,
): { stop(): Promise<void> } {
  let prunedAt = 0
  return repeat(deps, {
    everyMs,
    failed,
    async turn(signal) {
      await deliver(signal)
      const now = deps.clock()
      if (now - prunedAt < HOUR_MS) return
      prunedAt = now
      await prune()
    },
  })
}
