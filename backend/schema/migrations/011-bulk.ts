import type { CreateTableBuilder, Kysely } from 'kysely'

const jobs = {
  needed: ['search', 'tenant_id', 'action', 'state', 'input', 'created_by', 'created_by_name'],
  maybe: ['reason', 'task_id', 'actor_kind', 'actor_id', 'actor_name', 'actor_tenant_id'],
  numbers: [
    'version',
    'total',
    'planned',
    'done',
    'skipped',
    'failed',
    'stopped',
    'created_at',
    'updated_at',
  ],
  times: ['archived_at', 'confirmed_at', 'started_at', 'finished_at'],
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const table = (
    name: string,
    texts: readonly string[],
    maybe: readonly string[],
    numbers: readonly string[],
    times: readonly string[],
  ) => {
    let builder: CreateTableBuilder<string, string> = db.schema.createTable(name)
    for (const text of texts) builder = builder.addColumn(text, 'text', column => column.notNull())
    for (const text of maybe) builder = builder.addColumn(text, 'text')
    for (const number of numbers) builder = builder.addColumn(number, 'bigint', column => column.notNull())
    for (const time of times) builder = builder.addColumn(time, 'bigint')
    return builder
  }

  // Locking and unlocking many slots.
  await table(
    'bulk_jobs',
    [...jobs.needed, 'root_id'],
    [...jobs.maybe, 'origin_id', 'origin_kind', 'unlock_zone', 'unlock_state', 'unlock_task_id'],
    [...jobs.numbers, 'wave_size', 'wave_pause_ms', 'stop_requested'],
    [...jobs.times, 'next_wave_at', 'unlock_at'],
  )
    .addColumn('id', 'text', column => column.primaryKey())
    .execute()
  await db.schema
    .createIndex('bulk_jobs_by_tenant')
    .on('bulk_jobs')
    .columns(['tenant_id', 'created_at'])
    .execute()
  await db.schema.createIndex('bulk_jobs_by_root').on('bulk_jobs').columns(['root_id']).execute()
  await table('bulk_items', ['job_id', 'slot_id', 'state'], ['reason', 'command_id'], ['seq'], ['changed_at'])
    .addPrimaryKeyConstraint('bulk_items_pk', ['job_id', 'seq'])
    .execute()
  await db.schema
    .createIndex('bulk_items_by_state')
    .on('bulk_items')
    .columns(['job_id', 'state', 'seq'])
    .execute()

  // Archiving, unarchiving and editing many rows of any entity.
  await table('many_jobs', [...jobs.needed, 'list'], jobs.maybe, [...jobs.numbers, 'unchanged'], jobs.times)
    .addColumn('id', 'text', column => column.primaryKey())
    .execute()
  await table('many_items', ['job_id', 'entity_id', 'state'], ['code', 'fields'], ['seq'], ['changed_at'])
    .addPrimaryKeyConstraint('many_items_pk', ['job_id', 'seq'])
    .execute()
  await db.schema
    .createIndex('many_items_by_state')
    .on('many_items')
    .columns(['job_id', 'state', 'seq'])
    .execute()
}
