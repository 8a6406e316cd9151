import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * The logo that a sealed month was sealed with stands beside its document, as a day's does: what no report names is
 * removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await sql`alter table monthly_reports add column logo text`.execute(db)
  const named = isPostgres
    ? sql`document::jsonb -> 'logo' ->> 'sha256'`
    : sql`json_extract(document, '$.logo.sha256')`
  await sql`update monthly_reports set logo = ${named} where document is not null`.execute(db)
  for (const table of ['daily_reports', 'monthly_reports'])
    await sql
      .raw(`create index ${table}_logo on ${table} (tenant_id, logo) where logo is not null`)
      .execute(db)
}
