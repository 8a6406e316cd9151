/**
 * Adds booked coin-in to jackpots, in the transaction that books it: from readings and from decided repairs alike,
 * since both write roll-ups.
 */
import { sql, type CompiledQuery } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { BookedCoinIn } from '../../telemetry/readings/observers.service'

/**
 * The increments and sources of the hour itself apply, however late it is reported. Amounts times basis points are
 * ten-thousandths of a minor unit: whole numbers, so no order of arrival changes their sum. Each slot and level has a
 * row, which no other SMIB's batch waits for.
 */
export function* contribute(db: Db, fed: readonly BookedCoinIn[]): Iterable<CompiledQuery> {
  if (fed.length === 0) return
  const rows = rowsAsTable<BookedCoinIn>(
    db,
    {
      slot_id: 'text',
      location_id: 'text',
      tenant_id: 'text',
      currency: 'text',
      hour: 'bigint',
      minor: 'bigint',
      last_at: 'bigint',
    },
    fed,
  )
  yield sql`insert into jackpot_shares (level_id, slot_id, tenant_id, visible, hidden, seen, last_at)
    select l.id, b.slot_id, b.tenant_id, sum(b.minor * t.visible_bp), sum(b.minor * t.hidden_bp), 0, max(b.last_at)
    from ${rows}
    join jackpot_levels l on l.tenant_id = b.tenant_id and l.currency = b.currency
    join jackpot_terms t on t.level_id = l.id and t.from_hour <= b.hour and (t.to_hour is null or t.to_hour > b.hour)
    where exists (select 1 from jackpot_sources s where s.jackpot_id = l.jackpot_id
      and (s.location_id is null or s.location_id = b.location_id) and (s.slot_id is null or s.slot_id = b.slot_id)
      and s.from_hour <= b.hour and (s.to_hour is null or s.to_hour > b.hour))
    group by l.id, b.slot_id, b.tenant_id order by l.id, b.slot_id
    on conflict (level_id, slot_id) do update set visible = jackpot_shares.visible + excluded.visible,
      hidden = jackpot_shares.hidden + excluded.hidden,
      last_at = case when excluded.last_at > jackpot_shares.last_at then excluded.last_at else jackpot_shares.last_at end`.compile(
    db,
  )
}
