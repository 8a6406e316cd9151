import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * What held when a reading was taken: a slot's place and price, the slot that a SMIB stood on, a location's clock and
 * day start. Written by the database itself, so that no form, import, bulk edit or command can change a record without
 * its history (docs/decisions/what-held.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('slot_history')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('valid_from', 'bigint', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('denomination_minor', 'bigint', column => column.notNull())
    .addColumn('theoretical_rtp', 'bigint')
    .addColumn('game_mix', 'text')
    .addPrimaryKeyConstraint('slot_history_pk', ['slot_id', 'valid_from'])
    .execute()
  await db.schema
    .createTable('smib_history')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('smib_id', 'text', column => column.notNull())
    .addColumn('valid_from', 'bigint', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('slot_id', 'text')
    .addPrimaryKeyConstraint('smib_history_pk', ['smib_id', 'valid_from'])
    .execute()
  await sql`create index smib_history_of_slot on smib_history (slot_id, valid_from)`.execute(db)
  await db.schema
    .createTable('location_rules')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('from_date', 'text', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('time_zone', 'text', column => column.notNull())
    .addColumn('gaming_day_start', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('location_rules_pk', ['location_id', 'from_date'])
    .execute()
  // The gaming date from which the location's newest zone and day start hold.
  await db.schema
    .alterTable('locations')
    .addColumn('rules_from', 'text', column => column.notNull().defaultTo(BEGINNING))
    .execute()

  // When a record's history got its newest row: ingestion reads it with the record, and looks at the history of few.
  for (const table of ['slots', 'smibs'])
    await db.schema
      .alterTable(table)
      .addColumn('held_since', 'bigint', column => column.notNull().defaultTo(0))
      .execute()

  for (const { table, into, key } of [slotParts(isPostgres), smibParts(isPostgres)]) {
    await marked(db, { table, into, key }, isPostgres)
  }
  for (const part of [slotParts, smibParts, locationParts]) await writtenBy(db, part(isPostgres), isPostgres)
}

/** Before every gaming date that there is. */
const BEGINNING = '0001-01-01'

interface Part {
  table: string
  /** Its history. */
  into: string
  key: string
  from: string
  /** Column of the record → column of the history. */
  columns: readonly string[]
  first: string
  /** When a change of the record begins to hold; `null` where it corrects the row in force. */
  since: string
  /** What is no state to keep, but a step on the way to one. */
  unless?: string
}

/**
 * A change holds from when it was written, or from the newest reading where that is a little ahead: no reading that was
 * booked already changes its place by itself. A write that leaves `updated_at` corrects the row in force.
 */
const slotParts = (isPostgres: boolean): Part => ({
  table: 'slots',
  into: 'slot_history',
  key: 'slot_id',
  from: 'valid_from',
  columns: ['location_id', 'currency', 'denomination_minor', 'theoretical_rtp', 'game_mix'],
  first: '0',
  since: `case when new.updated_at <> old.updated_at then ${isPostgres ? 'greatest' : 'max'}(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end`,
})

const smibParts = (isPostgres: boolean): Part => ({
  table: 'smibs',
  into: 'smib_history',
  key: 'smib_id',
  from: 'valid_from',
  columns: ['slot_id'],
  first: '0',
  since: `case when new.updated_at <> old.updated_at then ${isPostgres ? 'greatest' : 'max'}(new.updated_at,
      coalesce((select max(h.valid_from) from smib_history h where h.smib_id = new.id), 0)) end`,
  // SMIBs that change places are taken off their slots first.
  unless: 'new.slot_id is null and new.updated_at = old.updated_at',
})

const locationParts = (): Part => ({
  table: 'locations',
  into: 'location_rules',
  key: 'location_id',
  from: 'from_date',
  columns: ['time_zone', 'gaming_day_start'],
  first: `'${BEGINNING}'`,
  since: 'case when new.rules_from > old.rules_from then new.rules_from end',
})

async function marked(
  db: Kysely<unknown>,
  { table, into, key }: Pick<Part, 'table' | 'into' | 'key'>,
  isPostgres: boolean,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const mark = `update ${table} set held_since = new.valid_from where id = new.${key} and held_since < new.valid_from`
  const name = `${into}_marked`
  if (!isPostgres) {
    await run(`create trigger ${name} after insert on ${into} when new.valid_from > 0 begin ${mark}; end`)
    return
  }
  await run(
    `create function ${name}() returns trigger language plpgsql as $$ begin ${mark}; return null; end $$`,
  )
  await run(
    `create trigger ${name} after insert on ${into} for each row when (new.valid_from > 0) execute function ${name}()`,
  )
}

async function writtenBy(db: Kysely<unknown>, part: Part, isPostgres: boolean): Promise<void> {
  const { table, into, key, from, columns, first, since, unless } = part
  const differs = isPostgres ? 'is distinct from' : 'is not'
  const list = (of: (name: string) => string) => columns.map(of).join(', ')
  const newest = `(select max(n.${from}) from ${into} n where n.${key} = new.id)`
  const insert = (at: string) =>
    `insert into ${into} (tenant_id, ${key}, ${from}, origin, ${list(name => name)}) values (new.tenant_id, new.id, ${at}, 'written', ${list(name => `new.${name}`)})
      on conflict (${key}, ${from}) do update set ${list(name => `${name} = excluded.${name}`)}`
  // Compared with what the history says, not with the record: between the two a SMIB may have stood on no slot.
  const moved = `exists (select 1 from ${into} h where h.${key} = new.id and h.${from} = ${newest} and (${columns.map(name => `h.${name} ${differs} new.${name}`).join(' or ')}))`
  const changed = unless ? `${moved} and not (${unless})` : moved
  const correct = `update ${into} set ${list(name => `${name} = new.${name}`)} where ${key} = new.id and ${from} = ${newest}`
  const names = {
    made: `${table}_history_made`,
    kept: `${table}_history_kept`,
    gone: `${table}_history_gone`,
  }
  const watched = [...columns, ...(table === 'locations' ? ['rules_from'] : [])].join(', ')
  const run = (text: string) => sql.raw(text).execute(db)
  if (!isPostgres) {
    await run(`create trigger ${names.made} after insert on ${table} begin ${insert(first)}; end`)
    await run(
      `create trigger ${names.kept} after update of ${watched} on ${table} when ${changed} begin
        ${correct} and ${since} is null;
        insert into ${into} (tenant_id, ${key}, ${from}, origin, ${list(name => name)})
          select new.tenant_id, new.id, ${since}, 'written', ${list(name => `new.${name}`)} where ${since} is not null
          on conflict (${key}, ${from}) do update set ${list(name => `${name} = excluded.${name}`)}; end`,
    )
    await run(
      `create trigger ${names.gone} after delete on ${table} begin delete from ${into} where ${key} = old.id; end`,
    )
    return
  }
  const works = async (name: string, body: string, when: string) => {
    await run(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    )
    await run(`create trigger ${name} after ${when} on ${table} for each row execute function ${name}()`)
  }
  await works(names.made, insert(first), 'insert')
  await works(
    names.kept,
    `if ${changed} then if (${since}) is null then ${correct}; else ${insert(since)}; end if; end if`,
    `update of ${watched}`,
  )
  await works(names.gone, `delete from ${into} where ${key} = old.id`, 'delete')
}
