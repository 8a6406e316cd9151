import { sql, type Kysely } from 'kysely'

/**
 * Warnings and alarms are found by themselves, also on PostgreSQL. Of a SMIB and a slot it compares a list of codes in
 * the row, and fetched each of thousands of common events to leave it out; of a location each code that may be one was
 * looked for, and those found were read side by side. They are one event in a hundred, so that these indexes are small
 * and seldom written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of [
    ['smib_id', 'smib_id, server_time, code, tenant_id'],
    ['slot_id', 'slot_id, server_time, code, tenant_id'],
    ['location_id', 'location_id, severity, server_time'],
  ] as const)
    await sql
      .raw(
        `create index if not exists events_told_of_${name} on events (${columns}) where severity <> 'info'`,
      )
      .execute(db)
}
