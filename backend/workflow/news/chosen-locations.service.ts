/** Locations that a record names: ids in a column of JSON, none of which means the whole tenant. */
import type { Reference } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { ColumnMap, Stored } from '../../platform/store/columns'

export const locationsIn = (column: string): ColumnMap => ({
  of: [column],
  read: row => idsIn(row[column]),
  write: value => ({ [column]: JSON.stringify(value) }),
})

export const idsIn = (stored: unknown): string[] => JSON.parse(String(stored)) as string[]

/** Gives each row's `locations` their names; those that the reader does not see are left out. */
export async function nameLocations(
  { db, scope }: { db: Db; scope: Scope },
  rows: readonly Stored[],
): Promise<void> {
  const ids = [...new Set(rows.flatMap(row => row.locations as string[]))]
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('locations')
          .select(['id', 'name'])
          .where('id', 'in', ids)
          .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
          .orderBy('name')
          .orderBy('id')
          .execute()
  for (const row of rows)
    row.locations = found
      .filter(({ id }) => (row.locations as string[]).includes(id))
      .map(({ id, name }): Reference => ({ _id: id, name }))
}

/** Why they cannot be chosen: a code, or undefined. Those that were chosen before may have been archived since. */
export async function locationFault(
  { db, scope }: { db: Db; scope: Scope },
  chosen: readonly string[],
  { owner, before }: { owner: string; before: readonly string[] },
): Promise<'unknown' | 'other_tenant' | 'archived' | undefined> {
  const added = chosen.filter(one => !before.includes(one))
  if (added.length === 0) return undefined
  const found = await db
    .selectFrom('locations')
    .select(['tenant_id', 'archived_at'])
    .where('id', 'in', added)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .execute()
  if (found.length < added.length) return 'unknown'
  if (found.some(one => one.tenant_id !== owner)) return 'other_tenant'
  return found.some(one => one.archived_at !== null) ? 'archived' : undefined
}
