/** Between the two halves of a sign-in with a second factor. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Deps } from '../../platform/deps'
import { userWho, type Named } from './named-user'
import { provingOf } from './proof.service'
import { sealOf } from '../../platform/secrets/sealed.service'

/** Long enough to find the telephone. */
const CHALLENGE_MS = 5 * 60_000

const challenge = z.object({ id, until: z.number(), password_changed_at: z.number() })

/**
 * The right password was given, which is not enough: sealed, so that nobody makes one, and dead after five minutes or
 * with another password.
 */
export async function challengeFor(
  deps: Deps,
  { id: user, password_changed_at }: Pick<Named, 'id' | 'password_changed_at'>,
  host: string | undefined,
): Promise<Problem> {
  const { seal } = await sealOf(deps)
  const until = deps.clock() + CHALLENGE_MS
  const { app, passkey } = await provingOf(deps, user, host)
  return new Problem(401, 'second_factor', {
    message: 'A code of the second factor is asked for',
    details: {
      challenge: seal(JSON.stringify({ id: user, until, password_changed_at })),
      app,
      ...(passkey && { passkey }),
    },
  })
}

/** Throws 401 challenge_expired. */
export async function challenged(deps: Deps, sealed: string): Promise<Named> {
  const text = (await sealOf(deps)).open(sealed)
  const read = text === null ? null : challenge.safeParse(JSON.parse(text)).data
  const user = read && (await userWho(deps.db).where('id', '=', read.id).executeTakeFirst())
  if (
    !user ||
    read.until <= deps.clock() ||
    user.password_changed_at !== read.password_changed_at ||
    user.enabled !== 1 ||
    user.archived_at !== null
  )
    throw new Problem(401, 'challenge_expired', { message: 'Sign in with the password again' })
  return user
}
