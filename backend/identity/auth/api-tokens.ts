/** Tokens for programs: SMIB gateways, integrators. The secret is shown once and stored as a hash. */
import { randomBytes } from 'node:crypto'
import { fold } from '../../platform/contract/fold'
import type { Permission } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { sha256 } from '../../platform/secrets/installation-keys'

/** Lets a leaked token be recognised by whoever finds it, and by us without a guess. */
export const API_TOKEN_PREFIX = 'bo_'
/** Enough to tell one's tokens apart, and far too little to guess the other 39 characters. */
const SHOWN_CHARACTERS = 7

/** 256 random bits: a plain hash of it cannot be guessed back, and finding it by its hash tells nothing about it. */
export const newApiSecret = (): string => API_TOKEN_PREFIX + randomBytes(32).toString('base64url')

/** The part by which people recognise it. */
export const shownPart = (secret: string): string => secret.slice(0, SHOWN_CHARACTERS)

/** What is stored of a secret. */
export const storedSecret = (secret: string) => ({
  token_hash: sha256(secret),
  starts_with: shownPart(secret),
})

export interface NewApiToken {
  /** SYSTEM_TENANT: for the data of every tenant. */
  tenantId: string
  name: string
  permissions: readonly Permission[]
  /** Epoch milliseconds; without it the token lives until it is revoked. */
  expiresAt?: number
}

/** The answer is the only time the token can be read. */
export async function createApiToken(
  db: Db,
  { tenantId, name, permissions, expiresAt }: NewApiToken,
  now: number = Date.now(),
): Promise<{ id: string; token: string }> {
  const id = newId(now)
  const token = newApiSecret()
  await db
    .insertInto('api_tokens')
    .values({
      id,
      tenant_id: tenantId,
      name,
      ...storedSecret(token),
      permissions: JSON.stringify([...new Set(permissions)]),
      locations: '[]',
      smibs: '[]',
      addresses: '[]',
      search: fold(name),
      version: 1,
      archived_at: null,
      created_at: now,
      updated_at: now,
      expires_on: null,
      expires_at: expiresAt ?? null,
      revoked_at: null,
      previous_hash: null,
      previous_until: null,
      rotated_at: null,
      last_used_at: null,
      last_used_address: null,
    })
    .execute()
  return { id, token }
}
