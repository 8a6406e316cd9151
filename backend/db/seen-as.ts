import { sql } from 'kysely'
import { lastSeenRange, type Presence } from '../contract/presence'

/** Rows in this presence state now; a store's filter on its `last_seen_at`. */
export function seenAs(state: Presence, now: number) {
  const range = lastSeenRange(state, now)
  const column = sql.ref('t.last_seen_at')
  return range ? sql<boolean>`(${column} >= ${range.from} and ${column} < ${range.to})` : sql<boolean>`${column} is null`
}
