import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * A request that waits for a second person is told to whoever may answer it, until somebody has. The database itself
 * takes it off their bells: requests of four tables are answered, taken back and outdated in many places, none of which
 * can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  for (const column of ['request_id', 'request_kind', 'asked_by_id'] as const)
    await db.schema.alterTable('notifications').addColumn(column, 'text').execute()
  await db.schema.alterTable('notifications').addColumn('open_until', 'bigint').execute()
  await run(
    'create index notifications_of_requests on notifications (request_id) where request_id is not null',
  )

  const settle = (which: string, at: string) =>
    `update notifications set open_until = ${at} where request_id ${which} and open_until > ${at};`
  const answered = (table: string) =>
    [
      `${table}_answered`,
      `after update on ${table} for each row when (old.answer is null and new.answer is not null)`,
      settle('= new.id', 'new.updated_at'),
    ] as const
  for (const [name, when, work] of [
    answered('approvals'),
    answered('reopenings'),
    answered('jackpot_requests'),
    [
      'repair_decisions_answered',
      "after insert on repair_decisions for each row when (new.action in ('approve', 'refuse', 'outdated'))",
      settle(
        'in (select id from repair_decisions where repair_id = new.repair_id and nr = new.nr - 1)',
        'new.at',
      ),
    ],
  ] as const) {
    if (!isPostgres) {
      await run(`create trigger ${name} ${when} begin ${work} end`)
      continue
    }
    await run(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    )
    await run(`create trigger ${name} ${when} execute function ${name}()`)
  }
}
