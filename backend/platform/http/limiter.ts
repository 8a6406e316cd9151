/** So many requests in so much time, by whatever tells askers apart. Per process, as every such limit here. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../contract/problem'

/** Answers a function that throws 429 with Retry-After once a key has had its share. */
export function limiter(points: number, seconds: number): (key: string) => Promise<void> {
  const limit = new RateLimiterMemory({ points, duration: seconds })
  return async key => {
    try {
      await limit.consume(key)
    } catch (refused) {
      throw tooMany(refused)
    }
  }
}

/**
 * Answers a function that says whether a key has some of its share left, and takes it: for what is left undone in
 * silence.
 */
export function share(points: number, seconds: number): (key: string) => Promise<boolean> {
  const take = limiter(points, seconds)
  return key =>
    take(key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.status === 429) return false
        throw error
      },
    )
}

/** A limiter's refusal as an answer; anything else as it is. */
export function tooMany(refused: unknown): unknown {
  if (!(refused instanceof RateLimiterRes)) return refused
  return slowDown(Math.ceil(refused.msBeforeNext / 1000))
}

export function slowDown(seconds: number, code = 'too_many_requests'): Problem {
  const wait = Math.max(1, seconds)
  return new Problem(429, code, {
    details: { retry_after_seconds: wait },
    headers: { 'retry-after': String(wait) },
  })
}
