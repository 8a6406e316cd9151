import { sql, type Kysely } from 'kysely'

/** What one person asks to be done to a level, and another one answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('jackpot_requests').addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'search',
    'jackpot_id',
    'level_id',
    'level_name',
    'kind',
    'cause',
    'asked_by_id',
    'asked_by',
  ])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['location_id', 'answer', 'answered_by', 'answer_reason'])
    table = table.addColumn(name, 'text')
  for (const name of ['version', 'created_at', 'updated_at', 'expires_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['archived_at', 'answered_at']) table = table.addColumn(name, 'bigint')
  await table.execute()
  await sql`create index jackpot_requests_of on jackpot_requests (level_id, answer)`.execute(db)
  await sql`create index jackpot_requests_listed on jackpot_requests (tenant_id, created_at, id)`.execute(db)
}
