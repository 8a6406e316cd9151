/**
 * The demo's jackpots: three levels in a hall of each tenant (domain notes, section 6), one of them near the point at
 * which it is won, and two that games decide.
 */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'
import type { Db } from '../platform/db/database'
import { addChannel } from '../money/displays/displays.service'
import { systemActor } from '../platform/request/actor'
import { addJackpot } from '../money/jackpots/jackpots.service'
import { type Network } from './network'

const CURRENCY = 'RON' as const
const lei = (amount: number) => ({ minor: amount * 100, currency: CURRENCY })
/** The last days of the history feed them: the smallest has been won by then. */
const FED_MS = 2 * DAY_MS

const levels = [
  { name: 'Mini', seed: 200, from: 300, to: 500, visible: 50, hidden: 10 },
  { name: 'Minor', seed: 1_000, from: 2_500, to: 4_000, visible: 30, hidden: 10 },
  { name: 'Major', seed: 4_900, from: 4_990, to: 5_000, visible: 1, hidden: 1 },
  { name: 'Grand', seed: 5_000, from: 9_000, to: 15_000, visible: 20, hidden: 10 },
]

/** Its slots' games decide when they are won; 1 is the top one there. */
const progressive = [
  { name: 'Bronz', machine_level: 2, seed: 100, visible: 20, hidden: 5 },
  { name: 'Aur', machine_level: 1, seed: 1_000, visible: 10, hidden: 5 },
]

/** Runs before the history is written: its readings contribute like any others. */
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
    await addJackpot(
      db,
      systemActor,
      {
        name: `Progresiv ${location.city}`,
        tenant: tenant.id,
        location: locationId,
        kind: 'progressive',
        currency: CURRENCY,
      },
      progressive.map(({ name, machine_level, seed, visible, hidden }, nr) => ({
        name,
        machine_level,
        position: nr + 1,
        seed: lei(seed),
        hit_from: null,
        hit_to: null,
        visible,
        hidden,
      })),
      since,
    )
    await addDisplays(db, tenant.id, locationId, network.historyEnd)
  }
}

/** The hall's displays: one that went silent two hours ago, and one that nobody has opened yet. */
async function addDisplays(db: Db, tenantId: string, location: string, now: number): Promise<void> {
  const levels = await db
    .selectFrom('jackpot_levels')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', location)
    .orderBy('position')
    .execute()
  const shown = levels.map(({ id }) => id)
  await addChannel(
    db,
    systemActor,
    { name: 'Sala mare', location, theme: 'calm', resolution: 'full_hd', language: 'ro', levels: shown },
    [
      { name: 'Perete nord', place: 'deasupra casieriei', lastSeenAt: now - 2 * HOUR_MS },
      { name: 'Intrare', place: null, lastSeenAt: null },
    ],
    now,
  )
  const some = shown.slice(0, 2)
  await addChannel(
    db,
    systemActor,
    { name: 'Bar', location, theme: 'dark', resolution: 'hd', language: 'en', levels: some },
    [],
    now,
  )
}
