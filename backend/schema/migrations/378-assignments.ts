import { sql, type Kysely } from 'kysely'

/** Findings are somebody's and due on a day; what is open and whose, in one view. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['anomalies', 'repairs']) {
    for (const name of ['assignee', 'assignee_id', 'due_on'])
      await db.schema.alterTable(table).addColumn(name, 'text').execute()
    await sql
      .raw(`create index ${table}_by_assignee on ${table} (assignee_id) where assignee_id is not null`)
      .execute(db)
    const at = table === 'anomalies' ? 'last_at' : 'crossing'
    await sql
      .raw(
        `create index ${table}_by_assigned_name on ${table} (assignee, ${at}, id) where assignee is not null`,
      )
      .execute(db)
  }
  // What was assigned and is judged to be none, should it open again.
  let left = db.schema.createTable('left_assignments').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['slot_id', 'assignee', 'assignee_id'])
    left = left.addColumn(name, 'text', column => column.notNull())
  await left.addColumn('due_on', 'text').execute()
  await sql`create index repairs_of_slot on repairs (slot_id, crossing, id)`.execute(db)
  await sql`create index work_orders_by_assignee on work_orders (tenant_id, lower(assignee)) where assignee is not null`.execute(
    db,
  )
  const common = 'tenant_id, location_id, slot_id'
  const record = 'version, search, archived_at, created_at, updated_at'
  const ofOrder = (columns: string) => columns.replaceAll(/\w+/g, 'w.$&')
  await sql
    .raw(
      `create view open_work as
        select id, ${common}, 'anomaly' as kind, rule as what, state, first_at as since, due_on, assignee_id, ${record}
          from anomalies where state <> 'cleared' and assignee_id is not null
        union all
        select id, ${common}, 'repair' as kind, kind as what, state, crossing as since, due_on, assignee_id, ${record}
          from repairs where state in ('open', 'contested') and assignee_id is not null
        union all
        select w.id, ${ofOrder(common)}, 'work-order' as kind, w.title as what, w.state, w.created_at as since, w.due_on,
            u.id as assignee_id, ${ofOrder(record)}
          from users u join work_orders w on w.tenant_id = u.tenant_id and lower(w.assignee) = u.username
          where w.state in ('open', 'in_progress') and w.archived_at is null`,
    )
    .execute(db)
}
