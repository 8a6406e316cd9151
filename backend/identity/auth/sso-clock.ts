/** Whether it is the clocks that keep an answer of the identity provider from being valid. */
import type * as oidc from 'openid-client'
import { z } from 'zod'

/** As the library allows for `exp` and `nbf`. */
const TOLERANCE_SECONDS = 30
const WRONG_TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'

class ClocksApart extends Error {
  constructor(readonly claims: oidc.IDToken) {
    super('the id token was issued in the future')
  }
}

/**
 * The library reads `iat` without checking it: a provider that leaves `nbf` out would be believed from any hour.
 * Throws what `clocksApart` knows.
 */
export function demandSameTime(claims: oidc.IDToken): void {
  if (claims.iat > Date.now() / 1_000 + TOLERANCE_SECONDS) throw new ClocksApart(claims)
}

const judged = z.object({
  code: z.literal(WRONG_TIME),
  cause: z.object({ cause: z.object({ claims: z.object({ iat: z.number() }) }) }),
})

/**
 * By how many seconds the provider's clock is ahead of ours, as far as its token says; undefined where it was something
 * else.
 */
export function clocksApart(error: unknown): { seconds: number | null } | undefined {
  const read = judged.safeParse(error).data
  const issued = error instanceof ClocksApart ? error.claims.iat : read?.cause.cause.claims.iat
  if (issued !== undefined) return { seconds: Math.round(issued - Date.now() / 1_000) }
  return (error as { code?: unknown } | null)?.code === WRONG_TIME ? { seconds: null } : undefined
}
