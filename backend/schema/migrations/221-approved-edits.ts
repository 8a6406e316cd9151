import { sql, type Kysely } from 'kysely'

/** An edit that two people made leads to the request that it came by, and the request to what was done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('approvals').addColumn('edit_id', 'text').execute()
  await sql`create index approvals_of_edits on approvals (tenant_id, edit_id) where edit_id is not null`.execute(
    db,
  )
  await sql`drop view approval_requests`.execute(db)
  // A proposal is answered by the next entry of its repair.
  await sql`create view approval_requests as
    select id, tenant_id, location_id, slot_id, version, search, archived_at, created_at, updated_at, kind, day, through, id as record_id,
      body, effect, cause, asked_by_id, asked_by, expires_at, answer, answered_by, answered_at, answer_reason, null as level_name, edit_id
    from approvals
    union all
    select id, tenant_id, location_id, null, version, search, archived_at, created_at, updated_at, 'reopening', day, through, id,
      null, null, cause, asked_by_id, asked_by, expires_at,
      case when answer = 'reopened' then 'approved' when answer = 'refused' and answered_by is null then 'expired' else answer end,
      answered_by, answered_at, answer_reason, null, null
    from reopenings
    union all
    select d.id, d.tenant_id, r.location_id, r.slot_id, r.version, r.search, r.archived_at, d.at, coalesce(a.at, d.at), 'repair', null, null, r.id,
      null, d.effect, d.reason, coalesce(d.user_id, ''), d.user_name, d.at + 604800000,
      case when a.action = 'approve' then 'approved' when a.action = 'refuse' and a.user_id = d.user_id then 'withdrawn'
        when a.action = 'refuse' then 'refused' when a.action = 'outdated' then a.action end,
      a.user_name, a.at, a.reason, null, null
    from repair_decisions d
    join repairs r on r.id = d.repair_id
    left join repair_decisions a on a.repair_id = d.repair_id and a.nr = d.nr + 1 and a.action in ('approve', 'refuse', 'outdated')
    where d.action = 'propose'
    union all
    select id, tenant_id, location_id, null, version, search, archived_at, created_at, updated_at, 'jackpot_' || kind, null, null, id,
      null, null, cause, asked_by_id, asked_by, expires_at, answer, answered_by, answered_at, answer_reason, level_name, null
    from jackpot_requests`.execute(db)
}
