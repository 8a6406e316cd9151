/** Which closed days have changed since: written in the transaction that changed them, so that none is missed, and worked off later. */
import { sql, type CompiledQuery } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'

export interface MarkedDay {
  locationId: string
  day: string
}

/** Also for whoever decides a repair or edits a reading. Days that are open or sealed are left alone. */
export function* markClosedDays(db: Db, changed: readonly MarkedDay[]): Iterable<CompiledQuery> {
  const days = new Map(changed.map(({ locationId, day }) => [`${locationId} ${day}`, { locationId, day }]))
  if (days.size === 0) return
  // Sorted, so that two writers of several days do not wait for each other.
  const rows = [...days.keys()].sort().flatMap(key => {
    const one = days.get(key)
    return one ? [{ location_id: one.locationId, day: one.day }] : []
  })
  yield sql`insert into days_to_refresh (location_id, day)
    select distinct b.location_id, b.day from ${rowsAsTable(db, { location_id: 'text', day: 'text' }, rows)}
    join location_days d on d.location_id = b.location_id and d.day = b.day and d.state = 'closed'
    where true on conflict (location_id, day) do nothing`.compile(db)
}
