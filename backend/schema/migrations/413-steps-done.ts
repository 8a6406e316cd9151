import { sql, type Kysely } from 'kysely'

/** Which steps an alarm has been through, so that one whose minutes change neither repeats nor is passed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarm_steps_done')
    .addColumn('alarm_id', 'text', column => column.notNull().references('alarms.id').onDelete('cascade'))
    .addColumn('step_id', 'text', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('done_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('alarm_steps_done_once', ['alarm_id', 'step_id'])
    .execute()
  // Until now an alarm had the minutes of its last step alone.
  await sql`insert into alarm_steps_done (alarm_id, step_id, tenant_id, done_at)
    select a.id, s.id, a.tenant_id, a.updated_at from alarms a
    join alarm_steps s on s.rule_id = a.rule_id and s.minutes <= a.escalated_after
    where a.state = 'open'`.execute(db)
}
