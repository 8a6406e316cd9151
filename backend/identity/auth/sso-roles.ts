/**
 * Groups at the provider become roles here, as `OIDC_ROLES` says. Roles that it does not name are nobody's business
 * there.
 */
import { demandAdministrator } from './administrator.service'
import { recordChange } from '../../platform/audit/audit.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'

interface Person {
  id: string
  tenant_id: string
  username: string
  full_name: string
}

/** In a transaction. `groups` undefined: the provider said nothing, and nothing changes. */
export async function followGroups(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  db: Db,
  person: Person,
  groups: readonly string[] | undefined,
  now: number,
): Promise<void> {
  const mapping = env.oidc?.roles ?? []
  if (mapping.length === 0 || groups === undefined) return
  const roles = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('name', 'in', [...new Set(mapping.map(({ role }) => role))])
    .where('tenant_id', 'in', [SYSTEM_TENANT, person.tenant_id])
    .where('archived_at', 'is', null)
    .execute()
  const wanted = new Set(mapping.filter(({ group }) => groups.includes(group)).map(({ role }) => role))
  const held = new Set(
    (await db.selectFrom('user_roles').select('role_id').where('user_id', '=', person.id).execute()).map(
      row => row.role_id,
    ),
  )
  const added = roles.filter(({ id, name }) => wanted.has(name) && !held.has(id))
  const removed = roles.filter(({ id, name }) => !wanted.has(name) && held.has(id))
  if (added.length + removed.length === 0) return
  for (const { id } of added)
    await db.insertInto('user_roles').values({ user_id: person.id, role_id: id }).execute()
  for (const { id } of removed)
    await db.deleteFrom('user_roles').where('user_id', '=', person.id).where('role_id', '=', id).execute()
  const isLastAdministrator = removed.length > 0 && !(await someoneAdministers(db))
  if (isLastAdministrator) {
    // Somebody must be able to let the others in.
    log.warn({ user: person.id }, 'the last administrator keeps their roles, whatever the provider says')
    for (const { id } of removed)
      await db.insertInto('user_roles').values({ user_id: person.id, role_id: id }).execute()
  }
  await db
    .updateTable('users')
    .set(row => ({ version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', person.id)
    .execute()
  const actor: Pick<Actor, 'kind' | 'id' | 'name'> = {
    kind: 'user',
    id: person.id,
    name: person.full_name || person.username,
  }
  await recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: person.id,
      tenantId: person.tenant_id,
      action: 'update',
      before: {
        username: person.username,
        roles: isLastAdministrator ? [] : removed.map(({ name }) => name),
      },
      after: { username: person.username, roles: added.map(({ name }) => name), source: 'sso' },
    },
    now,
  )
}

async function someoneAdministers(db: Db): Promise<boolean> {
  try {
    await demandAdministrator(db)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'last_administrator') return false
    throw error
  }
}
