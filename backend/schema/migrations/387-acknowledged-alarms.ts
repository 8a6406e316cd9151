import type { Kysely } from 'kysely'

/** Who sees to an alarm, since when, and what they wrote; and how far it was escalated until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['acknowledged_by', 'text'],
    ['acknowledged_at', 'bigint'],
    ['acknowledged_note', 'text'],
    ['escalated_after', 'bigint'],
  ] as const)
    await db.schema.alterTable('alarms').addColumn(name, type).execute()
}
