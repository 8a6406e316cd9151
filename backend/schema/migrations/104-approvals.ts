import { sql, type Kysely } from 'kysely'

/**
 * What waits for a second person: seals and edits of meters as they were asked for, and all kinds of request in one
 * view.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('approvals')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('slot_id', 'text')
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('about', 'text', column => column.notNull())
    .addColumn('day', 'text')
    .addColumn('through', 'text')
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('effect', 'text')
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('asked_by_id', 'text', column => column.notNull())
    .addColumn('asked_by', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('answered_by', 'text')
    .addColumn('answered_at', 'bigint')
    .addColumn('answer_reason', 'text')
    .execute()
  await sql`create index approvals_of_tenant on approvals (tenant_id, id)`.execute(db)
  // One question about a thing at a time.
  await sql`create unique index approvals_waiting on approvals (about) where answer is null`.execute(db)
  await sql`create index repair_proposals on repair_decisions (tenant_id, id) where action = 'propose'`.execute(
    db,
  )
  // A proposal is answered by the next entry of its repair.
  await sql`create view approval_requests as
    select id, tenant_id, location_id, slot_id, version, search, archived_at, created_at, updated_at, kind, day, through, id as record_id,
      body, effect, cause, asked_by_id, asked_by, expires_at, answer, answered_by, answered_at, answer_reason
    from approvals
    union all
    select id, tenant_id, location_id, null, version, search, archived_at, created_at, updated_at, 'reopening', day, through, id,
      null, null, cause, asked_by_id, asked_by, expires_at,
      case when answer = 'reopened' then 'approved' when answer = 'refused' and answered_by is null then 'expired' else answer end,
      answered_by, answered_at, answer_reason
    from reopenings
    union all
    select d.id, d.tenant_id, r.location_id, r.slot_id, r.version, r.search, r.archived_at, d.at, coalesce(a.at, d.at), 'repair', null, null, r.id,
      null, d.effect, d.reason, coalesce(d.user_id, ''), d.user_name, d.at + 604800000,
      case when a.action = 'approve' then 'approved' when a.action = 'refuse' and a.user_id = d.user_id then 'withdrawn'
        when a.action = 'refuse' then 'refused' when a.action = 'outdated' then a.action end,
      a.user_name, a.at, a.reason
    from repair_decisions d
    join repairs r on r.id = d.repair_id
    left join repair_decisions a on a.repair_id = d.repair_id and a.nr = d.nr + 1 and a.action in ('approve', 'refuse', 'outdated')
    where d.action = 'propose'`.execute(db)
}
