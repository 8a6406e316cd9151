import { LRUCache } from 'lru-cache'
import { canonicalZone, isTimeZone } from '../../backend/platform/contract/time-zone'

/** Ruling 28: where nobody has said another. */
const DEFAULT_TIME_ZONE = 'Europe/Bucharest'

/** Making a formatter to learn whether a zone exists is dear, and every loader asks. */
const zones = new LRUCache<string, string>({ max: 1_000 })

export function knownTimeZone(name: string | null | undefined): string {
  if (!name) return DEFAULT_TIME_ZONE
  const known = zones.get(name)
  if (known) return known
  const zone = isTimeZone(name) ? canonicalZone(name) : DEFAULT_TIME_ZONE
  zones.set(name, zone)
  return zone
}
