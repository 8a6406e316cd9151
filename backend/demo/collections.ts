/** The demo's collections from a few slots: weekly, counted right but for one stacker that was short. */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'
import { collect, expectedCash, lastCollection } from '../accounting/collections/collections.service'
import { notes } from '../accounting/collections/collector-checkpoints.contract'
import type { Db } from '../platform/db/database'
import { systemActor } from '../platform/request/actor'
import { type DemoSlot, type Network } from './network'

const SLOTS = 3
/** The note that is missing from one stacker, in bani. */
const MISSING_MINOR = 10_000

/** Called when the history of these slots is complete, in a transaction of its own. */
export async function addCollections(db: Db, network: Network, slots: readonly DemoSlot[]): Promise<void> {
  const emptied = slots.filter(slot => slot.smib && !slot.story && slot.status === 'active').slice(0, SLOTS)
  for (const [round, daysAgo] of [12, 5].entries())
    for (const [nr, slot] of emptied.entries()) {
      const at = network.historyEnd - daysAgo * DAY_MS + nr * (HOUR_MS / 6) + HOUR_MS / 12
      const known = await expectedCash(db, slot.slotId, await lastCollection(db, slot.slotId), at)
      // A first collection has no expected amount.
      const minor = known.expected_minor ?? 1_850_00 + nr * 340_00
      const isShort = round === 1 && nr === 1
      await collect(
        db,
        { ...systemActor, name: slot.location.contact },
        {
          slot: slot.slotId,
          counted: inNotes(isShort ? Math.max(0, minor - MISSING_MINOR) : minor),
          bag: `${slot.location.code}-${String(2 * round + 1).padStart(3, '0')}`,
          reason: isShort ? 'Lipsește o bancnotă de 100 de lei; numărat de două ori, cu martor' : null,
        },
        at,
      )
    }
}

/** In as few notes as there can be. */
function inNotes(minor: number): { minor: number; count: number }[] {
  let left = minor
  return notes.flatMap(note => {
    const count = Math.floor(left / note)
    left -= count * note
    return count > 0 ? [{ minor: note, count }] : []
  })
}
