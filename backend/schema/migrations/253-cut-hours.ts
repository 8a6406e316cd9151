import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { cutLocation, unevenLocations } from '../../telemetry/readings/cut-hours.service'
import type { Db } from '../../platform/db/database'

/** As they were named when this migration landed. */
const meters = [
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
const DAY_MS = 86_400_000

/**
 * Hours are cut where a gaming day begins within one. A reading says by how much its hour begins after the full one.
 * What is booked already is parted by the days' sums, which were exact: readings may be in archives, and days that are
 * sealed keep what they are worth.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const alone = (work: (one: Kysely<unknown>) => Promise<void>) =>
    isPostgres ? work(db) : db.transaction().execute(work)
  await alone(addColumn)
  for (const place of await unevenLocations(db as Db)) await alone(one => cutLocation(one as Db, place))
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (statement: string) => sql.raw(statement).execute(db)
  // The embedded database may have been stopped after this.
  const { rows } = isPostgres
    ? { rows: [] }
    : await sql`select 1 from pragma_table_info('reading_terms') where name = 'hour_cut'`.execute(db)
  if (rows.length > 0) return
  await run('drop view counter_readings')
  await run('alter table reading_terms add column hour_cut bigint not null default 0')
  await run('drop index reading_terms_by_all')
  await run(
    'create unique index reading_terms_by_all on reading_terms (slot_nr, tenant_nr, smib_nr, run, denomination_minor, currency, day_gap, hour_cut)',
  )
  await run(viewStatement(isPostgres))
}

function viewStatement(isPostgres: boolean): string {
  const ofTerms = (value: string) =>
    `(select ${value} from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms)`
  const id = (nr: string) => `(select s.id from short_ids s where s.nr = ${nr})`
  const day = `r.server_time / ${DAY_MS} - t.day_gap`
  const shown = {
    slot_id: id('r.slot_nr'),
    smib_id: ofTerms(id('t.smib_nr')),
    tenant_id: isPostgres ? id('r.tenant_nr') : ofTerms(id('t.tenant_nr')),
    location_id: id('r.location_nr'),
    game_nr: 'r.game_nr',
    run: ofTerms('t.run'),
    message_seq_nr: 'r.message_seq_nr',
    server_time: 'r.server_time',
    server_nano: 'r.server_nano',
    gaming_day: ofTerms(
      isPostgres
        ? `to_char(date '1970-01-01' + (${day})::integer, 'YYYY-MM-DD')`
        : `date((${day}) * 86400, 'unixepoch')`,
    ),
    hour_cut: ofTerms('t.hour_cut'),
    denomination_minor: ofTerms('t.denomination_minor'),
    currency: ofTerms('t.currency'),
    repairs: 'r.repairs',
    held: 'r.held',
    more: 'r.more',
    ...Object.fromEntries([...meters, 'current_credits'].map(name => [name, `r.${name}`])),
    slot_nr: 'r.slot_nr',
    smib_nr: ofTerms('t.smib_nr'),
    tenant_nr: isPostgres ? 'r.tenant_nr' : ofTerms('t.tenant_nr'),
    location_nr: 'r.location_nr',
  }
  return `create view counter_readings as select ${Object.entries(shown)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ')} from stored_readings r`
}
