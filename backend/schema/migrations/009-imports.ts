import type { CreateTableBuilder, Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', required: string[], optional: string[] = []): Table => {
  for (const name of required) table = table.addColumn(name, type, column => column.notNull())
  for (const name of optional) table = table.addColumn(name, type)
  return table
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string): Table => db.schema.createTable(name)

  let table = add(
    create('imports').addColumn('id', 'text', column => column.primaryKey()),
    'text',
    [
      'search',
      'tenant_id',
      'entity',
      'mode',
      'file_name',
      'state',
      'encoding',
      'delimiter',
      'columns',
      'warnings',
      'counts',
      'actor',
      'created_by',
    ],
    ['task_id', 'reason'],
  )
  table = add(
    table,
    'bigint',
    ['version', 'bytes', 'rows', 'will_create', 'will_update', 'needs_reason', 'created_at', 'updated_at'],
    ['archived_at', 'committed_at', 'undone_at'],
  )
  await table.execute()
  await db.schema
    .createIndex('imports_by_tenant_id_archived_at_id')
    .on('imports')
    .columns(['tenant_id', 'archived_at', 'id'])
    .execute()

  await add(add(create('import_parts'), 'text', ['import_id', 'body']), 'bigint', ['part'])
    .addPrimaryKeyConstraint('import_parts_pk', ['import_id', 'part'])
    .execute()

  table = add(
    create('import_rows'),
    'text',
    ['import_id', 'cells', 'state', 'search'],
    ['key', 'claim', 'action', 'problems', 'changes', 'entity_id', 'before', 'reason'],
  )
  table = add(table, 'bigint', ['line', 'needs_reason'], ['entity_version'])
  await table.addPrimaryKeyConstraint('import_rows_pk', ['import_id', 'line']).execute()
  await db.schema
    .createIndex('import_rows_by_import_id_state_line')
    .on('import_rows')
    .columns(['import_id', 'state', 'line'])
    .execute()
  // Progress is counted while it grows.
  await db.schema
    .createIndex('import_rows_by_import_id_state_action')
    .on('import_rows')
    .columns(['import_id', 'state', 'action', 'needs_reason'])
    .execute()
  await db.schema
    .createIndex('import_rows_by_import_id_key')
    .on('import_rows')
    .columns(['import_id', 'key'])
    .execute()
  await db.schema
    .createIndex('import_rows_by_entity_id')
    .on('import_rows')
    .columns(['entity_id', 'entity_version'])
    .execute()
  await db.schema
    .createIndex('import_rows_by_import_id_claim')
    .on('import_rows')
    .columns(['import_id', 'claim'])
    .execute()

  // Fields that the files of the trade carry and that had no place yet.
  for (const [name, columns] of Object.entries({ locations: ['lat', 'lon'], smibs: ['serial', 'broker'] })) {
    for (const column of columns) await db.schema.alterTable(name).addColumn(column, 'text').execute()
  }
}
