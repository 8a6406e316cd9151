import { PostgresAdapter, sql, type Kysely } from 'kysely'

const numbers = [
  'slots',
  'hours_known',
  'hours_expected',
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
/** In place of a set that could not be written down: such a day is in no sum. */
const UNKNOWN = -1

/**
 * A tenant's year is the sum of hundreds of days, not of some thousand days of its locations. The database itself keeps
 * both tables with each row of
 * `location_day_sums`, in the transaction that writes it, so that nobody who writes one can forget the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  const end = isPostgres ? '' : ' without rowid'
  const list = (of: (name: string) => string, names = ['places', ...numbers]) => names.map(of).join(', ')
  // The embedded database may have been stopped in the middle: what is half there is made anew.
  if (!isPostgres) {
    for (const trigger of ['more', 'less', 'kept'])
      await run(`drop trigger if exists location_day_sums_${trigger}`)
    for (const table of ['tenant_day_sums', 'location_month_sets']) await run(`drop table if exists ${table}`)
  }
  await run(`create table tenant_day_sums (tenant_id text not null, day text not null, currency text not null,
    ${list(name => `${name} bigint not null`)}, constraint tenant_day_sums_pk primary key (tenant_id, day, currency))${end}`)
  await run(`create table location_month_sets (tenant_id text not null, month text not null, location_id text not null, currency text not null,
    slot_set bigint not null, days bigint not null,
    constraint location_month_sets_pk primary key (tenant_id, month, location_id, currency, slot_set))${end}`)

  const month = (row: string) => `substr(${row}day, 1, 7)`
  const bit = (row: string) =>
    isPostgres
      ? `(1::bigint << (substr(${row}day, 9, 2)::int - 1))`
      : `(1 << (cast(substr(${row}day, 9, 2) as integer) - 1))`
  await run(`insert into tenant_day_sums (tenant_id, day, currency, ${list(name => name)})
    select tenant_id, day, currency, count(*), ${list(name => `sum(${name})`, numbers)}
    from location_day_sums where slot_set <> ${UNKNOWN} group by tenant_id, day, currency`)
  await run(`insert into location_month_sets (tenant_id, month, location_id, currency, slot_set, days)
    select tenant_id, ${month('')}, location_id, currency, slot_set, sum(${bit('')})
    from location_day_sums where slot_set <> ${UNKNOWN} group by tenant_id, ${month('')}, location_id, currency, slot_set`)

  const more = `insert into tenant_day_sums (tenant_id, day, currency, ${list(name => name)})
      values (new.tenant_id, new.day, new.currency, 1, ${list(name => `new.${name}`, numbers)})
      on conflict (tenant_id, day, currency) do update set ${list(name => `${name} = tenant_day_sums.${name} + excluded.${name}`)};
    insert into location_month_sets (tenant_id, month, location_id, currency, slot_set, days)
      values (new.tenant_id, ${month('new.')}, new.location_id, new.currency, new.slot_set, ${bit('new.')})
      on conflict (tenant_id, month, location_id, currency, slot_set) do update set days = location_month_sets.days | excluded.days;`
  const day = 'tenant_id = old.tenant_id and day = old.day and currency = old.currency'
  const set = `tenant_id = old.tenant_id and month = ${month('old.')} and location_id = old.location_id and currency = old.currency and slot_set = old.slot_set`
  const less = `update tenant_day_sums set places = places - 1, ${list(name => `${name} = ${name} - old.${name}`, numbers)} where ${day};
    delete from tenant_day_sums where ${day} and places = 0;
    update location_month_sets set days = days & ~${bit('old.')} where ${set};
    delete from location_month_sets where ${set} and days = 0;`
  const refused = 'Sums of a day are written anew, never changed'
  for (const [name, when, work] of [
    ['more', `after insert on location_day_sums for each row when (new.slot_set <> ${UNKNOWN})`, more],
    ['less', `after delete on location_day_sums for each row when (old.slot_set <> ${UNKNOWN})`, less],
    [
      'kept',
      'before update on location_day_sums for each row',
      isPostgres ? `raise exception '${refused}';` : `select raise(abort, '${refused}');`,
    ],
  ] as const) {
    const trigger = `location_day_sums_${name}`
    if (!isPostgres) {
      await run(`create trigger ${trigger} ${when} begin ${work} end`)
      continue
    }
    await run(
      `create function ${trigger}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    )
    await run(`create trigger ${trigger} ${when} execute function ${trigger}()`)
  }
}
