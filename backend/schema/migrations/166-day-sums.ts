import { PostgresAdapter, sql, type Kysely } from 'kysely'

const meters = [
  'coin_in',
  'coin_out',
  'jackpot',
  'bills_in',
  'coins_in',
  'ticket_in',
  'electronic_in',
  'ticket_out',
  'electronic_out',
  'hopper_out',
  'handpaid_cancelled',
  'total_drop',
  'games_played',
  'games_won',
]

/**
 * What a closed day stands at, in money and counts: a year of a tenant is a few thousand narrow rows instead of one for
 * each slot and day. They are written when a day closes or is worked out anew; those of days that are closed already by
 * and by, after the start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const end = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql` without rowid`
  const numbers = ['slots', 'slot_set', 'hours_known', 'hours_expected', ...meters]
  await sql`create table location_day_sums (tenant_id text not null, day text not null, location_id text not null, currency text not null,
    ${sql.join(numbers.map(name => sql`${sql.ref(name)} bigint not null`))},
    constraint location_day_sums_pk primary key (tenant_id, day, location_id, currency))${end}`.execute(db)
  await sql`create table slot_sets (tenant_id text not null, digest bigint not null, slots text not null,
    constraint slot_sets_pk primary key (tenant_id, digest))${end}`.execute(db)
}
