import { sql, type Kysely } from 'kysely'

/** The archived of the two large tables are few, and counted with every plain list: all rows but these (`count.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['slots', 'smibs']) {
    await db.schema
      .createIndex(`${table}_archived`)
      .on(table)
      .column('archived_at')
      .where(sql.ref('archived_at'), 'is not', null)
      .execute()
  }
}
