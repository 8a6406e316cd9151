import { sql, type Kysely } from 'kysely'

/** Versions of the SMIBs' firmware, their rollouts, and what SMIBs report to run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Apart from `smibs`, whose rows ingestion writes with each message.
  await db.schema
    .createTable('smib_firmware')
    .addColumn('smib_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('firmware', 'text', column => column.notNull())
    .addColumn('reported_at', 'bigint', column => column.notNull())
    .execute()
  await sql`create index smib_firmware_by_name on smib_firmware (firmware, smib_id)`.execute(db)

  await table(db, 'firmware_versions', ['name', 'sha256', 'uploaded_by'], ['size'], ['notes'], [])
  await sql`create unique index firmware_versions_once on firmware_versions (tenant_id, name)`.execute(db)
  await db.schema
    .createTable('firmware_pieces')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('firmware_id', 'text', column => column.notNull())
    .addColumn('nr', 'bigint', column => column.notNull())
    .addColumn('content', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('firmware_pieces_key', ['firmware_id', 'nr'])
    .execute()

  await table(
    db,
    'firmware_rollouts',
    ['name', 'state', 'wave_unit', 'created_by'],
    ['wave_size', 'gap', 'hour_from', 'hour_to', 'fail_percent', 'wave', 'passed_wave'],
    ['firmware_id', 'location_id', 'group_id', 'back_of', 'pause', 'started_by', 'started_by_id'],
    ['next_wave_at', 'started_at', 'finished_at'],
  )
  await sql`create index firmware_rollouts_running on firmware_rollouts (tenant_id) where state in ('running', 'paused')`.execute(
    db,
  )

  await table(
    db,
    'firmware_boards',
    ['rollout_id', 'smib_id', 'location_id', 'result', 'firmware', 'firmware_id'],
    [],
    ['slot_id', 'code', 'firmware_before', 'command_id'],
    ['wave', 'ordered_at', 'settled_at'],
  )
  await sql`create unique index firmware_boards_once on firmware_boards (rollout_id, smib_id)`.execute(db)
  await sql`create index firmware_boards_by_smib on firmware_boards (smib_id, id)`.execute(db)
  await sql`create index firmware_boards_of_tenant on firmware_boards (tenant_id, id)`.execute(db)
  await sql`create index firmware_boards_archived on firmware_boards (tenant_id) where archived_at is not null`.execute(
    db,
  )
  await sql`create index firmware_boards_by_result on firmware_boards (rollout_id, result)`.execute(db)
}

async function table(
  db: Kysely<unknown>,
  name: string,
  texts: string[],
  numbers: string[],
  optionalTexts: string[],
  optionalNumbers: string[],
): Promise<void> {
  let made = db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey())
  for (const column of ['tenant_id', 'search', ...texts])
    made = made.addColumn(column, 'text', one => one.notNull())
  for (const column of ['version', 'created_at', 'updated_at', ...numbers])
    made = made.addColumn(column, 'bigint', one => one.notNull())
  for (const column of optionalTexts) made = made.addColumn(column, 'text')
  for (const column of ['archived_at', ...optionalNumbers]) made = made.addColumn(column, 'bigint')
  await made.execute()
}
