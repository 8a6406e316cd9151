/** Which slots stood in a location, from when until when, from the slots' history. */
import { groupBy } from '../../platform/contract/group-by'
import { sql, type RawBuilder } from 'kysely'
import { readWide } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'

/** A slot's time in a location at one price: [since, until), epoch milliseconds. */
export interface Stay {
  slot_id: string
  serial: string
  currency: string
  denomination_minor: number
  since: number
  until: number
}
interface Row extends Omit<Stay, 'since' | 'until'> {
  location_id: string
  valid_from: number
  next_from: number | null
  created_at: number
  archived_at: number | null
  first_hour: number | null
}
interface Span {
  from: number
  to: number
}

/** By location, within the span; a slot's in order of time. */
export async function staysIn(
  db: Db,
  locationIds: readonly string[],
  span: Span,
): Promise<Map<string, Stay[]>> {
  if (locationIds.length === 0) return new Map()
  const wanted = new Set(locationIds)
  const slots = sql`h.slot_id in (select x.slot_id from slot_history x where x.location_id in (${sql.join(locationIds)}))`
  return groupBy(
    (await stays(db, slots, span)).filter(({ location_id }) => wanted.has(location_id)),
    ({ location_id }) => location_id,
    ({ location_id: _, ...stay }): Stay => stay,
  )
}

/** Wherever it stood. */
export const staysOf = (db: Db, slotId: string, span: Span): Promise<Stay[]> =>
  stays(db, sql`h.slot_id = ${slotId}`, span)

async function stays(
  db: Db,
  slots: RawBuilder<unknown>,
  { from, to }: Span,
): Promise<(Stay & { location_id: string })[]> {
  const rows = await readWide<Row>(
    db,
    sql`select h.slot_id, s.serial, h.location_id, h.currency, h.denomination_minor, h.valid_from, s.created_at, s.archived_at,
      lead(h.valid_from) over (partition by h.slot_id order by h.valid_from) as next_from,
      case when s.created_at > ${from} then (select c.hour_start from counter_hours c where c.slot_nr = ${numberOf(sql.ref('h.slot_id'))}
        and c.game_nr = 0 and c.readings > 0 order by c.hour_start limit 1) end as first_hour
    from slot_history h join slots s on s.id = h.slot_id where ${slots} order by h.slot_id, h.valid_from`,
  )
  return rows.flatMap(({ valid_from, next_from, created_at, archived_at, first_hour, ...stay }) => {
    // A slot that was registered after its first reading counts from that reading, any other one from its registration.
    const since = Math.max(valid_from, Math.min(created_at, first_hour ?? created_at), from)
    const until = Math.min(next_from ?? to, archived_at ?? to, to)
    return since < until ? [{ ...stay, since, until }] : []
  })
}
