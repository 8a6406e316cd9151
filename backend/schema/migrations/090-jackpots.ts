import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', names: readonly string[], more: readonly string[] = []) =>
  more.reduce<Table>(
    (all, name) => all.addColumn(name, type),
    names.reduce<Table>((all, name) => all.addColumn(name, type, column => column.notNull()), table),
  )

/**
 * Jackpots, their levels, what feeds them, what each slot has contributed, and what was won. Amounts are minor units,
 * contributions ten-thousandths of one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const entity = (name: string) => {
    const table = db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey())
    return add(
      add(table, 'text', ['tenant_id', 'search']),
      'bigint',
      ['version', 'created_at', 'updated_at'],
      ['archived_at'],
    )
  }
  await add(entity('jackpots'), 'text', ['name', 'kind', 'currency'], ['location_id', 'note']).execute()
  await add(
    add(
      entity('jackpot_levels'),
      'text',
      ['jackpot_id', 'name', 'currency', 'kind', 'state'],
      ['location_id', 'point_hash', 'point_nonce'],
    ),
    'bigint',
    [
      'position',
      'seed_minor',
      'visible_bp',
      'hidden_bp',
      'terms_from',
      'run',
      'hits',
      'start_minor',
      'taken',
      'hidden_taken',
    ],
    ['limit_minor', 'hit_from_minor', 'hit_to_minor', 'point_minor', 'last_hit_at'],
  ).execute()
  await add(
    add(db.schema.createTable('jackpot_terms') as Table, 'text', ['level_id', 'tenant_id']),
    'bigint',
    ['from_hour', 'visible_bp', 'hidden_bp'],
    ['to_hour'],
  )
    .addPrimaryKeyConstraint('jackpot_terms_of', ['level_id', 'from_hour'])
    .execute()
  await add(
    add(entity('jackpot_sources'), 'text', ['jackpot_id', 'name'], ['location_id', 'slot_id']),
    'bigint',
    ['from_hour'],
    ['to_hour'],
  ).execute()
  await add(
    add(db.schema.createTable('jackpot_shares') as Table, 'text', ['level_id', 'slot_id', 'tenant_id']),
    'bigint',
    ['visible', 'hidden', 'seen', 'last_at'],
  )
    .addPrimaryKeyConstraint('jackpot_shares_of', ['level_id', 'slot_id'])
    .execute()
  await add(
    add(
      entity('jackpot_wins'),
      'text',
      [
        'number',
        'jackpot_id',
        'level_id',
        'slot_id',
        'location_id',
        'currency',
        'state',
        'evidence',
        'slot_state',
      ],
      ['point_hash', 'point_nonce', 'paid_by', 'payment_reason'],
    ),
    'bigint',
    ['run', 'won_at', 'amount_minor'],
    ['point_minor', 'stopped_at', 'paid_at', 'reset_at'],
  ).execute()
  await sql`create index jackpot_levels_of on jackpot_levels (jackpot_id)`.execute(db)
  await sql`create index jackpot_levels_fed on jackpot_levels (tenant_id, currency)`.execute(db)
  await sql`create index jackpot_sources_of on jackpot_sources (jackpot_id)`.execute(db)
  await sql`create unique index jackpot_wins_once on jackpot_wins (level_id, run)`.execute(db)
  await sql`create index jackpot_wins_listed on jackpot_wins (tenant_id, won_at, id)`.execute(db)
  await sql`create unique index jackpots_named on jackpots (tenant_id, name)`.execute(db)
}
