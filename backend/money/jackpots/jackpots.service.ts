/** A whole jackpot at once: with its levels, and fed by a location or by all of the tenant's. */
import type { InputOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import type { jackpotLevelsContract, jackpotsContract } from './jackpots.contract'
import { jackpotLevelsStore } from './jackpot-levels.store'
import { jackpotSourcesStore, jackpotsStore } from './jackpots.stores'

type Level = Omit<InputOf<typeof jackpotLevelsContract>, 'jackpot' | 'limit' | 'machine_level'> & {
  machine_level?: number
}

/** In a transaction. Terms hold from the next full hour after `now`. */
export async function addJackpot(
  db: Db,
  actor: Actor,
  jackpot: Partial<InputOf<typeof jackpotsContract>>,
  levels: readonly Level[],
  now: number,
): Promise<void> {
  const { _id, name, location } = await jackpotsStore.create(db, actor, jackpot, now)
  for (const level of levels)
    await jackpotLevelsStore.create(
      db,
      actor,
      { ...level, jackpot: _id, limit: null, machine_level: level.machine_level ?? null },
      now,
    )
  await jackpotSourcesStore.create(db, actor, { jackpot: _id, name, location: location?._id ?? null }, now)
}
