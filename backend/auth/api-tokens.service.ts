/** API tokens as other modules use them. */
import type { Db } from '../db/database'
import { createApiToken, type NewApiToken } from './api-tokens'

/** A new token in place of every earlier one of this name and tenant, in the caller's transaction: what was lost or copied ends with it. */
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
