import { PostgresAdapter, sql, type Kysely } from 'kysely'

interface LongList {
  one: string
  /** Its columns that a list is sorted by, and that a form or a command writes. */
  edited: readonly string[]
  /** Those of them that may be empty, which come last in both directions. */
  empty: readonly string[]
  /** Written with each message. */
  reported: readonly string[]
  /** What it is found by, not what it is sorted by. */
  filtered: readonly string[]
  /** Not numbers. */
  texts: readonly string[]
  was: string
}
const lists: Readonly<Record<string, LongList>> = {
  slots: {
    one: 'slot',
    edited: [
      'serial',
      'manufacturer',
      'status',
      'lock_state',
      'created_at',
      'updated_at',
      'asset_no',
      'machine_type',
      'game_mix',
    ],
    empty: ['asset_no', 'machine_type', 'game_mix'],
    reported: ['credits', 'last_seen_at'],
    filtered: ['manufacturer_id', 'machine_type_id', 'game_mix_id', 'protocol_id', 'lock_delivery'],
    texts: ['serial', 'manufacturer', 'status', 'lock_state', 'asset_no', 'machine_type', 'game_mix'],
    was: 'serial',
  },
  smibs: {
    one: 'smib',
    edited: ['mac', 'created_at', 'updated_at', 'firmware', 'poll_ms'],
    empty: ['firmware', 'poll_ms'],
    reported: ['last_seen_at'],
    filtered: [],
    texts: ['mac', 'firmware'],
    was: 'mac',
  },
}

/**
 * Each order of the two long lists is an index that is read either way, so no page sorts the table. PostgreSQL writes
 * all indexes of a row that changes, and these rows change with each message: there what people edit is sorted in a
 * table of its own, which triggers keep up to date, by one index of all tenants.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  for (const [table, list] of Object.entries(lists)) {
    for (const name of [`archived_at_${list.was}_id`, `tenant_id_archived_at_${list.was}_id`, 'last_seen_at'])
      await run(`drop index ${table}_by_${name}`)
    if (isPostgres) await inTablesOfTheirOwn(run, table, list)
    else
      for (const column of [...list.edited, ...list.reported]) {
        await run(`create index ${table}_in_order_of_${column} on ${table} (archived_at, ${column}, id)`)
        await run(
          `create index ${table}_in_order_of_${column}_of_tenant on ${table} (tenant_id, archived_at, ${column}, id)`,
        )
      }
    if (!isPostgres)
      for (const column of list.filtered)
        await run(
          `create index ${table}_by_archived_at_${column}_id on ${table} (archived_at, ${column}, id)`,
        )
    // Of indexes that answer equally many conditions SQLite takes the newest: a location is fewer rows than a tenant.
    if (!isPostgres) {
      const name = `${table}_by_location_id_archived_at_id`
      await run(`drop index ${name}`)
      await run(`create index ${name} on ${table} (location_id, archived_at, id)`)
    }
  }
}

async function inTablesOfTheirOwn(
  run: (text: string) => Promise<unknown>,
  table: string,
  { one, edited, empty, reported, texts }: LongList,
): Promise<void> {
  const keys = `${one}_sort_keys`
  const both = async (of: string, name: string, column: string, where: string, isEmpty: boolean) => {
    await run(`create index ${name} on ${of} (${column}, id) ${where}`)
    if (isEmpty) await run(`create index ${name}_down on ${of} (${column} desc nulls last, id desc) ${where}`)
  }
  for (const column of reported)
    await both(table, `${table}_in_order_of_${column}`, column, 'where archived_at is null', true)
  const typed = edited.map(column => `${column} ${texts.includes(column) ? 'text' : 'bigint'}`)
  await run(
    `create table ${keys} (id text primary key, tenant_id text not null, archived_at bigint, ${typed.join(', ')})`,
  )
  const names = ['id', 'tenant_id', 'archived_at', ...edited]
  const others = names.slice(1)
  await run(`create function ${keys}_written() returns trigger language plpgsql as $$ begin
    insert into ${keys} (${names.join(', ')}) values (${names.map(name => `new.${name}`).join(', ')})
      on conflict (id) do update set ${others.map(name => `${name} = excluded.${name}`).join(', ')};
    return null; end $$`)
  await run(`create function ${keys}_removed() returns trigger language plpgsql as $$ begin
    delete from ${keys} where id = old.id;
    return null; end $$`)
  await run(
    `create trigger ${keys}_insert after insert on ${table} for each row execute function ${keys}_written()`,
  )
  await run(
    `create trigger ${keys}_delete after delete on ${table} for each row execute function ${keys}_removed()`,
  )
  // A generated column changes with those that it is made of.
  const written = others.flatMap(name => (name === 'lock_state' ? 'lock_delivery' : name))
  await run(`create trigger ${keys}_update after update of ${written.join(', ')} on ${table} for each row
    when ((${others.map(name => `old.${name}`).join(', ')})
      is distinct from (${others.map(name => `new.${name}`).join(', ')}))
    execute function ${keys}_written()`)
  // Only now: another backend may write rows while there are no triggers, and from here on it waits.
  await run(`insert into ${keys} (${names.join(', ')}) select ${names.join(', ')} from ${table}`)
  for (const column of edited)
    await both(
      keys,
      `${keys}_in_order_of_${column}`,
      column,
      'where archived_at is null',
      empty.includes(column),
    )
}
