/** Collecting cash, for modules that do it as somebody: the demo's past. */
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { collectorCheckpointsStore } from './collector-checkpoints.store'

export { expectedCash, lastCollection } from './expected-cash.service'

/** Throws what the endpoint would refuse. */
export const collect = (db: Db, actor: Actor, input: object, now: number) =>
  collectorCheckpointsStore.create(db, actor, input, now)
