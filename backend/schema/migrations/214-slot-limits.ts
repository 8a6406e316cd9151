import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * A slot's own limits: how far its meters can have moved between two readings. They hold as its place and its price do,
 * so the history keeps them with those (docs/decisions/doubtful-readings.md). Its writers are those of 056, told of
 * four columns more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  for (const table of ['slots', 'slot_history'])
    for (const column of LIMITS) await db.schema.alterTable(table).addColumn(column, 'bigint').execute()

  const list = (of: (name: string) => string) => columns.map(of).join(', ')
  const newest = '(select max(n.valid_from) from slot_history n where n.slot_id = new.id)'
  const since = `case when new.updated_at <> old.updated_at then ${isPostgres ? 'greatest' : 'max'}(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end`
  const into = `insert into slot_history (tenant_id, slot_id, valid_from, origin, ${list(name => name)})`
  const otherwise = `on conflict (slot_id, valid_from) do update set ${list(name => `${name} = excluded.${name}`)}`
  const insert = (at: string) =>
    `${into} values (new.tenant_id, new.id, ${at}, 'written', ${list(name => `new.${name}`)}) ${otherwise}`
  const differs = isPostgres ? 'is distinct from' : 'is not'
  const changed = `exists (select 1 from slot_history h where h.slot_id = new.id and h.valid_from = ${newest}
      and (${columns.map(name => `h.${name} ${differs} new.${name}`).join(' or ')}))`
  const correct = `update slot_history set ${list(name => `${name} = new.${name}`)} where slot_id = new.id and valid_from = ${newest}`

  for (const name of ['slots_history_made', 'slots_history_kept'])
    await run(`drop trigger ${name}${isPostgres ? ' on slots' : ''}`)
  if (!isPostgres) {
    await run(`create trigger slots_history_made after insert on slots begin ${insert('0')}; end`)
    await run(
      `create trigger slots_history_kept after update of ${list(name => name)} on slots when ${changed} begin
        ${correct} and ${since} is null;
        ${into} select new.tenant_id, new.id, ${since}, 'written', ${list(name => `new.${name}`)} where ${since} is not null ${otherwise}; end`,
    )
    return
  }
  const works = async (name: string, body: string, when: string) => {
    await run(
      `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    )
    await run(`create trigger ${name} after ${when} on slots for each row execute function ${name}()`)
  }
  await works('slots_history_made', insert('0'), 'insert')
  await works(
    'slots_history_kept',
    `if ${changed} then if (${since}) is null then ${correct}; else ${insert(since)}; end if; end if`,
    `update of ${list(name => name)}`,
  )
}

const LIMITS = ['fastest_game_ms', 'highest_bet', 'top_award', 'highest_note'] as const
const columns = ['location_id', 'currency', 'denomination_minor', 'theoretical_rtp', 'game_mix', ...LIMITS]
