/**
 * How much one token may deliver. Per process: with several backends a sender may reach a multiple, which is protection
 * enough.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../../platform/contract/problem'

/** Messages, events and counter rows together. */
const ROWS_PER_SECOND = 100_000

export function rateLimit(
  rowsPerSecond: number = ROWS_PER_SECOND,
): (token: string, rows: number) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: rowsPerSecond, duration: 1 })
  return async (token, rows) => {
    try {
      await limiter.consume(token, rows)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      throw new Problem(429, 'rate_limited', {
        message: `At most ${rowsPerSecond} rows a second`,
        headers: { 'retry-after': String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))) },
      })
    }
  }
}
