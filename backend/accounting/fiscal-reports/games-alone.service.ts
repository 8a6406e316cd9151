/**
 * Slots that count something themselves, so that their own counters stand for them, and nothing of what their games
 * played. Nobody can tell which of the two is right: such a day is sealed only once somebody has accepted it with a
 * reason.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { FormRow } from './fiscal-document.contract'

/** Rows of one day and currency; each row of such a slot gets its games' turnover in minor units. */
export async function withGamesAlone(
  db: Db,
  { tenantId, day }: { tenantId: string; day: string },
  currency: string,
  rows: readonly FormRow[],
): Promise<FormRow[]> {
  const moving = new Set(
    rows.flatMap(({ slot, moved }) => (moved.in || moved.premium || moved.out ? [slot._id] : [])),
  )
  const still = [...new Set(rows.map(({ slot }) => slot._id))].filter(id => !moving.has(id))
  if (still.length === 0) return [...rows]
  const { rows: found } = await sql<{ slot_id: string; turnover: number }>`
    select slot_id, sum((coin_in + jackpot + coin_out) * denomination_minor) as turnover from counter_days
    where tenant_id = ${tenantId} and slot_id in (${sql.join(still)}) and gaming_day = ${day} and game_nr > 0
      and currency = ${currency} and denomination_minor > 0
    group by slot_id having sum(coin_in + jackpot + coin_out) > 0`.execute(db)
  const turnovers = new Map(found.map(({ slot_id, turnover }) => [slot_id, Number(turnover)]))
  return rows.map(row => {
    const turnover = turnovers.get(row.slot._id)
    return turnover === undefined ? row : { ...row, games_alone: turnover }
  })
}
