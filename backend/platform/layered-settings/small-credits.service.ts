/** Up to which worth credits are small enough to be locked up with their slot, by location. */
import type { Money } from '../contract/primitives'
import type { Db } from '../db/database'
import { generalSettings } from './general-settings.contract'
import { layersFrom, settingsFrom } from './config.service'
import { ownersOf } from './owners.service'
import { EMPTY, readSets } from './sets'

/** A location without an entry has no such amount: no credits are small there. */
export async function smallCreditsOf(
  db: Db,
  locations: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  const owners = await ownersOf(db, { tenantId: null }, 'general-location', [...new Set(locations)])
  const sets = await readSets(
    db,
    [...owners, ...owners.flatMap(({ parents }) => parents)].map(({ kind, id }) => ({ kind, id })),
  )
  const found = new Map<string, Money>()
  for (const owner of owners) {
    const own = sets.get(`${owner.kind} ${owner.id}`) ?? EMPTY
    const settings = settingsFrom(generalSettings, layersFrom(owner, own, sets), owner.currency)
    const minor = settings['locking.small_credits']?.value
    if (typeof minor === 'number')
      found.set(owner.id, { minor, currency: owner.currency as Money['currency'] })
  }
  return found
}
