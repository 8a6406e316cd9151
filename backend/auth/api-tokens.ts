/** Tokens for programs: SMIB gateways, integrators. Shown once, stored hashed. */
import { randomBytes } from 'node:crypto'
import type { Permission } from '../contract/permissions'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import { sha256 } from './secrets'

/** Lets a leaked token be recognised by whoever finds it, and by us without a guess. */
export const API_TOKEN_PREFIX = 'bo_'

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
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  await db
    .insertInto('api_tokens')
    .values({
      id,
      tenant_id: tenantId,
      name,
      token_hash: sha256(token),
      permissions: JSON.stringify([...new Set(permissions)]),
      created_at: now,
      expires_at: expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    })
    .execute()
  return { id, token }
}
