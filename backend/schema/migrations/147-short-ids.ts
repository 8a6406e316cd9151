import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** As they were named when this migration landed. */
const movements = [
  'coin_in',
  'coin_out',
  'jackpot',
  'handpaid_cancelled',
  'games_played',
  'games_won',
  'bills_in',
  'ticket_in',
  'ticket_out',
  'electronic_in',
  'electronic_out',
  'hopper_out',
  'total_drop',
  'coins_in',
]
/** Of readings that a person took off the machine: nobody's SMIB. */
const NO_SMIB = '0'.repeat(24)

type Kind = 'id' | 'day' | 'text' | 'bigint'
interface Table {
  /** What everybody reads: a table until now, a view from now on. */
  name: string
  stored: string
  /** Column of `name` → what it is, and whether every row has it. */
  columns: Record<string, [kind: Kind, required: boolean]>
  /** The first column leads: rows are moved by its values, a piece each. */
  key: string[]
  indexes: { name: string; columns: string[]; where?: string }[]
}

const whole = (names: string[], required = true) =>
  Object.fromEntries(names.map((name): [string, [Kind, boolean]] => [name, ['bigint', required]]))

const tables: Table[] = [
  {
    name: 'counter_readings',
    stored: 'stored_readings',
    columns: {
      slot_id: ['id', true],
      smib_id: ['id', true],
      tenant_id: ['id', true],
      location_id: ['id', true],
      ...whole(['game_nr', 'run', 'message_seq_nr', 'server_time', 'server_nano']),
      gaming_day: ['day', true],
      denomination_minor: ['bigint', true],
      currency: ['text', true],
      repairs: ['text', false],
      held: ['text', false],
      more: ['text', false],
      ...whole([...movements, 'current_credits'], false),
    },
    key: ['slot_id', 'server_time', 'server_nano', 'message_seq_nr', 'game_nr', 'smib_id', 'run'],
    indexes: [
      { name: 'by_location', columns: ['location_id', 'server_time'] },
      { name: 'held', columns: ['tenant_id', 'held', 'server_time'], where: 'held is not null' },
      { name: 'marked', columns: ['slot_id', 'game_nr', 'server_time'], where: 'repairs is not null' },
    ],
  },
  {
    name: 'messages',
    stored: 'stored_messages',
    columns: {
      smib_id: ['id', true],
      slot_id: ['id', false],
      tenant_id: ['id', true],
      location_id: ['id', true],
      ...whole(['run', 'message_seq_nr']),
      ...whole(['event_seq_nr'], false),
      ...whole(['server_time', 'server_nano']),
      ...whole(['own_time'], false),
      ...whole(['received_at']),
      kind: ['text', true],
      digest: ['text', true],
      ...whole(['event_count', 'counter_count']),
    },
    key: ['smib_id', 'server_time', 'server_nano', 'message_seq_nr', 'run'],
    indexes: [
      { name: 'by_location', columns: ['location_id', 'server_time'] },
      {
        name: 'own_time',
        columns: ['smib_id', 'own_time', 'message_seq_nr'],
        where: 'own_time is not null',
      },
      // Five minutes, as `LATE_MS` stood when this landed.
      {
        name: 'late',
        columns: ['location_id', 'server_time'],
        where: 'received_at - server_time > 300000',
      },
    ],
  },
  {
    name: 'counter_hours',
    stored: 'stored_hours',
    columns: {
      slot_id: ['id', true],
      ...whole(['hour_start', 'game_nr']),
      location_id: ['id', true],
      denomination_minor: ['bigint', true],
      tenant_id: ['id', true],
      currency: ['text', true],
      ...whole(['readings', ...movements]),
    },
    key: ['slot_id', 'hour_start', 'game_nr', 'location_id', 'denomination_minor'],
    indexes: [{ name: 'by_location', columns: ['location_id', 'hour_start'] }],
  },
]

/** `slot_id` → `slot_nr`: an identifier by its number, a gaming day by the days since 1970. */
const storedName = (table: Table, name: string): string => {
  const [kind] = table.columns[name] ?? []
  return kind === 'id' ? name.replace('_id', '_nr') : kind === 'day' ? 'day_nr' : name
}

