import { sql, type Kysely } from 'kysely'
import { assetKey, nameKey } from '../../platform/contract/machine-name'
import { updateMany } from '../../platform/db/update-many'
import type { Db } from '../../platform/db/database'

const PIECE = 2_000

/**
 * Serials, asset numbers and codes that read alike are refused from now on. Of those that are alike already the first
 * in use has the key and the others have none: they stay as they are until somebody changes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['slots', 'serial_key'],
    ['slots', 'asset_key'],
    ['locations', 'code_key'],
  ] as const)
    await db.schema.alterTable(table).addColumn(column, 'text').execute()

  await fill(db, 'slots', 'serial', 'serial_key', nameKey)
  await fill(db, 'slots', 'asset_no', 'asset_key', assetKey)
  await fill(db, 'locations', 'code', 'code_key', nameKey)

  for (const [table, column] of [
    ['slots', 'serial_key'],
    ['slots', 'asset_key'],
    ['locations', 'code_key'],
  ] as const) {
    await db.schema
      .createIndex(`${table}_unique_tenant_id_${column}`)
      .unique()
      .on(table)
      .columns(['tenant_id', column])
      .execute()
    // A system's person names a slot or location without its tenant.
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  }
}

async function fill(
  db: Kysely<unknown>,
  table: 'slots' | 'locations',
  column: string,
  key: string,
  keyOf: (text: string) => string,
): Promise<void> {
  const { rows } = await sql<{ id: string; tenant_id: string; name: string }>`
    select id, tenant_id, ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} is not null
    order by case when archived_at is null then 0 else 1 end, id`.execute(db)
  const taken = new Set<string>()
  const keyed = rows.flatMap(({ id, tenant_id, name }) => {
    const own = keyOf(name)
    const word = `${tenant_id} ${own}`
    if (taken.has(word)) return []
    taken.add(word)
    return [{ id, name_key: own }]
  })
  for (let from = 0; from < keyed.length; from += PIECE)
    await updateRowsOf(db, table, key, keyed.slice(from, from + PIECE))
}

const updateRowsOf = (
  db: Kysely<unknown>,
  table: string,
  key: string,
  rows: readonly { id: string; name_key: string }[],
) =>
  updateMany(
    db as unknown as Db,
    table,
    { id: 'id' },
    { id: 'text', [key]: 'text' },
    rows.map(({ id, name_key }) => ({ id, [key]: name_key })) as { id: string; [key: string]: string }[],
  )
