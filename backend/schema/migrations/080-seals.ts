import type { CreateTableBuilder, Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', required: string[], optional: string[] = []): Table => {
  for (const name of required) table = table.addColumn(name, type, column => column.notNull())
  for (const name of optional) table = table.addColumn(name, type)
  return table
}

/** Sealed documents, one gapless chain a location, and the keys that signed them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string): Table => db.schema.createTable(name)

  let table = create('seal_keys').addColumn('seq', 'bigint', column => column.primaryKey())
  table = add(table, 'text', ['id', 'public_key'], ['sealed', 'change', 'old_signature', 'new_signature'])
  await add(table, 'bigint', ['created_at']).execute()

  table = create('seals').addColumn('id', 'text', column => column.primaryKey())
  table = add(table, 'text', ['tenant_id', 'location_id', 'kind', 'period', 'currency', 'subject'])
  table = add(table, 'text', ['code', 'hash', 'signature', 'paper', 'key_id', 'body'])
  await add(table, 'bigint', ['number', 'revision', 'sealed_at'])
    .addUniqueConstraint('seals_number', ['location_id', 'number'])
    .addUniqueConstraint('seals_code', ['code'])
    .addUniqueConstraint('seals_hash', ['hash'])
    .execute()
  await db.schema
    .createIndex('seals_of_subject')
    .on('seals')
    .columns(['location_id', 'subject', 'number'])
    .execute()

  table = create('seal_heads').addColumn('location_id', 'text', column => column.primaryKey())
  table = add(table, 'text', ['tenant_id', 'hash', 'key_id', 'perpetual'])
  await add(table, 'bigint', ['number', 'sealed_at']).execute()

  table = create('seal_files').addColumn('sha256', 'text', column => column.primaryKey())
  await add(add(table, 'text', ['seal_id', 'format']), 'bigint', ['issued_at']).execute()
  await db.schema.createIndex('seal_files_of_seal').on('seal_files').columns(['seal_id']).execute()
}
