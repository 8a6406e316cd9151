import { PostgresAdapter, sql, type Kysely } from 'kysely'

const records = { slots: 'slot', locations: 'location', smibs: 'smib' } as const

/**
 * Fields of a tenant's own, and their values as JSON in the record itself, so that versions, audit and undo have them.
 * Triggers write each value into a table that filters find records by, whoever writes the record: folded, which no
 * engine does as the other, so it stands in the record next to the value.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (text: string) => sql.raw(text).execute(db)
  let fields = db.schema.createTable('custom_fields').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'search', 'entity', 'key', 'name', 'kind', 'choices'])
    fields = fields.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'created_at', 'updated_at', 'decimals'])
    fields = fields.addColumn(name, 'bigint', column => column.notNull())
  await fields.addColumn('archived_at', 'bigint').execute()
  await run('create unique index custom_fields_of_tenant on custom_fields (tenant_id, entity, key)')
  await run(`create table custom_values (tenant_id text not null, entity text not null, key text not null,
    value text not null, record_id text not null, primary key (tenant_id, entity, key, value, record_id))
    ${isPostgres ? '' : 'without rowid'}`)
  await run('create index custom_values_of_record on custom_values (record_id)')
  for (const [table, entity] of Object.entries(records)) {
    for (const column of ['custom', 'custom_folded'])
      await run(`alter table ${table} add column ${column} text`)
    if (isPostgres) await withTriggers(run, table, entity)
    else await withSqliteTriggers(run, table, entity)
  }
}

async function withTriggers(run: (text: string) => Promise<unknown>, table: string, entity: string) {
  await run(`create function ${table}_custom() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then delete from custom_values where record_id = old.id; end if;
    if tg_op <> 'DELETE' then
      insert into custom_values (tenant_id, entity, key, value, record_id)
        select new.tenant_id, '${entity}', f.key, v.value, new.id
        from jsonb_each(coalesce(new.custom_folded, new.custom)::jsonb) f, jsonb_array_elements_text(
          case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) v(value)
        where new.custom is not null;
    end if;
    return null; end $$`)
  await run(`create trigger ${table}_custom_insert after insert on ${table} for each row
    when (new.custom is not null) execute function ${table}_custom()`)
  await run(`create trigger ${table}_custom_delete after delete on ${table} for each row
    when (old.custom is not null) execute function ${table}_custom()`)
  await run(`create trigger ${table}_custom_update after update of custom, tenant_id on ${table} for each row
    when ((old.custom, old.tenant_id) is distinct from (new.custom, new.tenant_id)) execute function ${table}_custom()`)
}

async function withSqliteTriggers(run: (text: string) => Promise<unknown>, table: string, entity: string) {
  const add = `insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, '${entity}', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v`
  const remove = 'delete from custom_values where record_id = old.id'
  await run(`create trigger ${table}_custom_insert after insert on ${table} when new.custom is not null
    begin ${add}; end`)
  await run(`create trigger ${table}_custom_delete after delete on ${table} when old.custom is not null
    begin ${remove}; end`)
  await run(`create trigger ${table}_custom_update after update of custom, tenant_id on ${table}
    when old.custom is not new.custom or old.tenant_id is not new.tenant_id begin ${remove}; ${add}; end`)
}
