import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../platform/request/actor'
import type { Db } from '../../platform/db/database'

/** A location's shift, and who hands it over. `to` is the moment of the hand-over, in epoch milliseconds. */
export interface Shift {
  db: Db
  actor: Pick<Actor, 'id' | 'permissions'>
  location: { id: string; time_zone: string; gaming_day_start: string }
  from: number
  to: number
}

/** Of rows `t` of the shift's location: the instant in this column is in the shift. */
export const within = ({ location, from, to }: Shift, column: string): RawBuilder<boolean> => {
  const at = sql.ref(`t.${column}`)
  return sql<boolean>`t.location_id = ${location.id} and ${at} >= ${from} and ${at} < ${to}`
}
