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
