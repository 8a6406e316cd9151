/** An administrator lets somebody try again who was locked out. */
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { unlockName } from './login-lock.service'

/**
 * Needs a transaction. Throws 404 for who is not there or not in scope. Unlocking who is not locked is no error, and
 * clears the counts.
 */
export async function unlockUser(
  db: Db,
  actor: Actor,
  userId: string,
  now: number,
): Promise<{ user_id: string; locked_until: number | null }> {
  const { tenantId } = scopeOf(actor)
  const all = db.selectFrom('users').select(['id', 'tenant_id', 'username']).where('id', '=', userId)
  const user = await (tenantId === null ? all : all.where('tenant_id', '=', tenantId)).executeTakeFirst()
  if (!user) throw new Problem(404, 'not_found', { message: 'No such user' })
  const { lockedUntil } = await unlockName(db, user.username, now)
  await recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: user.id,
      tenantId: user.tenant_id,
      action: 'unlock',
      before: { username: user.username, locked_until: lockedUntil },
      after: { username: user.username, locked_until: null },
    },
    now,
  )
  return { user_id: user.id, locked_until: lockedUntil }
}
