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
 * What all slots of a location moved in each hour of its days, and by weekday and hour in a month: a year by hour of
 * day read millions of hours of slots. They are summed by and by, after the start, with the spans of slots.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const end = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql` without rowid`
  await sql`create table location_spans (tenant_id text not null, location_id text not null, span text not null,
    hour bigint not null, hour_start bigint not null, weekday bigint not null, currency text not null,
    ${sql.join(meters.map(name => sql`${sql.ref(name)} bigint not null`))},
    constraint location_spans_pk primary key (tenant_id, location_id, span, hour, hour_start, weekday, currency))${end}`.execute(
    db,
  )
  await sql`update span_days set changed = 1 where changed = 0`.execute(db)
}
