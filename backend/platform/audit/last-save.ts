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

/**
 * Null where the log has nothing of it. The name is that of a user whom the reader may see in the list of users.
 * `actions`: of these alone, where an entity has entries that save none of the fields in question.
 */
export async function lastSave(
  db: Db,
  scope: Scope,
  entity: string,
  id: string,
  actions: readonly string[] = [],
): Promise<LastSave | null> {
  const { rows } =
    await sql<Entry>`select a.at, a.actor_kind, a.actor_id, a.actor_name, u.tenant_id as actor_tenant
    from audit_log a left join users u on u.id = a.actor_id
    where a.entity = ${entity} and a.entity_id = ${id}
      ${actions.length > 0 ? sql`and a.action in (${sql.join([...actions])})` : sql``} order by a.at desc, a.seq desc limit 1`.execute(
      db,
    )
  return rows[0] ? shownTo(scope, rows[0]) : null
}

/** The same of a row that stores itself who saved it. */
export async function lastSaveBy(
  db: Db,
  scope: Scope,
  { updated_at: at, updated_by: id }: { updated_at: number; updated_by: string },
): Promise<LastSave> {
  const user = await db
    .selectFrom('users')
    .select(['full_name', 'tenant_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return shownTo(scope, {
    at,
    actor_kind: 'user',
    actor_id: id,
    actor_name: user?.full_name ?? '',
    actor_tenant: user?.tenant_id ?? null,
  })
}

function shownTo({ asker, tenantId }: Scope, entry: Entry): LastSave {
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
