/**
 * Wrong API tokens, by address. Guessing one is hopeless, they are 256 random bits; what this spares is the database
 * and the log, where a program with a mistyped token asks a hundred times a second. Per process, as every such limit
 * here.
 */
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../platform/contract/client-address'
import type { Deps } from '../../platform/deps'
import { tooMany } from '../../platform/http/limiter'

/** Wrong tokens from one address (IPv6: one network) in `WITHIN_S`; the next answers 429. */
const MAX_WRONG = 20
const WITHIN_S = 60
const KNOWN_TOKENS = 10_000

export interface TokenAttempts {
  /**
   * Throws 429 once the address has sent too many wrong ones. A token that has been right goes on, since a SMIB with a
   * wrong token shares its address with others.
   */
  admit(ip: string, hash: string): Promise<void>
  wrong(ip: string, hash: string): Promise<void>
  right(hash: string): void
}

const made = new WeakMap<Deps, TokenAttempts>()

export function attemptsOf(deps: Deps): TokenAttempts {
  const known = made.get(deps)
  if (known) return known
  const attempts = tokenAttempts()
  made.set(deps, attempts)
  return attempts
}

function tokenAttempts(): TokenAttempts {
  const limiter = new RateLimiterMemory({ points: MAX_WRONG, duration: WITHIN_S })
  const right = new LRUCache<string, true>({ max: KNOWN_TOKENS })
  return {
    async admit(ip, hash) {
      if (right.has(hash)) return
      const spent = await limiter.get(networkOf(ip))
      if (spent !== null && spent.consumedPoints >= MAX_WRONG) throw tooMany(spent)
    },
    async wrong(ip, hash) {
      right.delete(hash)
      await limiter.consume(networkOf(ip)).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
      })
    },
    right(hash) {
      right.set(hash, true)
    },
  }
}
