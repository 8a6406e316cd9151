/** What a write makes of what a form sends, the same for one row and for many. */
import { sql } from 'kysely'
import type { Contract } from '../contract/contract'
import { foldWords } from '../contract/fold'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Scope } from '../request/actor'
import { rowsAsTable } from '../db/bulk'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import type { StoreBase } from './store-spec'

/** Made once per contract: a schema is compiled when it first parses. */
const strict = new WeakMap<Contract, Contract['input']>()

/** The form's schema, which refuses what it does not name. */
export function strictOf(contract: Contract): Contract['input'] {
  const known = strict.get(contract) ?? contract.input.strict()
  strict.set(contract, known)
  return known
}

/** Not `Object.assign`: for objects of one or two entries that is most of the work of judging a row. */
export function addWritten(columns: Stored, { spec }: StoreBase, field: string, value: unknown): void {
  const written = spec.columns[field]?.write?.(value as never)
  for (const name in written) columns[name] = written[name]
}

/** What contains-search finds the row by. */
export const searchOf = ({ spec }: StoreBase, stored: Stored): string => foldWords(spec.search(stored))

/** Changes of what all tenants share are the system's. */
export const tenantOf = ({ spec }: StoreBase, stored: Stored): string =>
  spec.ownedBy === null ? SYSTEM_TENANT : String(stored[spec.ownedBy])

/**
 * What does not exist, is archived, or is another tenant's cannot be referred to: the three look the same from outside.
 */
export async function usableReferences(
  { spec }: StoreBase,
  db: Db,
  scope: Scope,
  inputs: readonly Record<string, unknown>[],
): Promise<(table: string, id: string) => boolean> {
  const wanted = new Map<string, Set<string>>()
  const owners = new Map<string, string | null>()
  for (const [field, { reference }] of Object.entries(spec.columns)) {
    if (!reference) continue
    owners.set(reference.table, reference.owner)
    for (const input of inputs) {
      if (typeof input[field] !== 'string') continue
      const ids = wanted.get(reference.table) ?? new Set()
      wanted.set(reference.table, ids.add(input[field]))
    }
  }
  const found = new Set<string>()
  for (const [table, ids] of wanted) {
    const owner = owners.get(table) ?? null
    const inScope =
      scope.tenantId === null || owner === null
        ? sql`1 = 1`
        : sql`${sql.ref(`t.${owner}`)} = ${scope.tenantId}`
    // A cross join keeps the order: SQLite would rather read all of a tenant's rows than believe in an index.
    const { rows } = await sql<{ id: string }>`select t.id from ${rowsAsTable(
      db,
      { id: 'text' },
      [...ids].map(id => ({ id })),
    )} cross join ${sql.table(table)} t
      where t.id = b.id and t.archived_at is null and ${inScope}`.execute(db)
    for (const { id } of rows) found.add(`${table} ${id}`)
  }
  return (table, id) => found.has(`${table} ${id}`)
}
