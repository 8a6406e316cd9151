/**
 * Levels as players may see them: each value, whether it is near its point, and its win while that is celebrated.
 * Never the point itself.
 */
import { sql } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { capOf, sumsOf } from './jackpot-levels.store'
import { valueOf } from './level-value'

export interface ShownLevel {
  _id: string
  name: string
  run: number
  value: Money
  is_near: boolean
  /** Won and not reset yet: it stands at what was won, whatever it was shown at before. */
  is_held: boolean
  win: { amount: Money; slot: string; location: string; at: number } | null
}

/** A share of the amount at which it is won at the latest, or of its limit. */
const NEAR = 0.95

export async function shownLevels(db: Db, ids: readonly string[]): Promise<Map<string, ShownLevel>> {
  if (ids.length === 0) return new Map()
  const levels = await db
    .selectFrom('jackpot_levels as l')
    .selectAll('l')
    .select([
      sql<number>`(select sum(s.visible) from jackpot_shares s where s.level_id = l.id)`.as('visible_sum'),
      sql<number>`(select sum(s.hidden) from jackpot_shares s where s.level_id = l.id)`.as('hidden_sum'),
    ])
    .where('l.id', 'in', ids)
    .execute()
  const wins = await db
    .selectFrom('jackpot_wins as w')
    .innerJoin('slots as s', 's.id', 'w.slot_id')
    .innerJoin('locations as p', 'p.id', 'w.location_id')
    .select(['w.level_id', 'w.run', 'w.won_at', 'w.amount_minor', 's.serial', 'p.name as location'])
    .where('w.level_id', 'in', ids)
    .where('w.state', '=', 'celebrating')
    .execute()
  return new Map(
    levels.map(row => {
      const { id, name, run, currency } = row
      // Whoever passes the point wins the point. Until that is found, a second or two later, what was played beyond it
      // is not shown as if it could be won.
      const caps = [capOf({ ...row }), row.state === 'running' ? row.point_minor : null]
      const cap = caps.reduce<number | null>(
        (least, one) => (one === null ? least : Math.min(Number(one), least ?? Infinity)),
        null,
      )
      const minor = valueOf(sumsOf({ ...row }), cap).value
      const end = row.hit_to_minor ?? row.limit_minor
      const won = wins.find(one => one.level_id === id && Number(one.run) === Number(run))
      const money = (amount: number) => ({ minor: Number(amount), currency: currency as Money['currency'] })
      const win = won
        ? {
            amount: money(won.amount_minor),
            slot: won.serial,
            location: won.location,
            at: Number(won.won_at),
          }
        : null
      const is_near = row.state === 'running' && end !== null && minor >= Number(end) * NEAR
      const is_held = row.state === 'hit'
      return [id, { _id: id, name, run: Number(run), value: money(minor), is_near, is_held, win }]
    }),
  )
}
