/** Who saved a record last, and when: for a person whose save comes too late. */
import { sql } from 'kysely'
import { allows } from '../contract/permissions'
import type { LastSave } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../request/actor'

interface Entry {
  at: number
  actor_kind: string
  actor_id: string
  actor_name: string
  actor_tenant: string | null
}

/** Null where the log has nothing of it. The name is that of a user whom the reader may see in the list of users. */
export async function lastSave(
  db: Db,
  { asker, tenantId }: Scope,
  entity: string,
  id: string,
): Promise<LastSave | null> {
  const { rows } =
    await sql<Entry>`select a.at, a.actor_kind, a.actor_id, a.actor_name, u.tenant_id as actor_tenant
    from audit_log a left join users u on u.id = a.actor_id
    where a.entity = ${entity} and a.entity_id = ${id} order by a.at desc, a.seq desc limit 1`.execute(db)
  const [entry] = rows
  if (!entry) return null
  const { at, actor_kind, actor_id, actor_name, actor_tenant } = entry
  const isOwn = asker?.id === actor_id
  const isVisible =
    actor_kind === 'user' &&
    asker !== undefined &&
    allows(asker.permissions, 'acl_user::list') &&
    actor_tenant !== null &&
    (tenantId === null || tenantId === actor_tenant)
  const kind = actor_kind === 'system' || actor_kind === 'token' ? actor_kind : 'user'
  return { at: Number(at), by: { kind, name: isOwn || isVisible ? actor_name : null } }
}
