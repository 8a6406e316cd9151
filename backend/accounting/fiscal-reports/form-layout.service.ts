/**
 * A tenant's own layout of its forms. Every form that is not sealed is shown by the one that holds now; a sealed one
 * keeps its own.
 */
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import { logoBySha, logoOfTenant } from './form-logo.service'
import { formLayout, type FormLayout, type LayoutAnswer } from './form-layout.contract'

export async function layoutOfTenant(db: Db, tenantId: string): Promise<FormLayout | undefined> {
  const found = await db
    .selectFrom('fiscal_layouts')
    .select('layout')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return found && formLayout.parse(JSON.parse(found.layout))
}

/** Throws 404 for a tenant that is not in scope. */
export async function readLayout(db: Db, { tenantId }: Scope, id: string): Promise<LayoutAnswer> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['id as _id', 'name', 'currency'])
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!tenant) throw new Problem(404, 'not_found')
  const set = await db
    .selectFrom('fiscal_layouts')
    .select(['layout', 'set_by', 'set_at'])
    .where('tenant_id', '=', id)
    .executeTakeFirst()
  return {
    tenant: tenant as LayoutAnswer['tenant'],
    logo: await shownLogo(db, id),
    layout: set ? formLayout.parse(JSON.parse(set.layout)) : null,
    set_by: set?.set_by ?? null,
    set_at: set?.set_at ?? null,
  }
}

async function shownLogo(db: Db, tenantId: string) {
  const logo = await logoOfTenant(db, tenantId)
  return logo ? ((await logoBySha(db, tenantId, logo.sha256)) ?? null) : null
}

/** In a transaction. Throws 403 for whom rules narrow to a part of the tenant: a layout is for all of it. */
export async function setLayout(
  db: Db,
  actor: Actor,
  scope: Scope,
  id: string,
  { layout, reason }: { layout: FormLayout | null; reason: string },
  now: number,
): Promise<LayoutAnswer> {
  demandWhole(actor)
  const before = await readLayout(db, scope, id)
  if (layout === null) await db.deleteFrom('fiscal_layouts').where('tenant_id', '=', id).execute()
  else {
    const set = { layout: JSON.stringify(layout), set_by: actor.name, set_at: now }
    await db
      .insertInto('fiscal_layouts')
      .values({ tenant_id: id, ...set })
      .onConflict(on => on.column('tenant_id').doUpdateSet(set))
      .execute()
  }
  await recordChange(
    db,
    actor,
    {
      entity: 'tenant',
      id,
      tenantId: id,
      action: 'set_form_layout',
      before: { layout: before.layout },
      after: { layout, reason },
    },
    now,
  )
  return readLayout(db, scope, id)
}
