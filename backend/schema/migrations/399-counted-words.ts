import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * The index of slots' words also knows whose each slot is and which are archived, so that it counts by itself what a
 * list's search finds: as many as a sixth of all slots may have one word. The embedded database's has a tenant as three
 * letters that stand for its number, which is one entry of the index, and tells letters by their case, since both texts
 * and searches are folded already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  const numberOf = (id: string) => `(select nr from short_ids where id = ${id})`
  const changes = 'update of search, archived_at, tenant_id on slots'
  for (const event of ['insert', 'delete', 'update'])
    await run(`drop trigger slots_words_${event}${isPostgres ? ' on slots' : ''}`)
  if (isPostgres) {
    // Made anew once all rows are written (`search-index.ts`).
    await run('drop index if exists slot_search_by_words')
    await run('alter table slot_search add column tenant_id text, add column archived bigint')
    const archived = (row: string) => `case when ${row}.archived_at is null then 0 else 1 end`
    await run(`create or replace function slot_searched() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from slot_search where slot_nr = ${numberOf('old.id')}; end if;
      if tg_op <> 'DELETE' then insert into slot_search (slot_nr, words, tenant_id, archived)
        values (${numberOf('new.id')}, new.search, new.tenant_id, ${archived('new')}); end if;
      return null; end $$`)
    for (const event of ['insert', 'delete'])
      await run(
        `create trigger slots_words_${event} after ${event} on slots for each row execute function slot_searched()`,
      )
    await run(`create trigger slots_words_update after ${changes} for each row
      when ((old.search, old.tenant_id, old.archived_at is null)
        is distinct from (new.search, new.tenant_id, new.archived_at is null)) execute function slot_searched()`)
    // Only now: while there are no triggers another backend may write slots, and from here on it waits.
    await run('delete from slot_search')
    await run(`insert into slot_search (slot_nr, words, tenant_id, archived)
      select i.nr, s.search, s.tenant_id, ${archived('s')} from slots s join short_ids i on i.id = s.id`)
    await run(
      'alter table slot_search alter column tenant_id set not null, alter column archived set not null',
    )
    return
  }
  await run('drop table slot_search')
  await run(`create virtual table slot_search using fts5(words, archived, owner,
    tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1)`)
  const owner = (tenant: string) =>
    `(select char(19968 + nr / 400000000, 19968 + nr / 20000 % 20000, 19968 + nr % 20000)
      from short_ids where id = ${tenant})`
  const values = (row: string) => `case when ${row}.archived_at is null then ${row}.search else '' end,
    case when ${row}.archived_at is null then '' else ${row}.search end, ${owner(`${row}.tenant_id`)}`
  const into = 'insert into slot_search (rowid, words, archived, owner)'
  await run(`${into} select i.nr, ${values('s')} from slots s join short_ids i on i.id = s.id`)
  const add = `${into} values (${numberOf('new.id')}, ${values('new')})`
  const remove = `delete from slot_search where rowid = ${numberOf('old.id')}`
  // SQLite runs triggers in no order that it promises, so this one numbers the slot, too.
  const number = 'insert into short_ids (id) select new.id where true on conflict (id) do nothing'
  await run(`create trigger slots_words_insert after insert on slots begin ${number}; ${add}; end`)
  await run(`create trigger slots_words_delete after delete on slots begin ${remove}; end`)
  await run(`create trigger slots_words_update after ${changes}
    when old.search is not new.search or old.tenant_id is not new.tenant_id
      or (old.archived_at is null) is not (new.archived_at is null)
    begin ${remove}; ${add}; end`)
}
