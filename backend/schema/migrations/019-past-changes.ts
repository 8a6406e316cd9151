import type { Kysely } from 'kysely'

/** What was changed of a list, newest first: ids begin with the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('many_jobs_by_list_id').on('many_jobs').columns(['list', 'id']).execute()
}
