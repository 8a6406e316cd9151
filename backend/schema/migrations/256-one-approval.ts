import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Columns that requests to seal and to edit, to open sealed days again, and to change a jackpot's level had in three
 * tables.
 */
const SHARED =
  'id, tenant_id, location_id, version, search, archived_at, created_at, updated_at, cause, asked_by_id, asked_by, expires_at, answered_by, answered_at, answer_reason'

/** Whatever needs a second person stands in one table, so that it is requested and answered by one service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  await run('drop view approval_requests')
  let table = db.schema.createTable('all_approvals').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'search', 'kind', 'about', 'cause', 'asked_by_id', 'asked_by'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'created_at', 'updated_at', 'expires_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['archived_at', 'answered_at', 'days']) table = table.addColumn(name, 'bigint')
  for (const name of [
    'location_id',
    'slot_id',
    'day',
    'through',
    'months',
    'jackpot_id',
    'level_id',
    'level_name',
    'body',
    'effect',
    'edit_id',
    'answer',
    'answered_by',
    'answer_reason',
  ])
    table = table.addColumn(name, 'text')
  await table.execute()

  await run(`insert into all_approvals (${SHARED}, kind, about, slot_id, day, through, body, effect, edit_id, answer)
    select ${SHARED}, kind, about, slot_id, day, through, body, effect, edit_id, answer from approvals`)
  // One that made room for a later one was closed without anybody's answer.
  await run(`insert into all_approvals (${SHARED}, kind, about, day, through, days, months, answer)
    select ${SHARED}, 'reopening', 'reopening ' || location_id, day, through, days, months,
      case when answer = 'reopened' then 'approved' when answer = 'refused' and answered_by is null then 'expired' else answer end
    from reopenings`)
  // Of those about one level that nobody answered all but the newest have expired, since they kept nobody from
  // requesting again.
  await run(`insert into all_approvals (${SHARED}, kind, about, jackpot_id, level_id, level_name, answer)
    select ${SHARED}, 'jackpot_' || kind, 'level ' || level_id, jackpot_id, level_id, level_name,
      case when answer is null and exists (select 1 from jackpot_requests later where later.level_id = jackpot_requests.level_id
        and later.answer is null and (later.created_at > jackpot_requests.created_at
        or later.created_at = jackpot_requests.created_at and later.id > jackpot_requests.id)) then 'expired' else answer end
    from jackpot_requests`)

  for (const name of ['approvals', 'reopenings', 'jackpot_requests']) {
    await run(`drop table ${name}`)
    if (isPostgres) await run(`drop function if exists ${name}_answered()`)
  }
  await run('alter table all_approvals rename to approvals')
  await run('create index approvals_of_tenant on approvals (tenant_id, id)')
  await run('create index approvals_listed on approvals (tenant_id, kind, created_at, id)')
  await run('create index approvals_of_edits on approvals (tenant_id, edit_id) where edit_id is not null')
  await run('create index approvals_of_levels on approvals (level_id) where level_id is not null')
  // One request about a thing at a time.
  await run('create unique index approvals_waiting on approvals (about) where answer is null')

  const when = 'after update on approvals for each row when (old.answer is null and new.answer is not null)'
  const settle =
    'update notifications set open_until = new.updated_at where request_id = new.id and open_until > new.updated_at;'
  if (isPostgres) {
    await run(
      `create function approvals_answered() returns trigger language plpgsql as $$ begin ${settle} return null; end $$`,
    )
    await run(`create trigger approvals_answered ${when} execute function approvals_answered()`)
  } else await run(`create trigger approvals_answered ${when} begin ${settle} end`)

  // A proposal is answered by the next entry of its repair.
  await run(`create view approval_requests as
    select id, tenant_id, location_id, slot_id, version, search, archived_at, created_at, updated_at, kind, day, through, id as record_id,
      body, effect, cause, asked_by_id, asked_by, expires_at, answer, answered_by, answered_at, answer_reason, level_name, edit_id
    from approvals
    union all
    select d.id, d.tenant_id, r.location_id, r.slot_id, r.version, r.search, r.archived_at, d.at, coalesce(a.at, d.at), 'repair', null, null, r.id,
      null, d.effect, d.reason, coalesce(d.user_id, ''), d.user_name, d.at + 604800000,
      case when a.action = 'approve' then 'approved' when a.action = 'refuse' and a.user_id = d.user_id then 'withdrawn'
        when a.action = 'refuse' then 'refused' when a.action = 'outdated' then a.action end,
      a.user_name, a.at, a.reason, null, null
    from repair_decisions d
    join repairs r on r.id = d.repair_id
    left join repair_decisions a on a.repair_id = d.repair_id and a.nr = d.nr + 1 and a.action in ('approve', 'refuse', 'outdated')
    where d.action = 'propose'`)
}
