/**
 * Access tokens: JWT, HS256, 15 minutes. They say who and which sign-in; what one may do is read from the database each
 * time.
 */
import { SignJWT, errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'

export const ACCESS_TOKEN_MS = 15 * 60_000
const ISSUER = 'backoffice'

const claims = z.object({ sub: id, tid: id, sid: id })
export type AccessClaims = z.output<typeof claims>

export const signAccessToken = (
  { sub, tid, sid }: AccessClaims,
  key: Uint8Array,
  now: number,
): Promise<string> =>
  new SignJWT({ tid, sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + ACCESS_TOKEN_MS) / 1000))
    .sign(key)

/**
 * Signatures seen to be right: one page's requests carry the same token, and each check costs a turn of the thread
 * pool.
 */
const seen = new WeakMap<Uint8Array, LRUCache<string, { claims: AccessClaims; expiresAt: number }>>()
const MOST_SEEN = 500

/** Throws Problem 401 token_expired or token_invalid. */
export async function readAccessToken(token: string, key: Uint8Array, now: number): Promise<AccessClaims> {
  const ofKey = seen.get(key) ?? new LRUCache({ max: MOST_SEEN })
  seen.set(key, ofKey)
  const known = ofKey.get(token)
  if (known && now < known.expiresAt) return known.claims
  try {
    // The algorithm is ours to choose, never the token's: "none" and the like end here.
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now),
    })
    const read = claims.parse(payload)
    ofKey.set(token, { claims: read, expiresAt: (payload.exp ?? 0) * 1000 })
    return read
  } catch (error) {
    throw new Problem(401, error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid')
  }
}
