import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', names: readonly string[], more: readonly string[] = []) =>
  more.reduce<Table>(
    (all, name) => all.addColumn(name, type),
    names.reduce<Table>((all, name) => all.addColumn(name, type, column => column.notNull()), table),
  )

/**
 * Reports that are sent by e-mail by themselves: who gets which, and each sending with its files until they have left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string) =>
    db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table
  await add(
    add(
      create('report_schedules'),
      'text',
      ['tenant_id', 'search', 'name', 'kind', 'formats', 'language', 'recipients'],
      ['location_id'],
    ),
    'bigint',
    ['version', 'created_at', 'updated_at', 'hour', 'waits_days', 'since'],
    ['archived_at'],
  ).execute()
  await add(
    add(
      create('report_sendings'),
      'text',
      ['tenant_id', 'location_id', 'schedule_id', 'search', 'kind', 'period', 'state', 'sent_to'],
      ['problem'],
    ),
    'bigint',
    [...['version', 'created_at', 'updated_at', 'due_at', 'wait_until', 'next_at'], ...['attempts', 'files']],
    ['archived_at', 'told_at', 'sent_at'],
  ).execute()
  await add(
    add(create('report_sending_files'), 'text', ['sending_id', 'location_id', 'name', 'type', 'content']),
    'bigint',
    ['nr', 'size', 'created_at'],
  ).execute()
  for (const statement of [
    'create index report_schedules_of_tenant on report_schedules (tenant_id, id)',
    'create unique index report_sendings_once on report_sendings (schedule_id, location_id, period)',
    'create index report_sendings_of_tenant on report_sendings (tenant_id, id)',
    'create index report_sendings_open on report_sendings (state, next_at)',
    'create unique index report_sending_files_once on report_sending_files (sending_id, nr)',
    'create index report_sending_files_old on report_sending_files (created_at)',
  ])
    await sql.raw(statement).execute(db)
}
