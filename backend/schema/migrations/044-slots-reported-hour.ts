import { sql, type Kysely } from 'kysely'

/**
 * Which slots were at work in a period was asked of the roll-ups slot by slot. A slot's newest hour with a reading
 * answers for most of them, and an index tells it in the list's own order: whatever ended before the period was not at
 * work in it, and whatever ended within it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('slots').addColumn('reported_hour', 'bigint').execute()
  await sql`update slots set reported_hour = (select max(h.hour_start) from counter_hours h where h.slot_id = slots.id)`.execute(
    db,
  )
  for (const columns of [
    ['archived_at', 'id', 'reported_hour'],
    ['tenant_id', 'archived_at', 'id', 'reported_hour'],
  ])
    await db.schema
      .createIndex(`slots_by_${columns.join('_')}`)
      .on('slots')
      .columns(columns)
      .execute()
}
