/** Online and offline (domain notes, section 4; a convention, so it is stated only here). */
import { HOUR_MS, MINUTE_MS } from './durations'
import { z } from 'zod'

/**
 * No message for this long: stale, then offline, where no configuration says otherwise (`presence.stale`,
 * `presence.offline`). Milliseconds.
 */
export const STALE_AFTER_MS = 5 * MINUTE_MS
export const OFFLINE_AFTER_MS = 30 * MINUTE_MS

/** A reading older than this at the moment that it stands for says little of that moment. Convention. */
const READING_STALE_AFTER_MS = HOUR_MS
export const readingState = z.enum(['fresh', 'stale'])
export const readingStateOf = (age: number): z.infer<typeof readingState> =>
  age > READING_STALE_AFTER_MS ? 'stale' : 'fresh'

export const presence = z.enum(['online', 'stale', 'offline', 'never'])
export type Presence = z.infer<typeof presence>

export interface Limits {
  stale: number
  offline: number
}
const usual: Limits = { stale: STALE_AFTER_MS, offline: OFFLINE_AFTER_MS }

/** With a limit for offline that is the shorter one, nothing is ever stale. */
export function presenceAt(
  lastSeenAt: number | null,
  now: number,
  { stale, offline }: Limits = usual,
): Presence {
  if (lastSeenAt === null) return 'never'
  const age = now - lastSeenAt
  return age >= offline ? 'offline' : age < stale ? 'online' : 'stale'
}
