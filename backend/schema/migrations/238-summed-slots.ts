import { sql, type Kysely } from 'kysely'

/** Later than any day and any instant that a slot is read at. */
const OPEN = { through: '9999-12-31', before: 253_402_300_800_000 }

/**
 * Slots that tell only their games, or told them before they told of themselves: up to which day their sum stands for
 * the whole. What was booked of such slots is summed up here. Slots whose readings are in archives stay as they are:
 * nothing says any more which of both came first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('summed_slots')
    .addColumn('slot_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('days_through', 'text', column => column.notNull())
    .addColumn('hours_before', 'bigint', column => column.notNull())
    .execute()
  const { rows } = await sql<{ id: string; tenant: string; nr: number; whole: number }>`
    select s.id, s.tenant_id as tenant, n.nr, (select count(*) from counter_latest w where w.slot_id = s.id and w.game_nr = 0) as whole
    from slots s join short_ids n on n.id = s.id
    where exists (select 1 from counter_latest g where g.slot_id = s.id and g.game_nr > 0)
      and not exists (select 1 from reading_floors f where f.slot_id = s.id and f.game_nr = 0)`.execute(db)
  for (const { id, tenant, nr, whole } of rows) {
    const summed = Number(whole) === 0 ? OPEN : await summedTo(db, nr)
    if (!summed) continue
    await sql`insert into summed_slots (slot_id, tenant_id, days_through, hours_before)
      values (${id}, ${tenant}, ${summed.through}, ${summed.before})`.execute(db)
    await fold(db, 'counter_days', sql`slot_id = ${id} and gaming_day <= ${summed.through}`, DAY)
    await fold(db, 'stored_hours', sql`slot_nr = ${nr} and hour_start < ${summed.before}`, HOUR)
    await sql`insert into days_to_refresh (location_id, day)
      select distinct d.location_id, d.day from location_days d join counter_days c on c.location_id = d.location_id and c.gaming_day = d.day
      where c.slot_id = ${id} and c.game_nr > 0 and c.gaming_day <= ${summed.through}
      on conflict (location_id, day) do nothing`.execute(db)
  }
}

/** Undefined where the slot told of itself from the beginning. */
async function summedTo(db: Kysely<unknown>, slot: number) {
  const { rows } = await sql<{ at: number; nano: number; day: string }>`
    select server_time as at, server_nano as nano, gaming_day as day from counter_readings
    where slot_nr = ${slot} and game_nr = 0 and held is null and message_seq_nr >= 0
    order by server_time, server_nano limit 1`.execute(db)
  const [first] = rows
  if (!first) return OPEN
  const earlier = await sql`select 1 from counter_readings
    where slot_nr = ${slot} and game_nr > 0 and held is null and message_seq_nr >= 0 and server_time <= ${first.at}
      and (server_time < ${first.at} or server_nano < ${first.nano}) limit 1`.execute(db)
  if (earlier.rows.length === 0) return undefined
  const last = await sql<{ at: number }>`select max(server_time) as at from counter_readings
    where slot_nr = ${slot} and held is null and server_time >= ${first.at} and server_time < ${first.at + 2 * 86_400_000}
      and gaming_day = ${first.day}`.execute(db)
  // The day ends no earlier than the hour of its last reading does.
  const at = Number(last.rows[0]?.at ?? first.at)
  return { through: first.day, before: Math.floor((at - 1) / 3_600_000) * 3_600_000 + 1 }
}

const DAY = ['slot_id', 'gaming_day', 'location_id', 'denomination_minor', 'tenant_id', 'currency']
const HOUR = ['slot_nr', 'hour_start', 'location_nr', 'denomination_minor', 'tenant_nr', 'currency']
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
  'coins_in',
]

async function fold(db: Kysely<unknown>, table: string, own: ReturnType<typeof sql>, keys: string[]) {
  const list = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)))
  await sql`update ${sql.table(table)} set game_nr = -1 where ${own} and game_nr = 0`.execute(db)
  await sql`insert into ${sql.table(table)} (game_nr, ${list(keys)}, ${list(sums)})
    select 0, ${list(keys)}, ${sql.join(sums.map(name => sql`sum(${sql.ref(name)})`))} from ${sql.table(table)}
    where ${own} and game_nr > 0 group by ${list(keys)}`.execute(db)
}