/**
 * A reading, its message and their hour repeated identifiers of 24 characters eleven times: half of what they took.
 * Each identifier gets a number, and the rows carry the numbers; under the old names there are views that show what was
 * there before. The embedded database keeps such rows in the order of their key and in nothing beside it: with a narrow
 * key its other indexes stay small.
 *
 * The embedded database moves its rows slot by slot (messages SMIB by SMIB), each in a transaction of its own, and goes
 * on where it was stopped: the space of what has been moved is used again. PostgreSQL does it by one statement a table,
 * in the transaction of its migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (statement: string, on: Kysely<unknown> = db) => sql.raw(statement).execute(on)
  await numberAll(run, isPostgres)
  for (const table of tables) {
    if (!isPostgres && (await isView(db, table.name))) continue
    await run(createStatement(table, isPostgres))
    if (isPostgres) {
      for (const statement of [...numberFrom(table, 'true'), moveStatement(table)]) await run(statement)
      await run(`drop table ${table.name}`)
      await run(viewStatement(table, isPostgres))
    } else {
      await moveInPieces(db, table)
      await db.transaction().execute(async one => {
        await run(`drop table ${table.name}`, one)
        await run(viewStatement(table, isPostgres), one)
      })
    }
    for (const { name, columns, where } of table.indexes)
      await run(
        `create index if not exists ${table.stored}_${name} on ${table.stored} (${columns.map(one => storedName(table, one)).join(', ')})${where ? ` where ${where}` : ''}`,
      )
  }
}

type Run = (statement: string) => Promise<unknown>

/** Whoever has rows of raw data is numbered when they are made: in the same transaction, whatever made them. */
async function numberAll(run: Run, isPostgres: boolean): Promise<void> {
  await run(
    isPostgres
      ? 'create table short_ids (nr bigint generated by default as identity primary key, id text not null unique)'
      : 'create table if not exists short_ids (nr integer primary key, id text not null unique)',
  )
  const number = (id: string) => `insert into short_ids (id) ${id} on conflict (id) do nothing`
  if (isPostgres)
    await run(
      `create function short_id() returns trigger language plpgsql as $$ begin ${number('values (new.id)')}; return null; end $$`,
    )
  for (const table of ['tenants', 'locations', 'slots', 'smibs']) {
    await run(number(`select id from ${table} where true order by id`))
    await run(
      isPostgres
        ? `create trigger ${table}_short_id after insert on ${table} for each row execute function short_id()`
        : `create trigger if not exists ${table}_short_id after insert on ${table} begin ${number('select new.id where true')}; end`,
    )
  }
  await run(number(`select '${NO_SMIB}' where true`))
}

async function isView(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'view' and name = ${name}`.execute(db)
  return rows.length > 0
}

function createStatement(table: Table, isPostgres: boolean): string {
  const columns = Object.entries(table.columns).map(
    ([name, [kind, required]]) =>
      `${storedName(table, name)} ${kind === 'text' ? 'text' : 'bigint'}${required ? ' not null' : ''}`,
  )
  const key = `constraint ${table.stored}_pk primary key (${table.key.map(name => storedName(table, name)).join(', ')})`
  return isPostgres
    ? `create table ${table.stored} (${[...columns, key].join(', ')})`
    : `create table if not exists ${table.stored} (${[...columns, key].join(', ')}) without rowid`
}

/** Rows of identifiers that nobody has any more get numbers as well. */
const numberFrom = (table: Table, where: string): string[] =>
  Object.entries(table.columns).flatMap(([name, [kind]]) =>
    kind === 'id'
      ? [
          `insert into short_ids (id) select distinct o.${name} from ${table.name} o where ${where} and o.${name} is not null
            and not exists (select 1 from short_ids s where s.id = o.${name})`,
        ]
      : [],
  )

function moveStatement(table: Table, where = 'true', isPostgres = true): string {
  const names = Object.keys(table.columns)
  const values = Object.entries(table.columns).map(([name, [kind]]) => {
    if (kind === 'id') return `(select s.nr from short_ids s where s.id = o.${name})`
    if (kind !== 'day') return `o.${name}`
    return isPostgres ? `o.${name}::date - date '1970-01-01'` : `unixepoch(o.${name}) / 86400`
  })
  return `insert into ${table.stored} (${names.map(name => storedName(table, name)).join(', ')}) select ${values.join(', ')}
    from ${table.name} o where ${where} order by ${table.key.map(name => `o.${name}`).join(', ')}`
}

async function moveInPieces(db: Kysely<unknown>, table: Table): Promise<void> {
  const [lead = ''] = table.key
  const { rows: indexes } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and tbl_name = ${table.name} and sql is not null`.execute(
    db,
  )
  // What is moved is deleted behind it: only the key is kept up for that.
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const next = async () => {
    const { rows } = await sql<{
      id: string | null
    }>`select min(${sql.ref(lead)}) as id from ${sql.table(table.name)}`.execute(db)
    return rows[0]?.id
  }
  for (let id = await next(); id; id = await next()) {
    const where = `o.${lead} = '${id.replaceAll("'", "''")}'`
    await db.transaction().execute(async one => {
      for (const statement of [
        ...numberFrom(table, where),
        moveStatement(table, where, false),
        `delete from ${table.name} as o where ${where}`,
      ])
        await sql.raw(statement).execute(one)
    })
  }
}

/**
 * Each identifier is looked up where it is asked for, and only there: what is joined in a view costs every query
 * something, even where it is left out.
 */
function viewStatement(table: Table, isPostgres: boolean): string {
  const ids = Object.entries(table.columns).flatMap(([name, [kind]]) => (kind === 'id' ? [name] : []))
  const shown = Object.entries(table.columns).map(([name, [kind]]) => {
    if (kind === 'id')
      return `(select s.id from short_ids s where s.nr = r.${storedName(table, name)}) as ${name}`
    if (kind !== 'day') return `r.${name}`
    return isPostgres
      ? `to_char(date '1970-01-01' + r.day_nr::integer, 'YYYY-MM-DD') as ${name}`
      : `date(r.day_nr * 86400, 'unixepoch') as ${name}`
  })
  return `create view ${table.name} as select ${[...shown, ...ids.map(name => `r.${storedName(table, name)}`)].join(', ')} from ${table.stored} r`
}
