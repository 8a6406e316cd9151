/** Records that another one is tied to by a table of pairs: read by name for a page of rows, and written whole. */
import { sql } from 'kysely'
import type { Reference } from '../../platform/contract/primitives'
import { insertMany } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'

export interface Pairs {
  /** The table of pairs, its column for this side and its column for the other one. */
  table: 'user_roles' | 'user_group_members' | 'user_group_roles' | 'acl_rule_groups'
  own: 'user_id' | 'group_id' | 'rule_id'
  other: 'user_id' | 'role_id' | 'group_id'
  /** Where the other one is named. */
  target: 'users' | 'roles' | 'user_groups' | 'acl_groups'
  label: 'name' | 'username'
}

/** Adds `field` to each row: the others by name. */
export async function nameOthers(
  db: Db,
  rows: readonly Stored[],
  field: string,
  { table, own, other, target, label }: Pairs,
): Promise<void> {
  if (rows.length === 0) return
  const { rows: found } = await sql<Reference & { owner: string }>`
    select p.${sql.ref(own)} as owner, o.id as "_id", ${sql.ref(`o.${label}`)} as name from ${sql.table(table)} p
    join ${sql.table(target)} o on ${sql.ref(`o.id`)} = p.${sql.ref(other)}
    where p.${sql.ref(own)} in (${sql.join(rows.map(row => String(row._id)))}) order by name, o.id`.execute(
    db,
  )
  const byOwner = new Map(rows.map(row => [String(row._id), [] as Reference[]]))
  for (const { owner, _id, name } of found) byOwner.get(owner)?.push({ _id, name })
  for (const row of rows) row[field] = byOwner.get(String(row._id))
}

export async function saveOthers(
  db: Db,
  id: string,
  others: readonly string[],
  { table, own, other }: Pairs,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(own)} = ${id}`.execute(db)
  await insertMany(
    db,
    table,
    { [own]: 'text', [other]: 'text' } as never,
    others.map(one => ({ [own]: id, [other]: one })) as never[],
  )
}

export const othersOf = async (db: Db, id: string, { table, own, other }: Pairs): Promise<string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select ${sql.ref(other)} as id from ${sql.table(table)} where ${sql.ref(own)} = ${id}`.execute(db)
  return rows.map(row => row.id)
}
