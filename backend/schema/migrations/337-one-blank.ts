import { sql, type Kysely } from 'kysely'
import { assetKey, nameKey } from '../../platform/contract/machine-name'

/**
 * Several blanks are one, and so are more signs that read as a dash. A name whose key another one of its tenant has
 * already loses its own: it stays as it is until somebody changes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, key, keyOf] of [
    ['slots', 'serial', 'serial_key', nameKey],
    ['slots', 'asset_no', 'asset_key', assetKey],
    ['locations', 'code', 'code_key', nameKey],
  ] as const) {
    const { rows } = await sql<{ id: string; tenant_id: string; name: string }>`
      select id, tenant_id, ${sql.ref(column)} as name from ${sql.table(table)}
      where ${sql.ref(key)} like '%  %' or ${sql.ref(key)} like '%\u2796%' or ${sql.ref(key)} like '%\u2500%'
        or ${sql.ref(key)} like '%\u2501%'
      order by case when archived_at is null then 0 else 1 end, id`.execute(db)
    for (const { id, tenant_id, name } of rows) {
      const own = keyOf(name)
      await sql`
        update ${sql.table(table)} set ${sql.ref(key)} = case when exists (
          select 1 from ${sql.table(table)} o where o.tenant_id = ${tenant_id} and o.${sql.ref(key)} = ${own} and o.id <> ${id}
        ) then null else ${own} end where id = ${id}`.execute(db)
    }
  }
}
