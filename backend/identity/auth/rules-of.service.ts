/**
 * The rules that hold for a person. Remembered by the version that grows with every change of a rule or a membership.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { heldRoles } from './user-roles.service'
import type { NarrowingRule } from '../../platform/request/actor'
import { narrowedDb } from './narrowing.service'

const known = new WeakMap<object, LRUCache<string, readonly NarrowingRule[]>>()

interface Holder {
  id: string
  tenantId: string
  roles: readonly string[]
}

export async function rulesOf(
  db: Db,
  { id, tenantId, roles }: Holder,
  version: number,
): Promise<readonly NarrowingRule[]> {
  const cache = known.get(db) ?? new LRUCache<string, readonly NarrowingRule[]>({ max: 5_000 })
  known.set(db, cache)
  const key = `${version} ${id} ${[...roles].sort().join(' ')}`
  const earlier = cache.get(key)
  if (earlier) return earlier
  const ofRoles = roles.length === 0 ? sql`1 = 0` : sql`r.role_id in (${sql.join([...roles])})`
  // A tenant's rule for a built-in role is about that tenant's people alone.
  const { rows } = await sql<{
    id: string
    model: NarrowingRule['model']
    conditions: string
    group_id: string | null
  }>`
    select r.id, r.model, r.conditions, g.group_id from acl_rules r left join acl_rule_groups g on g.rule_id = r.id
    where r.archived_at is null and r.tenant_id in (${tenantId}, ${SYSTEM_TENANT})
      and (r.user_id = ${id} or ${ofRoles} or r.group_id in (select m.group_id from user_group_members m where m.user_id = ${id}))
    order by r.id, g.group_id`.execute(db)
  const rules = new Map<string, NarrowingRule & { groups: string[] }>()
  for (const { id: rule, model, conditions, group_id } of rows) {
    const one = rules.get(rule) ?? {
      id: rule,
      model,
      conditions: JSON.parse(conditions) as NarrowingRule['conditions'],
      groups: [] as string[],
    }
    if (group_id !== null) one.groups.push(group_id)
    rules.set(rule, one)
  }
  const found = [...rules.values()]
  cache.set(key, found)
  return found
}

/** The same outside of a request of theirs, which brings the version. */
export async function currentRulesOf(db: Db, holder: Holder): Promise<readonly NarrowingRule[]> {
  const { version } = await db
    .selectFrom('acl_state')
    .select('version')
    .where('id', '=', 'rules')
    .executeTakeFirstOrThrow()
  return rulesOf(db, holder, version)
}

/** The database as a user sees it, for what is done for them apart from a request: a file that they ordered. */
export async function asSeenBy<Database extends Db>(db: Database, userId: string): Promise<Database> {
  const user = await db.selectFrom('users').select('tenant_id').where('id', '=', userId).executeTakeFirst()
  if (!user) return db
  const roles = (await heldRoles(db, userId).execute()).map(row => row.role_id)
  const rules = await currentRulesOf(db, { id: userId, tenantId: user.tenant_id, roles })
  return rules.length === 0 ? db : narrowedDb(db, rules, userId)
}

/** In the transaction of whatever changes who is narrowed to what. */
export const bumpRules = (db: Db) =>
  db
    .updateTable('acl_state')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('id', '=', 'rules')
    .execute()
