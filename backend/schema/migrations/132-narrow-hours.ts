import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Hours are kept in the order in which they are asked for, slot by slot, and in nothing beside it: their key was a
 * second copy of a third of each row, and the index by slot a third one. On PostgreSQL the key stays as it is: to build
 * it anew would lock the largest table that there is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  const sums = [
    'readings',
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
  ]
  const columns = [
    'slot_id',
    'hour_start',
    'game_nr',
    'location_id',
    'denomination_minor',
    'tenant_id',
    'currency',
    ...sums,
    'coins_in',
  ].join(', ')
  await sql
    .raw(
      `create table counter_hours_narrow (
        slot_id text not null, hour_start bigint not null, game_nr bigint not null, location_id text not null,
        denomination_minor bigint not null, tenant_id text not null, currency text not null,
        ${sums.map(name => `${name} bigint not null`).join(', ')}, coins_in bigint not null default 0,
        constraint counter_hours_pk primary key (slot_id, hour_start, game_nr, location_id, denomination_minor)
      ) without rowid`,
    )
    .execute(db)
  await sql
    .raw(
      `insert into counter_hours_narrow (${columns}) select ${columns} from counter_hours order by slot_id, hour_start`,
    )
    .execute(db)
  await sql`drop table counter_hours`.execute(db)
  await sql`alter table counter_hours_narrow rename to counter_hours`.execute(db)
  await sql`create index counter_hours_by_location_id_hour_start on counter_hours (location_id, hour_start)`.execute(
    db,
  )
}
