import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * What slots really did, beside what was ordered (docs/decisions/lock-states.md). The database works the three columns
 * below out itself, so that no write can forget one, and lists filter and sort by what they show. SQLite adds such a
 * column only as a virtual one, PostgreSQL only as a stored one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const workedOut = (table: string, name: string, value: string) =>
    sql`alter table ${sql.table(table)} add column ${sql.ref(name)} text generated always as (${sql.raw(value)}) ${sql.raw(isPostgres ? 'stored' : 'virtual')}`.execute(
      db,
    )

  // The newest lock or unlock of a slot: by whom, when, and the slot's own code if it refused.
  await db.schema.alterTable('slots').addColumn('lock_ordered_at', 'bigint').execute()
  await db.schema.alterTable('slots').addColumn('lock_ordered_by', 'text').execute()
  await db.schema.alterTable('slots').addColumn('lock_answer_code', 'text').execute()
  const newest = (column: string) =>
    sql`(select ${sql.ref(`c.${column}`)} from machine_commands c where c.slot_id = slots.id and c.lane = 'play' order by c.created_at desc, c.id desc limit 1)`
  await sql`update slots set lock_ordered_at = ${newest('created_at')}, lock_ordered_by = ${newest('created_by_name')},
    lock_answer_code = case when lock_delivery = 'refused' then ${newest('answer_code')} end where lock_delivery is not null`.execute(
    db,
  )
  await workedOut(
    'slots',
    'lock_state',
    `case when status = 'maintenance' then 'maintenance'
    when coalesce(lock_delivery, 'confirmed') = 'confirmed' then status
    when lock_delivery = 'refused' then case status when 'locked' then 'lock_refused' else 'unlock_refused' end
    else case status when 'locked' then 'locking' else 'unlocking' end end`,
  )
  await db.schema
    .createIndex('slots_by_lock_state')
    .on('slots')
    .columns(['lock_state', 'archived_at', 'id'])
    .execute()

  await db.schema.alterTable('machine_commands').addColumn('bulk_job_id', 'text').execute()
  await sql`update machine_commands set bulk_job_id = i.job_id from bulk_items i where i.command_id = machine_commands.id`.execute(
    db,
  )
  // A slot that says "after the game" leaves its code on a command that is still under way. What no SMIB has fetched in
  // time is told when one comes.
  await workedOut(
    'machine_commands',
    'result',
    `case state when 'done' then 'confirmed' when 'refused' then 'refused' when 'cancelled' then 'replaced'
    when 'no_answer' then case when sent_at is null and open_target is not null then 'to_be_told' else 'no_answer' end
    when 'sent' then case when answer_code is null then 'ordered' else 'in_game' end else 'ordered' end`,
  )

  for (const name of counted)
    await db.schema
      .alterTable('bulk_jobs')
      .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  for (const name of counted) {
    await sql`update bulk_jobs set ${sql.ref(name)} = (select count(*) from bulk_items i join machine_commands c on c.id = i.command_id where i.job_id = bulk_jobs.id and c.result = ${name})`.execute(
      db,
    )
  }
  await workedOut(
    'bulk_jobs',
    'outcome',
    `case when state <> 'done' then state when confirmed = planned then 'done'
    when done > confirmed + refused + no_answer + replaced then 'awaiting' when confirmed > 0 then 'partly' else 'none' end`,
  )
  await (isPostgres ? countOnPostgres(db) : countOnSqlite(db))
}

/** Counters of a job, by the name of the result that they count. What is merely ordered is `done` less all of them. */
const counted = ['confirmed', 'in_game', 'refused', 'no_answer', 'to_be_told', 'replaced'] as const

const countOnSqlite = (db: Kysely<unknown>): Promise<unknown> =>
  sql`create trigger machine_commands_counted after update on machine_commands when new.bulk_job_id is not null and old.result is not new.result begin
    update bulk_jobs set ${sql.raw(counted.map(name => `${name} = ${name} + (new.result = '${name}') - (old.result = '${name}')`).join(', '))} where id = new.bulk_job_id; end`.execute(
    db,
  )

/**
 * Once a statement, not once a row: a thousand commands that expire together would make a thousand versions of their
 * job's row. In the order of ids, so that two never wait for each other.
 */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  const moved = counted
    .map(
      name =>
        `count(*) filter (where n.result = '${name}') - count(*) filter (where o.result = '${name}') as ${name}`,
    )
    .join(', ')
  await sql
    .raw(`create function machine_commands_count() returns trigger language plpgsql as $$
    begin
      perform 1 from bulk_jobs j where j.id in (select n.bulk_job_id from now_is n join it_was o on o.id = n.id where n.result <> o.result) order by j.id for update;
      update bulk_jobs j set ${counted.map(name => `${name} = j.${name} + m.${name}`).join(', ')}
        from (select n.bulk_job_id as id, ${moved} from now_is n join it_was o on o.id = n.id where n.bulk_job_id is not null and n.result <> o.result group by 1) m where m.id = j.id;
      return null;
    end $$`)
    .execute(db)
  await sql
    .raw(`create trigger machine_commands_counted after update on machine_commands referencing old table as it_was new table as now_is
    for each statement execute function machine_commands_count()`)
    .execute(db)
}
