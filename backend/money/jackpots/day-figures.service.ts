/** Reads what a location's day added to jackpots and won of them, when the day's report is stored. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { JackpotFigures } from './day-figures.contract'
import { jackpotTotals, minorOf } from './day-figures'
import { capOf } from './jackpot-levels.store'
import { valueOf } from './level-value'

export { jackpotMonth } from './day-figures'

interface DayQuery {
  tenantId: string
  locationId: string
  currency: string
  /**
   * Epoch milliseconds. The hours that begin in the day are its hours, because contributions are stored by whole
   * hours.
   */
  from: number
  to: number
}

interface LevelRow {
  id: string
  name: string
  jackpot_id: string
  jackpot: string
  location_id: string | null
  state: 'running' | 'hit'
  run: number
  limit_minor: number | null
  won_minor: number | null
  start_minor: number
  taken: number
  hidden_taken: number
  visible: string | number | null
  hidden: string | number | null
}

/** Levels of the location, and those of the whole tenant that play here fed or that were won here. */
export async function jackpotsOfDay(db: Db, day: DayQuery): Promise<JackpotFigures> {
  const levels = await levelsFor(db, day)
  const [added, wins] = levels.length === 0 ? [[], []] : await Promise.all([addedIn(db, day), wonIn(db, day)])
  const of = new Map(added.map(row => [row.level_id, row]))
  const figures = levels.flatMap(level => {
    const own = of.get(level.id)
    const won = wins.filter(({ level_id }) => level_id === level.id)
    if (level.location_id === null && !own && won.length === 0) return []
    const [shown_parts, kept_parts] = [Number(own?.visible ?? 0), Number(own?.hidden ?? 0)]
    const sums = { ...level, visible: Number(level.visible ?? 0), hidden: Number(level.hidden ?? 0) }
    const { value, hiddenPool } = valueOf(sums, capOf({ ...level }))
    return [
      {
        level: { _id: level.id, name: level.name },
        jackpot: { _id: level.jackpot_id, name: level.jackpot },
        everywhere: level.location_id === null,
        shown_parts,
        kept_parts,
        shown: minorOf(shown_parts),
        kept: minorOf(kept_parts),
        wins: won.length,
        won: won.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
        stood: { value, kept: hiddenPool, run: level.run, state: level.state },
      },
    ]
  })
  const sums = {
    levels: figures,
    wins: wins.map(win => ({
      _id: win.id,
      number: win.number,
      level: win.level,
      slot: { _id: win.slot_id, name: win.serial },
      amount: win.amount_minor,
      at: win.won_at,
      state: win.state,
    })),
  }
  return { ...sums, totals: jackpotTotals(sums) }
}

/** Those that there were in the day: a day that is closed late says nothing of a level that was made after it. */
const levelsFor = async (
  db: Db,
  { tenantId, locationId, currency, from, to }: DayQuery,
): Promise<LevelRow[]> =>
  (
    await sql<LevelRow>`select l.id, l.name, l.jackpot_id, j.name as jackpot, l.location_id, l.state, l.run, l.limit_minor, l.won_minor,
        l.start_minor, l.taken, l.hidden_taken,
        (select sum(s.visible) from jackpot_shares s where s.level_id = l.id) as visible,
        (select sum(s.hidden) from jackpot_shares s where s.level_id = l.id) as hidden
      from jackpot_levels l join jackpots j on j.id = l.jackpot_id
      where l.tenant_id = ${tenantId} and l.currency = ${currency} and (l.location_id is null or l.location_id = ${locationId})
        and l.created_at < ${to} and (l.archived_at is null or l.archived_at >= ${from})
      order by j.name, l.position, l.id`.execute(db)
  ).rows

/**
 * As contributions are made (`contributions.service.ts`): coin in of game 0 by slot and hour, times the increments of
 * that hour.
 */
const addedIn = async (db: Db, { locationId, currency, from, to }: DayQuery) =>
  (
    await sql<{ level_id: string; visible: string | number; hidden: string | number }>`
      select l.id as level_id, sum(h.coin_in * h.denomination_minor * t.visible_bp) as visible,
        sum(h.coin_in * h.denomination_minor * t.hidden_bp) as hidden
      from counter_hours h
      join jackpot_levels l on l.tenant_id = h.tenant_id and l.currency = h.currency
      join jackpot_terms t on t.level_id = l.id and t.from_hour <= h.hour_start and (t.to_hour is null or t.to_hour > h.hour_start)
      where h.location_nr = ${numberOf(locationId)} and h.currency = ${currency} and h.game_nr = 0
        and h.hour_start >= ${from} and h.hour_start < ${to}
        and exists (select 1 from jackpot_sources s where s.jackpot_id = l.jackpot_id
          and (s.location_id is null or s.location_id = h.location_id) and (s.slot_id is null or s.slot_id = h.slot_id)
          and s.from_hour <= h.hour_start and (s.to_hour is null or s.to_hour > h.hour_start))
      group by l.id`.execute(db)
  ).rows

const wonIn = (db: Db, { locationId, currency, from, to }: DayQuery) =>
  db
    .selectFrom('jackpot_wins as w')
    .innerJoin('jackpot_levels as l', 'l.id', 'w.level_id')
    .innerJoin('slots as s', 's.id', 'w.slot_id')
    .select(['w.id', 'w.number', 'w.level_id', 'l.name as level', 'w.slot_id', 's.serial'])
    .select(['w.amount_minor', 'w.won_at', 'w.state'])
    .where('w.location_id', '=', locationId)
    .where('w.currency', '=', currency)
    .where('w.won_at', '>=', from)
    .where('w.won_at', '<', to)
    // A win without an amount that somebody stands for is none yet, and one that was withdrawn never was.
    .where('w.state', 'not in', ['hit_pending', 'withdrawn'])
    .$narrowType<{ state: 'celebrating' | 'payment_pending' | 'paid' | 'reset' }>()
    .orderBy('w.won_at')
    .orderBy('w.id')
    .execute()
