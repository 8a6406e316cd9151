/** The demo's jackpots: three levels in a hall of each tenant (domain notes, section 6), one of them near the point at which it is won. */
import type { Db } from '../db/database'
import { systemActor } from '../http/actor'
import { addJackpot } from '../jackpots/jackpots.service'
import { DAY_MS, type Network } from './network'

const CURRENCY = 'RON' as const
const lei = (amount: number) => ({ minor: amount * 100, currency: CURRENCY })
/** The last days of the history feed them: the smallest has been won by then. */
const FED_MS = 2 * DAY_MS

const levels = [
  { name: 'Mini', seed: 200, from: 300, to: 500, visible: 50, hidden: 10 },
  { name: 'Minor', seed: 1_000, from: 1_500, to: 2_500, visible: 30, hidden: 10 },
  { name: 'Major', seed: 4_900, from: 4_990, to: 5_000, visible: 1, hidden: 1 },
  { name: 'Grand', seed: 5_000, from: 9_000, to: 15_000, visible: 20, hidden: 10 },
]

/** Before the history is told: its readings contribute like any others. */
export async function addJackpots(db: Db, network: Network): Promise<void> {
  const since = network.historyEnd - FED_MS
  for (const tenant of network.tenants) {
    const slot = network.machines.find(one => one.tenantId === tenant.id)
    if (!slot) continue
    const { location, locationId } = slot
    await addJackpot(
      db,
      systemActor,
      {
        name: `Norocul ${location.city}`,
        tenant: tenant.id,
        location: locationId,
        kind: 'mystery',
        currency: CURRENCY,
      },
      levels.map(({ name, seed, from, to, visible, hidden }, nr) => ({
        name,
        position: nr + 1,
        seed: lei(seed),
        hit_from: lei(from),
        hit_to: lei(to),
        visible,
        hidden,
      })),
      since,
    )
  }
}
