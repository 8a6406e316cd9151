/** Online and offline (domain notes, section 4; a convention, so it is stated only here). */
import { z } from 'zod'

/** No message for this long: stale, then offline. Milliseconds. */
export const STALE_AFTER_MS = 5 * 60_000
export const OFFLINE_AFTER_MS = 30 * 60_000

export const presence = z.enum(['online', 'stale', 'offline', 'never'])
export type Presence = z.infer<typeof presence>

export function presenceAt(lastSeenAt: number | null, now: number): Presence {
  if (lastSeenAt === null) return 'never'
  const age = now - lastSeenAt
  return age < STALE_AFTER_MS ? 'online' : age < OFFLINE_AFTER_MS ? 'stale' : 'offline'
}

/** Half-open range of last-seen instants that means `state` at `now`; null stands for "never seen". */
export function lastSeenRange(state: Presence, now: number): { from: number; to: number } | null {
  switch (state) {
    case 'online': return { from: now - STALE_AFTER_MS + 1, to: Number.MAX_SAFE_INTEGER }
    case 'stale': return { from: now - OFFLINE_AFTER_MS + 1, to: now - STALE_AFTER_MS + 1 }
    case 'offline': return { from: 0, to: now - OFFLINE_AFTER_MS + 1 }
    case 'never': return null
  }
}
