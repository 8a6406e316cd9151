/** For modules that do it as somebody: the demo's people. */
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { blacklistsStore, selfExclusionsStore } from './player-exclusion.stores'
import { playersStore } from './players.store'

/** In a transaction. Throw what the endpoints would refuse. */
export const addPlayer = (db: Db, actor: Actor, input: object, now: number) =>
  playersStore.create(db, actor, input, now)
export const excludePlayer = (db: Db, actor: Actor, input: object, now: number) =>
  selfExclusionsStore.create(db, actor, input, now)
export const blacklistPlayer = (db: Db, actor: Actor, input: object, now: number) =>
  blacklistsStore.create(db, actor, input, now)
