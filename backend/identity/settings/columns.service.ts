/** Columns of lists: one's own choice, then that of a role, then everybody's, then the release's. */
import { recordChange } from '../../platform/audit/audit.service'
import { heldRoles } from '../auth/user-roles.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import { pageRoutes } from './page-routes.found'
import type { ColumnsConfig } from '../../platform/contract/settings.contract'

const EVERYBODY = ''
const routeOf = (page: string): string | null =>
  Object.hasOwn(pageRoutes, page) ? (pageRoutes[page] ?? null) : null

/** Whoever names another page than the one in the address has mixed two of them up. */
export function demandPage(
  page: string,
  named: { page_name?: string | undefined; page_route?: string | null | undefined },
): void {
  const wrong =
    named.page_name !== undefined && named.page_name !== page
      ? 'page_name'
      : named.page_route !== undefined && named.page_route !== routeOf(page)
        ? 'page_route'
        : undefined
  if (wrong) throw invalidField(wrong, 'invalid')
}

const columnsIn = (text: string) => JSON.parse(text) as string[]

/** What counts for a person who has chosen nothing; null: as released. Of several roles the first by name. */
export async function inheritedColumns(db: Db, userId: string, page: string): Promise<string[] | null> {
  const rows = await db
    .selectFrom('columns_configurations as c')
    .leftJoin('roles as r', 'r.id', 'c.role_id')
    .select(['c.columns', 'c.role_id'])
    .where('c.page', '=', page)
    .where(row =>
      row.or([
        row('c.role_id', '=', EVERYBODY),
        row('c.role_id', 'in', row.selectFrom(heldRoles(db, userId).as('held')).select('held.role_id')),
      ]),
    )
    .orderBy('r.name')
    .orderBy('c.role_id')
    .execute()
  const chosen = rows.find(({ role_id }) => role_id !== EVERYBODY) ?? rows[0]
  return chosen ? columnsIn(chosen.columns) : null
}

/** All that is configured, of one page or of every page. Another tenant's roles are nobody else's business. */
export async function columnsConfigs(db: Db, { tenantId }: Scope, page?: string): Promise<ColumnsConfig[]> {
  const rows = await db
    .selectFrom('columns_configurations as c')
    .leftJoin('roles as r', 'r.id', 'c.role_id')
    .select(['c.page', 'c.role_id', 'c.columns', 'c.updated_at', 'c.updated_by_name', 'r.name'])
    .$if(page !== undefined, query => query.where('c.page', '=', page ?? ''))
    .$if(tenantId !== null, query =>
      query.where(row =>
        row.or([row('c.role_id', '=', EVERYBODY), row('r.tenant_id', 'in', [SYSTEM_TENANT, tenantId ?? ''])]),
      ),
    )
    .orderBy('c.page')
    .orderBy('r.name')
    .orderBy('c.role_id')
    .execute()
  return rows.map(row => ({
    page_name: row.page,
    page_route: routeOf(row.page),
    role: row.role_id === EVERYBODY ? null : { _id: row.role_id, name: row.name ?? '' },
    columns: columnsIn(row.columns),
    updated_at: row.updated_at,
    updated_by: row.updated_by_name,
  }))
}

/** In a transaction. Null takes it back. Throws 422 for a role that is not there. */
export async function saveColumnsConfig(
  db: Db,
  actor: Actor,
  { page, role, columns }: { page: string; role: string | null; columns: readonly string[] | null },
  now: number,
): Promise<void> {
  const named = role === null ? null : await roleNamed(db, role)
  const role_id = role ?? EVERYBODY
  const before = await db
    .selectFrom('columns_configurations')
    .select('columns')
    .where('page', '=', page)
    .where('role_id', '=', role_id)
    .executeTakeFirst()
  const after = columns && columns.length > 0 ? JSON.stringify([...new Set(columns)]) : null
  if ((before?.columns ?? null) === after) return
  if (after === null)
    await db
      .deleteFrom('columns_configurations')
      .where('page', '=', page)
      .where('role_id', '=', role_id)
      .execute()
  else {
    const changed = { columns: after, updated_at: now, updated_by_name: actor.name }
    await db
      .insertInto('columns_configurations')
      .values({ page, role_id, ...changed })
      .onConflict(conflict => conflict.columns(['page', 'role_id']).doUpdateSet(changed))
      .execute()
  }
  await recordChange(
    db,
    actor,
    {
      entity: 'columns_configuration',
      // A page has no id: whose columns they are.
      id: role ?? SYSTEM_TENANT,
      tenantId: SYSTEM_TENANT,
      action: 'update',
      before: { name: page, role: named, columns: before ? columnsIn(before.columns) : null },
      after: { name: page, role: named, columns: after === null ? null : columnsIn(after) },
    },
    now,
  )
}

async function roleNamed(db: Db, id: string): Promise<string> {
  const role = await db
    .selectFrom('roles')
    .select('name')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!role) throw invalidField('role', 'unknown_reference')
  return role.name
}
