import { recordChange } from '../../platform/audit/audit.service'
import { allows } from '../../platform/contract/permissions'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import { MAX_VIEWS, type SavedView, type ViewsOfPage } from '../../platform/contract/saved-views'
import { demandFree } from '../../platform/store/demand-free'
import type { SavedViewsTable } from './saved-views.table'

/** Own and shared ones, by name. */
export async function viewsOn(db: Db, actor: Actor, page: string): Promise<ViewsOfPage> {
  const [rows, chosen] = await Promise.all([
    visible(db, actor).where('v.page', '=', page).orderBy('v.name').orderBy('v.id').execute(),
    db
      .selectFrom('default_views')
      .selectAll()
      .where('user_id', '=', actor.id)
      .where('page', '=', page)
      .executeTakeFirst(),
  ])
  const isThere = rows.some(row => row.id === chosen?.view_id)
  return {
    views: rows.map(row => viewFor(actor, row)),
    default_view: isThere ? (chosen?.view_id ?? null) : null,
    lost_default: chosen && !isThere ? chosen.view_name : null,
  }
}

interface NewView {
  page: string
  name: string
  search: string
  shared: boolean
  is_default: boolean
}

/** Throws 422 `taken` for a name that the owner uses on this list already, `too_many` past 50. */
export async function createView(
  db: Db,
  actor: Actor,
  { page, name, search, shared, is_default }: NewView,
  now: number,
): Promise<SavedView> {
  const own = await db
    .selectFrom('saved_views')
    .select('id')
    .where('owner_id', '=', actor.id)
    .where('page', '=', page)
    .execute()
  if (own.length >= MAX_VIEWS) throw invalidField('name', 'too_many', { limit: MAX_VIEWS })
  await refuseTwin(db, { owner_id: actor.id, page, name, id: '' })
  const row: SavedViewsTable = {
    id: newId(now),
    version: 1,
    tenant_id: actor.tenantId,
    owner_id: actor.id,
    page,
    name,
    search,
    shared: shared ? 1 : 0,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('saved_views').values(row).execute()
  if (is_default) await setDefault(db, actor, page, row)
  await record(db, actor, 'create', null, row, now)
  return viewFor(actor, { ...row, owner_name: actor.name })
}

interface Change {
  version: number | undefined
  name?: string
  search?: string
  shared?: boolean
}

/**
 * Throws 403 for a view that is shared with the caller only to look at, 409 with `details.current` for an older
 * version.
 */
export async function changeView(
  db: Db,
  actor: Actor,
  id: string,
  { version: expected, shared, ...change }: Change,
  now: number,
): Promise<SavedView> {
  const before = await changeable(db, actor, id)
  const version = expected ?? before.version
  const conflict = () =>
    new Problem(409, 'version_conflict', { details: { current: viewFor(actor, before) } })
  if (before.version !== version) throw conflict()
  const { owner_name, ...stored } = before
  const after: SavedViewsTable = {
    ...stored,
    ...change,
    shared: shared === undefined ? before.shared : Number(shared),
    version: version + 1,
    updated_at: now,
  }
  if (after.name === before.name && after.search === before.search && after.shared === before.shared)
    return viewFor(actor, before)
  if (after.name !== before.name) await refuseTwin(db, after)
  const changed = await db
    .updateTable('saved_views')
    .set(after)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw conflict()
  await db.updateTable('default_views').set({ view_name: after.name }).where('view_id', '=', id).execute()
  await record(db, actor, 'update', stored, after, now)
  return viewFor(actor, { ...after, owner_name })
}

/**
 * People whose default it was keep that choice on record until they make another, and the list says that it is
 * missing.
 */
export async function deleteView(db: Db, actor: Actor, id: string, now: number): Promise<void> {
  const { owner_name: _owner, ...before } = await changeable(db, actor, id)
  await db.deleteFrom('saved_views').where('id', '=', id).execute()
  await db.deleteFrom('default_views').where('view_id', '=', id).where('user_id', '=', actor.id).execute()
  await record(db, actor, 'delete', before, null, now)
}

/** Null: the list opens as it is. Throws 404 for a view that is not there, not visible, or another list's. */
export async function chooseDefault(db: Db, actor: Actor, page: string, view: string | null): Promise<void> {
  if (view === null)
    return void (await db
      .deleteFrom('default_views')
      .where('user_id', '=', actor.id)
      .where('page', '=', page)
      .execute())
  const row = await visible(db, actor).where('v.id', '=', view).where('v.page', '=', page).executeTakeFirst()
  if (!row) throw notHere()
  await setDefault(db, actor, page, row)
}

type Owned = SavedViewsTable & { owner_name: string }

/** A system user's eyes reach every tenant, but what is shared in a tenant is said among its own people. */
const visible = (db: Db, actor: Actor) =>
  db
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .selectAll('v')
    .select('u.full_name as owner_name')
    .where(where =>
      where.or([
        where('v.owner_id', '=', actor.id),
        where.and([where('v.shared', '=', 1), where('v.tenant_id', '=', actor.tenantId)]),
      ]),
    )

async function changeable(db: Db, actor: Actor, id: string): Promise<Owned> {
  const row = await visible(db, actor).where('v.id', '=', id).executeTakeFirst()
  if (!row) throw notHere()
  if (!mayChange(actor, row))
    throw new Problem(403, 'forbidden', { message: 'Only its owner may change a view' })
  return row
}

const mayChange = (actor: Actor, row: SavedViewsTable) =>
  row.owner_id === actor.id || allows(actor.permissions, 'columns_configuration::update_system')

const viewFor = (actor: Actor, row: Owned): SavedView => ({
  _id: row.id,
  version: row.version,
  name: row.name,
  search: row.search,
  shared: row.shared === 1,
  owner: { _id: row.owner_id, name: row.owner_name },
  own: row.owner_id === actor.id,
  changeable: mayChange(actor, row),
  updated_at: row.updated_at,
})

const refuseTwin = (
  db: Db,
  { owner_id, page, name, id }: Pick<SavedViewsTable, 'owner_id' | 'page' | 'name' | 'id'>,
): Promise<void> => demandFree(db, 'saved_views', id, { owner_id, page, name }, 'name')

const setDefault = (db: Db, actor: Actor, page: string, { id, name }: { id: string; name: string }) =>
  db
    .insertInto('default_views')
    .values({ user_id: actor.id, page, view_id: id, view_name: name })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'page']).doUpdateSet({ view_id: id, view_name: name }),
    )
    .execute()

function record(
  db: Db,
  actor: Actor,
  action: string,
  before: SavedViewsTable | null,
  after: SavedViewsTable | null,
  at: number,
): Promise<void> {
  const view = after ?? before
  return recordChange(
    db,
    actor,
    {
      entity: 'saved_view',
      id: view?.id ?? '',
      tenantId: view?.tenant_id ?? actor.tenantId,
      action,
      before,
      after,
    },
    at,
  )
}

const notHere = () => new Problem(404, 'not_found', { message: 'No such view' })
