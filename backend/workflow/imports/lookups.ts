/**
 * What a batch of rows speaks of, found in a few queries whatever their number. What is out of scope does not exist.
 * The joins are cross joins to keep their order: SQLite would rather read all of a tenant's rows for each key than use
 * the key's index.
 */
import { groupBy } from '../../platform/contract/group-by'
import { sql, type RawBuilder } from 'kysely'
import { fold } from '../../platform/contract/fold'
import { nameKey } from '../../platform/contract/machine-name'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { Importer } from './importer'
import type { Tenant, Place } from './row-owner'

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

/**
 * Code → the locations that have it; several when it means something to several tenants. What is no code may be a name,
 * as lists show it, in whatever spelling of its letters.
 */
export async function placesWith(
  db: Db,
  scope: Scope,
  codes: readonly string[],
): Promise<Map<string, Place[]>> {
  const wanted = [...new Set(codes)].filter(Boolean)
  const exact = groupBy(
    await matching<Place>(
      db,
      wanted,
      given =>
        sql`select l.id, l.code, l.tenant_id from ${given} cross join locations l where l.code = b.key and l.archived_at is null and ${visible(scope, 'l.tenant_id')}`,
    ),
    ({ code }) => String(code),
  )
  const others = wanted.filter(text => !exact.has(text))
  if (others.length === 0) return exact
  // An installation has some thousand locations at most.
  const { rows } = await sql<
    Place & { name: string }
  >`select l.id, l.code, l.name, l.tenant_id from locations l where l.archived_at is null and ${visible(scope, 'l.tenant_id')}`.execute(
    db,
  )
  const byCode = groupBy(rows, ({ code }) => nameKey(code))
  const byName = groupBy(rows, ({ name }) => nameKey(name))
  for (const text of others) {
    const found = byCode.get(nameKey(text)) ?? byName.get(nameKey(text))
    if (found) exact.set(text, found)
  }
  return exact
}

/** Key → the stored rows that have it, or one that is alike; archived ones too. */
export async function existingWith(
  db: Db,
  scope: Scope,
  { table, key, alike }: Importer,
  keys: readonly string[],
): Promise<Map<string, Stored[]>> {
  const having = (column: string, texts: readonly string[]) =>
    matching<Stored>(
      db,
      texts,
      given =>
        sql`select t.* from ${given} cross join ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = b.key and ${visible(scope, 't.tenant_id')}`,
    )
  const exact = groupBy(await having(key, keys), row => String(row[key]))
  return alike ? withAlike(exact, await having(alike.column, keys.map(alike.keyOf)), alike, keys) : exact
}

/** What is spelled the same comes first; of what is alike, each once. */
function withAlike<Row extends object>(
  exact: ReadonlyMap<string, Row[]>,
  alike: readonly Row[],
  { column, keyOf }: { column: string; keyOf(text: string): string },
  keys: readonly string[],
): Map<string, Row[]> {
  const byKey = groupBy(alike, row => String(row[column as keyof Row]))
  const idOf = (row: Row) => (row as { id?: unknown }).id
  return new Map(
    keys.map(text => {
      const same = exact.get(text) ?? []
      const known = new Set(same.map(idOf))
      return [text, [...same, ...(byKey.get(keyOf(text)) ?? []).filter(row => !known.has(idOf(row)))]]
    }),
  )
}

interface NamedSlot {
  id: string
  serial: string
  serial_key: string | null
  tenant_id: string
}
export async function slotsWith(
  db: Db,
  scope: Scope,
  serials: readonly string[],
): Promise<Map<string, NamedSlot[]>> {
  const having = (column: 'serial' | 'serial_key', texts: readonly string[]) =>
    matching<NamedSlot>(
      db,
      texts,
      given =>
        sql`select s.id, s.serial, s.serial_key, s.tenant_id from ${given} cross join slots s where ${sql.ref(`s.${column}`)} = b.key and s.archived_at is null and ${visible(scope, 's.tenant_id')}`,
    )
  const exact = groupBy(await having('serial', serials), ({ serial }) => serial)
  const alike = await having('serial_key', serials.map(nameKey))
  return withAlike(exact, alike, { column: 'serial_key', keyOf: nameKey }, serials)
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
