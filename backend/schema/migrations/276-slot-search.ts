import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * A slot's words in a table of their own, by the slot's number: they are searched by three letters at a time, and a row
 * of `slots` is written with each reading while its words hardly ever change. The embedded database's keeps no text,
 * only where which letters are; PostgreSQL's index is made after all migrations (`search-index.ts`), since it
 * needs an extension that an installation may lack. PostgreSQL runs triggers by their names: these come after the one
 * that numbers a slot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  const numberOf = (id: string) => `(select nr from short_ids where id = ${id})`
  const all = 'select i.nr, s.search from slots s join short_ids i on i.id = s.id'
  if (isPostgres) {
    await run('create table slot_search (slot_nr bigint primary key, words text not null)')
    await run(`create function slot_searched() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from slot_search where slot_nr = ${numberOf('old.id')}; end if;
      if tg_op <> 'DELETE' then insert into slot_search (slot_nr, words) values (${numberOf('new.id')}, new.search); end if;
      return null; end $$`)
    for (const event of ['insert', 'delete'])
      await run(
        `create trigger slots_words_${event} after ${event} on slots for each row execute function slot_searched()`,
      )
    await run(`create trigger slots_words_update after update of search on slots for each row
      when (old.search is distinct from new.search) execute function slot_searched()`)
    // Only now: while there are no triggers another backend may write slots, and from here on it waits.
    await run(`insert into slot_search (slot_nr, words) ${all}`)
    return
  }
  await run(
    `create virtual table slot_search using fts5(words, tokenize = 'trigram', content = '', contentless_delete = 1)`,
  )
  await run(`insert into slot_search (rowid, words) ${all}`)
  const add = `insert into slot_search (rowid, words) values (${numberOf('new.id')}, new.search)`
  const remove = `delete from slot_search where rowid = ${numberOf('old.id')}`
  // SQLite runs triggers in no order that it promises, so this one numbers the slot, too.
  const number = 'insert into short_ids (id) select new.id where true on conflict (id) do nothing'
  await run(`create trigger slots_words_insert after insert on slots begin ${number}; ${add}; end`)
  await run(`create trigger slots_words_delete after delete on slots begin ${remove}; end`)
  await run(`create trigger slots_words_update after update of search on slots when old.search is not new.search
    begin ${remove}; ${add}; end`)
}
