/**
 * What a batch of rows speaks of, found in a few queries whatever their number. What is out of scope does not exist.
 * The joins are cross joins to keep their order: SQLite would rather read all of a tenant's rows for each key than use the key's index.
 */
import { sql, type RawBuilder } from 'kysely'
import { fold } from '../contract/fold'
import { rowsAsTable } from '../db/bulk'
import type { Stored } from '../db/columns'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import type { Importer } from './importer'

export interface Tenant {
  id: string
  name: string
  currency: string
}
export interface Place {
  id: string
  code: string
  tenant_id: string
}

const visible = (scope: Scope, column: string): RawBuilder<boolean> =>
  scope.tenantId === null ? sql<boolean>`1 = 1` : sql<boolean>`${sql.ref(column)} = ${scope.tenantId}`

/** By name or sign-in host. A system has some tens of tenants. */
export async function tenantsIn(
  db: Db,
  scope: Scope,
): Promise<{ byId: Map<string, Tenant>; named(text: string): Tenant[] }> {
  const { rows } = await sql<
    Tenant & { login_host: string }
  >`select t.id, t.name, t.currency, t.login_host from tenants t where t.archived_at is null and ${visible(scope, 't.id')}`.execute(
    db,
  )
  return {
    byId: new Map(rows.map(row => [row.id, row])),
    named: text => rows.filter(row => fold(row.name) === fold(text) || row.login_host === text.toLowerCase()),
  }
}

/** Code → the locations that have it; several when it means something to several tenants. What is no code may be a name, as lists show it. */
export async function placesWith(
  db: Db,
  scope: Scope,
  codes: readonly string[],
): Promise<Map<string, Place[]>> {
  const found = async (texts: readonly string[], by: 'code' | 'name') =>
    grouped(
      await matching<Place & { name: string }>(
        db,
        texts,
        given =>
          sql`select l.id, l.code, l.name, l.tenant_id from ${given} cross join locations l where ${sql.ref(`l.${by}`)} = b.key and l.archived_at is null and ${visible(scope, 'l.tenant_id')}`,
      ),
      by,
    )
  const byCode = await found(codes, 'code')
  const byName = await found(
    codes.filter(text => !byCode.has(text)),
    'name',
  )
  return new Map([...byName, ...byCode])
}

/** Key → the stored rows that have it, archived ones too. */
export async function existingWith(
  db: Db,
  scope: Scope,
  { table, key }: Importer,
  keys: readonly string[],
): Promise<Map<string, Stored[]>> {
  return grouped(
    await matching<Stored>(
      db,
      keys,
      given =>
        sql`select t.* from ${given} cross join ${sql.table(table)} t where ${sql.ref(`t.${key}`)} = b.key and ${visible(scope, 't.tenant_id')}`,
    ),
    key,
  )
}

export async function slotsWith(
  db: Db,
  scope: Scope,
  serials: readonly string[],
): Promise<Map<string, { id: string; serial: string; tenant_id: string }[]>> {
  return grouped(
    await matching<{ id: string; serial: string; tenant_id: string }>(
      db,
      serials,
      given =>
        sql`select s.id, s.serial, s.tenant_id from ${given} cross join slots s where s.serial = b.key and s.archived_at is null and ${visible(scope, 's.tenant_id')}`,
    ),
    'serial',
  )
}

/** Id → how a file names it. */
export async function wordsFor(
  db: Db,
  table: 'locations' | 'slots',
  column: 'code' | 'serial',
  ids: readonly unknown[],
): Promise<Map<string, string>> {
  const rows = await matching<{ id: string; word: string }>(
    db,
    ids.filter(id => typeof id === 'string'),
    given =>
      sql`select t.id, ${sql.ref(`t.${column}`)} as word from ${given} cross join ${sql.table(table)} t where t.id = b.key`,
  )
  return new Map(rows.map(row => [row.id, row.word]))
}

async function matching<Row>(
  db: Db,
  keys: readonly string[],
  query: (given: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Row[]> {
  const wanted = [...new Set(keys)].filter(Boolean)
  if (wanted.length === 0) return []
  const { rows } = await query(
    rowsAsTable(
      db,
      { key: 'text' },
      wanted.map(key => ({ key })),
    ),
  ).execute(db)
  return rows as Row[]
}

function grouped<Row extends object>(rows: readonly Row[], by: keyof Row & string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = String(row[by])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
