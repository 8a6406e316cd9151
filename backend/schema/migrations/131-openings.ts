import { sql, type Kysely } from 'kysely'

/**
 * Where meters stood when a slot joined: brought in by a file, and seen as entries of their own, by the slot's serial.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('manual_readings').addColumn('import_id', 'text').execute()
  await sql`create view openings as
    select m.id, m.tenant_id, m.location_id, m.slot_id, m.version, m.archived_at, m.created_at, m.updated_at, s.serial, m.at, m.gaming_day, m.meters, l.time_zone
    from manual_readings m join slots s on s.id = m.slot_id join locations l on l.id = m.location_id
    where m.kind = 'opening' and m.state = 'counts'`.execute(db)
}
