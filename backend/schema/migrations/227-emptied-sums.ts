import { sql, type Kysely } from 'kysely'

/**
 * Setting a change back once left rows of hours and days in which nothing stands, and a row says that its slot was
 * counted there. Only of slots that were set back, or stand where a location was: all rows of an installation are too
 * many to look at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const back = (entity: string) =>
    sql`select a.entity_id from audit_log a where a.action = 'set_back' and a.entity = ${entity}`
  const { rows } = await sql<{ id: string; nr: number | null }>`
    select s.id, n.nr from slots s left join short_ids n on n.id = s.id
    where s.id in (${back('slot')}) or s.id in (select h.slot_id from slot_history h where h.location_id in (${back('location')}))`.execute(
    db,
  )
  for (const { id, nr } of rows) {
    await sql`delete from counter_days where slot_id = ${id} and ${isEmpty}`.execute(db)
    if (nr !== null) await sql`delete from stored_hours where slot_nr = ${nr} and ${isEmpty}`.execute(db)
  }
}

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
const isEmpty = sql.raw(['readings', ...meters].map(name => `${name} = 0`).join(' and '))
