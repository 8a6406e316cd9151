/** API tokens as other modules use them. */
import { allows, type Permission, type PermissionMap } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { createApiToken, newApiSecret, storedSecret, type NewApiToken } from './api-tokens'

/**
 * A new token in place of every earlier one of this name and tenant, in the caller's transaction: what was lost or
 * copied ends with it.
 */
export async function renewApiToken(
  db: Db,
  token: NewApiToken,
  now: number,
): Promise<{ id: string; token: string }> {
  await db
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('tenant_id', '=', token.tenantId)
    .where('name', '=', token.name)
    .where('revoked_at', 'is', null)
    .execute()
  return createApiToken(db, token, now)
}

/** Stands in for a secret until one is issued: nobody has seen it, so nobody can use it. */
export const unissuedSecret = () => ({ ...storedSecret(newApiSecret()), starts_with: '' })

export { shownPart } from './api-tokens'

/** A new token's secret. The answer is the only time that it can be read. */
export async function issueSecret(db: Db, id: string): Promise<string> {
  const secret = newApiSecret()
  await db.updateTable('api_tokens').set(storedSecret(secret)).where('id', '=', id).execute()
  return secret
}

/** Makes another secret. The present one stays valid until `until`; null ends it at once. */
export async function rotateSecret(
  db: Db,
  id: string,
  { now, until }: { now: number; until: number | null },
): Promise<string> {
  const secret = newApiSecret()
  await db
    .updateTable('api_tokens')
    .set(row => ({
      previous_hash: until === null ? null : row.ref('token_hash'),
      previous_until: until,
      rotated_at: now,
      updated_at: now,
      version: row('version', '+', 1),
      ...storedSecret(secret),
    }))
    .where('id', '=', id)
    .execute()
  return secret
}

/** Ends tokens at once, both secrets of each. */
export async function revokeTokens(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('api_tokens')
    .set(row => ({
      revoked_at: now,
      previous_hash: null,
      previous_until: null,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .execute()
}

/** Nobody grants more than they have: neither by making a token, nor by taking over the secret of a stronger one. */
export const mayGrant = (map: PermissionMap, permissions: readonly (Permission | string)[]): boolean =>
  permissions.every(name => allows(map, name as Permission))
