/** Which slots stood in a location, from when until when: from what held then. */
import { sql } from 'kysely'
import { readWide } from '../db/bulk'
import type { Db } from '../db/database'

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
}

/** By location, within the span; a slot's in order of time. */
export async function staysIn(
  db: Db,
  locationIds: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<Map<string, Stay[]>> {
  const found = new Map<string, Stay[]>()
  if (locationIds.length === 0) return found
  const rows = await readWide<Row>(
    db,
    sql`select h.slot_id, s.serial, h.location_id, h.currency, h.denomination_minor, h.valid_from, s.created_at, s.archived_at,
      lead(h.valid_from) over (partition by h.slot_id order by h.valid_from) as next_from
    from slot_history h join slots s on s.id = h.slot_id
    where h.slot_id in (select x.slot_id from slot_history x where x.location_id in (${sql.join(locationIds)}))
    order by h.slot_id, h.valid_from`,
  )
  for (const { location_id, valid_from, next_from, created_at, archived_at, ...stay } of rows) {
    // Nobody expects readings of before a slot was entered; where there are some, its history was brought along.
    const since = Math.max(valid_from, created_at, from)
    const until = Math.min(next_from ?? to, archived_at ?? to, to)
    if (!locationIds.includes(location_id) || since >= until) continue
    const stays = found.get(location_id)
    if (stays) stays.push({ ...stay, since, until })
    else found.set(location_id, [{ ...stay, since, until }])
  }
  return found
}
