import { sql, type Kysely } from 'kysely'

/** Fiscal reports are found by their location and their period: their lists' search found none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, period] of [
    ['daily_reports', 'day'],
    ['monthly_reports', 'month'],
  ] as const)
    await sql`update ${sql.table(table)} set search =
      coalesce((select l.search from locations l where l.id = location_id), '') || ' ' || ${sql.ref(period)}`.execute(
      db,
    )
}
