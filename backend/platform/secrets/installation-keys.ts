/**
 * The keys that sign and derive tokens: from SESSION_SECRET, or made once and stored in the database, where every
 * backend finds the same.
 */
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Deps } from '../deps'

export interface AuthKeys {
  /** Signs access tokens. */
  access: Uint8Array
  /** Derives a refresh token's successor. */
  refresh: Uint8Array
  /** Encrypts secrets that are given out again. */
  sealing: Uint8Array
  /** Signs what a known device keeps. */
  device: Uint8Array
  /** Shortens names that nobody has, so that the audit log does not hold what was typed. */
  names: Uint8Array
  /** By which push services know this installation. */
  push: Uint8Array
}

type Needs = Pick<Deps, 'db' | 'env' | 'clock'>

const known = new WeakMap<Needs['db'], Promise<AuthKeys>>()

export function authKeys(deps: Needs): Promise<AuthKeys> {
  const earlier = known.get(deps.db)
  if (earlier) return earlier
  const keys = rootSecret(deps).then(root => ({
    access: derive(root, 'access token'),
    refresh: derive(root, 'refresh token'),
    sealing: derive(root, 'sealed settings'),
    device: derive(root, 'known device'),
    names: derive(root, 'unknown name'),
    push: derive(root, 'push messages'),
  }))
  known.set(deps.db, keys)
  // A database that could not be reached once must not lock everybody out for good.
  keys.catch(() => known.delete(deps.db))
  return keys
}

async function rootSecret({ db, env, clock }: Needs): Promise<string> {
  if (env.sessionSecret !== undefined) return env.sessionSecret
  await db
    .insertInto('auth_secrets')
    .values({ name: 'root', value: randomBytes(32).toString('base64url'), created_at: clock() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  return (
    await db.selectFrom('auth_secrets').select('value').where('name', '=', 'root').executeTakeFirstOrThrow()
  ).value
}

const derive = (root: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, '', `backoffice ${purpose}`, 32))

/** How opaque tokens are stored. They are 32 random bytes, so a plain hash cannot be guessed back. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
