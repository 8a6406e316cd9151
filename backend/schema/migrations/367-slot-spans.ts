import { PostgresAdapter, sql, type Kysely } from 'kysely'

const meters = [
  'coin_in',
  'coin_out',
  'jackpot',
  'handpaid_cancelled',
  'games_played',
  'games_won',
  'bills_in',
  'ticket_in',
  'ticket_out',
  'electronic_in',
  'electronic_out',
  'hopper_out',
  'total_drop',
  'coins_in',
]

/**
 * What each game of each slot moved in a month and in ten days of it, in money and counts: a report over a month read
 * thirty rows for each. They are summed by and by, after the start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const end = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql` without rowid`
  await sql`create table slot_spans (tenant_id text not null, location_id text not null, span text not null,
    slot_id text not null, game_nr bigint not null, currency text not null,
    ${sql.join(meters.map(name => sql`${sql.ref(name)} bigint not null`))},
    constraint slot_spans_pk primary key (tenant_id, location_id, span, slot_id, game_nr, currency))${end}`.execute(
    db,
  )
  await sql`create table span_days (tenant_id text not null, location_id text not null, day text not null,
    summed bigint not null, changed bigint not null,
    constraint span_days_pk primary key (location_id, day, tenant_id))${end}`.execute(db)
  await sql`create index span_days_changed on span_days (location_id, day) where changed = 1`.execute(db)
}
