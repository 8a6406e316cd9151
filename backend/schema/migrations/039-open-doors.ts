import { sql, type Kysely } from 'kysely'

/**
 * Opened by the first code, closed by the second. As it stood when this landed: a migration calls nothing that may
 * change under it.
 */
const doors = [
  ['11', '12'],
  ['13', '14'],
  ['15', '16'],
  ['19', '1A'],
  ['1D', '1E'],
] as const
const DAY_MS = 86_400_000
const KNOWN_FOR_MS = 31 * DAY_MS

/**
 * Which doors are open is kept when an event is written, so that a list, a SMIB and a slot's page read it instead of
 * working it out from a month of events. The two other indexes are for pages about one location: its days, and the
 * hours that something was reported in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slot_doors')
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('door', 'text', column => column.notNull())
    .addColumn('opened_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .addPrimaryKeyConstraint('slot_doors_pk', ['slot_id', 'door'])
    .execute()
  await db.schema.alterTable('slots').addColumn('door_open_at', 'bigint').execute()
  for (const [opens, closes] of doors) {
    await sql`insert into slot_doors (slot_id, door, opened_at, closed_at)
      select e.slot_id, ${opens}, max(case when e.code = ${opens} then e.server_time end), max(case when e.code = ${closes} then e.server_time end)
      from events e where e.slot_id is not null and e.code in (${opens}, ${closes}) and e.server_time > ${Date.now() - KNOWN_FOR_MS} group by e.slot_id`.execute(
      db,
    )
  }
  await sql`update slots set door_open_at = (select min(d.opened_at) from slot_doors d where d.slot_id = slots.id and d.opened_at > coalesce(d.closed_at, 0))
    where id in (select slot_id from slot_doors)`.execute(db)
  await db.schema
    .createIndex('slots_by_door_open_at')
    .on('slots')
    .column('door_open_at')
    .where(sql.ref('door_open_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('counter_days_by_location_id_gaming_day')
    .on('counter_days')
    .columns(['location_id', 'gaming_day'])
    .execute()
  await db.schema
    .createIndex('counter_hours_by_location_id_hour_start')
    .on('counter_hours')
    .columns(['location_id', 'hour_start'])
    .execute()
}
