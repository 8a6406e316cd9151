/** How many slots are offline, by location, as the list of slots finds them. */
import { sql, type RawBuilder } from 'kysely'
import { isSilentForAll, isSilentForItself, seenColumnsOf } from '../../platform/store/presence-limits'

export interface SilentSlots {
  location_id: string
  n: number
  /** The earliest last message of these, in milliseconds. */
  since: number
}

/**
 * A statement of rows of `SilentSlots`, of locations (`l`) of which the condition holds and that have any. Each is
 * counted in its own range of an index: that all of a network is silent costs little more than that none of it is.
 */
export function silentSlotsIn(condition: RawBuilder<unknown>, now: number): RawBuilder<SilentSlots> {
  const seen = seenColumnsOf('slots')
  const ofLocation = (what: RawBuilder<unknown>, where: RawBuilder<boolean>) =>
    sql`(select ${what} from slots t where t.location_id = l.id and t.archived_at is null and ${where})`
  const [count, oldest] = [sql`count(*)`, sql`min(t.last_seen_at)`]
  const [certain, byOwnLimit] = [isSilentForAll(seen, now), isSilentForItself(seen, now)]
  return sql<SilentSlots>`select o.location_id, o.n, o.since from (
      select l.id as location_id, ${ofLocation(count, certain)} + ${ofLocation(count, byOwnLimit)} as n,
        coalesce(${ofLocation(oldest, certain)}, ${ofLocation(oldest, byOwnLimit)}) as since
      from locations l where ${condition}) as o
    where o.n > 0`
}
