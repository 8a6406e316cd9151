/**
 * The demo's people at the door. Their numbers are right and nobody's: those that begin with 3 and 4 are of the
 * nineteenth century.
 */
import { DAY_MS } from '../platform/contract/durations'
import type { Db } from '../platform/db/database'
import { systemActor } from '../platform/request/actor'
import { addPlayer, blacklistPlayer, excludePlayer } from '../players/player-exclusion/people.service'
import { type Network } from './network'

const people = [
  { full_name: 'Dobre Matei', document_number: '3850214400018', excluded: true },
  { full_name: 'Lungu Ioana', document_number: '4711105400023', cause: 'violence' },
  { full_name: 'Stan Petru', document_number: '3920708400031' },
] as const

/** Registered weeks ago, so that what holds from the next midnight on holds. */
export async function addExclusions(db: Db, network: Network): Promise<void> {
  const since = network.historyEnd - 20 * DAY_MS
  for (const tenant of network.tenants) {
    const location = network.machines.find(one => one.tenantId === tenant.id)?.locationId ?? null
    for (const { full_name, document_number, ...listing } of people) {
      const { _id: player } = await addPlayer(
        db,
        systemActor,
        { full_name, document_type: 'cnp', document_number, tenant: tenant.id },
        since,
      )
      if ('excluded' in listing)
        await excludePlayer(
          db,
          systemActor,
          { player, source: 'player', location, reason: 'Cerere depusă la casierie' },
          since,
        )
      if ('cause' in listing)
        await blacklistPlayer(
          db,
          systemActor,
          { player, cause: listing.cause, location, reason: 'A lovit un aparat' },
          since,
        )
    }
  }
}
