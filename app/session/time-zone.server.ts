import { LRUCache } from 'lru-cache'

/** Ruling 28: where nobody has said another. */
const DEFAULT_TIME_ZONE = 'Europe/Bucharest'

/** Making a formatter to learn whether a zone exists is dear, and every loader asks. */
const zones = new LRUCache<string, string>({ max: 1_000 })

export function knownTimeZone(name: string | null | undefined): string {
  if (!name) return DEFAULT_TIME_ZONE
  const known = zones.get(name)
  if (known) return known
  const zone = canonicalZone(name)
  zones.set(name, zone)
  return zone
}

function canonicalZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return DEFAULT_TIME_ZONE
  }
}
