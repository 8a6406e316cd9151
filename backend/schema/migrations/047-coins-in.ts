import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Where coins stand in the stored text of a game's last known values; older texts end before it. As it stood when this
 * landed.
 */
const PLACE_OF_COINS = 14

/**
 * Coins (0008) are part of total in, so they get a column like the other meters whose movements are added up. What
 * readings already told of them is moved there, and booked for their hours and days: rises, and wraps of eight digits;
 * a fall that is no wrap books nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema.alterTable('counter_readings').addColumn('coins_in', 'bigint').execute()
  for (const table of ['counter_hours', 'counter_days'])
    await db.schema
      .alterTable(table)
      .addColumn('coins_in', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  const [told, rest] = isPostgres
    ? [sql`(more::jsonb->>'0008')::bigint`, sql`nullif((more::jsonb - '0008')::text, '{}')`]
    : [sql`json_extract(more, '$."0008"')`, sql`nullif(json_remove(more, '$."0008"'), '{}')`]
  await sql`update counter_readings set coins_in = ${told}, more = ${rest} where more like '%"0008":%'`.execute(
    db,
  )
  await book(db, 'counter_hours', 'hour_start', sql`((server_time - 1) / 3600000) * 3600000`)
  await book(db, 'counter_days', 'gaming_day', sql`gaming_day`)
  await keepLast(db)
}

async function book(db: Kysely<unknown>, table: string, key: string, bucket: ReturnType<typeof sql>) {
  await sql`update ${sql.table(table)} set coins_in = sums.moved from (
      select slot_id, game_nr, location_id, denomination_minor, bucket,
        sum(case when value >= before then value - before
          when before > 90000000 and before < 100000000 and value < 10000000 then value - before + 100000000 else 0 end) as moved
      from (select slot_id, game_nr, location_id, denomination_minor, ${bucket} as bucket, coins_in as value,
          lag(coins_in) over (partition by slot_id, game_nr order by server_time, server_nano, message_seq_nr, smib_id) as before
        from counter_readings where coins_in is not null) as pairs
      where before is not null group by slot_id, game_nr, location_id, denomination_minor, bucket) as sums
    where sums.moved > 0 and sums.slot_id = ${sql.ref(`${table}.slot_id`)} and sums.game_nr = ${sql.ref(`${table}.game_nr`)}
      and sums.location_id = ${sql.ref(`${table}.location_id`)} and sums.denomination_minor = ${sql.ref(`${table}.denomination_minor`)}
      and sums.bucket = ${sql.ref(`${table}.${key}`)}`.execute(db)
}

/** So that the next reading is compared with the last one before this. */
async function keepLast(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    slot_id: string
    game_nr: number
    server_time: number
    meters: string
    at: number
    coins_in: number
  }>`
    select l.slot_id, l.game_nr, l.server_time, l.meters, r.server_time as at, r.coins_in from counter_latest l
    join (select slot_id, game_nr, server_time, coins_in,
        row_number() over (partition by slot_id, game_nr order by server_time desc, server_nano desc, message_seq_nr desc, smib_id desc) as place
      from counter_readings where coins_in is not null) as r on r.slot_id = l.slot_id and r.game_nr = l.game_nr and r.place = 1`.execute(
    db,
  )
  for (const { slot_id, game_nr, server_time, meters, at, coins_in } of rows) {
    const entry = Number(at) === Number(server_time) ? Number(coins_in) : [Number(coins_in), Number(at)]
    const known = JSON.parse(meters) as unknown[] | Record<string, unknown>
    if (Array.isArray(known)) known[PLACE_OF_COINS] = entry
    else known.coins_in = entry
    await sql`update counter_latest set meters = ${JSON.stringify(known)} where slot_id = ${slot_id} and game_nr = ${game_nr}`.execute(
      db,
    )
  }
}
