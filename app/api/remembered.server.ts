/** Answers of the backend, remembered for some seconds so that not every page requests them. */
import { LRUCache } from 'lru-cache'

/**
 * Every such memory of this process: tests put another backend behind the console, and empty them
 * (`tests/support/console.ts`).
 */
const key = Symbol.for('console.remembered')
const holder = globalThis as { [key: symbol]: Set<{ clear: () => void }> | undefined }

/** `max`: so many answers, the least used go first. `ttl`: milliseconds. */
export function remembered<Value extends object>({
  max,
  ttl,
}: {
  max: number
  ttl: number
}): LRUCache<string, Value> {
  const cache = new LRUCache<string, Value>({ max, ttl })
  const all = (holder[key] ??= new Set())
  all.add(cache)
  return cache
}
