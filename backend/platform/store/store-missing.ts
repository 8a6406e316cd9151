/** What a record's address answers when there is no such record. */
import { sql } from 'kysely'
import type { Gone } from '../contract/problem'
import { Problem } from '../contract/problem'
import type { Scope } from '../request/actor'
import type { Db } from '../db/database'
import type { StoreBase } from './store-spec'

/** 404 `not_found`. Of one that was deleted, the audit log knows when; what was another tenant's stays unknown. */
export async function noSuch(
  store: StoreBase,
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Problem> {
  const { one } = store.contract
  const [id] = ids
  const details: Gone | undefined =
    id !== undefined && ids.length === 1 ? { id, deleted: await deletion(store, db, scope, id) } : undefined
  return new Problem(404, 'not_found', {
    message: `No such ${one}`,
    ...(details && { details: { ...details } }),
  })
}

async function deletion(
  { contract, spec }: StoreBase,
  db: Db,
  scope: Scope,
  id: string,
): Promise<Gone['deleted']> {
  if (!contract.permissions.delete) return null
  const isShared = spec.ownedBy === null
  const inScope = isShared || scope.tenantId === null ? sql`1 = 1` : sql`tenant_id = ${scope.tenantId}`
  const { rows } = await sql<{ at: number; before_json: string | null }>`select at, before_json from audit_log
    where entity_id = ${id} and entity = ${contract.one} and action = 'delete' and ${inScope}
    order by at desc, seq desc limit 1`.execute(db)
  if (!rows[0]) return null
  // Whoever sees only a part of a tenant's records may not have seen this one: its name is shown where all see all.
  const { name } = isShared ? (JSON.parse(rows[0].before_json ?? '{}') as { name?: unknown }) : {}
  return { at: Number(rows[0].at), name: typeof name === 'string' ? name : null }
}
