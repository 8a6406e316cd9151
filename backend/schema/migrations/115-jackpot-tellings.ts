import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', names: readonly string[], more: readonly string[] = []) =>
  more.reduce<Table>(
    (all, name) => all.addColumn(name, type),
    names.reduce<Table>((all, name) => all.addColumn(name, type, column => column.notNull()), table),
  )

/** What slots tell of progressive wins: as it came, and gathered into wins; how a win is paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string, key: string) =>
    db.schema.createTable(name).addColumn(key, 'text', column => column.primaryKey()) as Table
  await add(
    add(create('jackpot_reports', 'id'), 'text', ['slot_id', 'tenant_id', 'location_id', 'code', 'state']),
    'bigint',
    ['at', 'created_at'],
    ['level_nr', 'amount_minor', 'is_progressive'],
  ).execute()
  await add(
    add(create('jackpot_meters', 'slot_id'), 'text', ['tenant_id', 'location_id']),
    'bigint',
    ['at'],
    ['machine_paid', 'hand_paid', 'seen_at', 'seen_machine', 'seen_hand', 'moved_at'],
  ).execute()
  await add(
    add(
      create('jackpot_tellings', 'id'),
      'text',
      ['tenant_id', 'search', 'slot_id', 'location_id', 'currency', 'state', 'evidence'],
      ['cause', 'level_id', 'win_id', 'decided_by', 'decision_reason'],
    ),
    'bigint',
    ['version', 'created_at', 'updated_at', 'from_at', 'to_at', 'look_at'],
    ['archived_at', 'level_nr', 'amount_minor', 'decided_at'],
  ).execute()
  for (const statement of [
    'create index jackpot_reports_new on jackpot_reports (state, slot_id)',
    'create index jackpot_reports_of on jackpot_reports (slot_id, at)',
    'create index jackpot_tellings_of on jackpot_tellings (slot_id, from_at)',
    'create index jackpot_tellings_open on jackpot_tellings (state, look_at)',
    'create index jackpot_tellings_won on jackpot_tellings (win_id)',
    'alter table jackpot_levels add column machine_level bigint',
    'alter table jackpot_levels add column won_minor bigint',
    'alter table jackpot_levels add column run_started_at bigint not null default 0',
    'alter table jackpot_wins add column payment_method text',
    'alter table jackpot_wins add column aft_command_id text',
    'alter table jackpot_wins add column aft_transaction_id text',
    "update jackpot_levels set won_minor = point_minor where state = 'hit'",
    'drop index jackpot_wins_once',
    "create unique index jackpot_wins_once on jackpot_wins (level_id, run) where state <> 'withdrawn'",
    'create index jackpot_wins_of_slot on jackpot_wins (slot_id, state)',
  ])
    await sql.raw(statement).execute(db)
}
