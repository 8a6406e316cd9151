/** What people decide moves no day that is sealed, and none that an accountant has locked. */
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { sealedThrough } from './fiscal-head.service'
import { locked, lockedThrough } from './period-lock.service'

export interface Touched {
  locationId: string
  /** Undefined: an hour of a day that is told beside it. */
  day?: string | undefined
}

/** The last days of a location that nothing moves any more. */
export interface Settled {
  sealed: string | null
  locked: string | null
}

export const settledIn = async (
  db: Db,
  owner: { tenantId: string; locationId: string },
): Promise<Settled> => ({
  sealed: await sealedThrough(db, owner.locationId),
  locked: await lockedThrough(db, owner),
})

/** Why a day may not move; null where it may. */
export function whyItStays(settled: Settled, day: string): 'day_sealed' | 'period_locked' | null {
  if (settled.sealed !== null && day <= settled.sealed) return 'day_sealed'
  return settled.locked !== null && day <= settled.locked ? 'period_locked' : null
}

/** Throws 409 `day_sealed` or `period_locked` for the earliest day of each location. */
export async function demandOpenDays(db: Db, tenantId: string, touched: readonly Touched[]): Promise<void> {
  const first = new Map<string, string>()
  for (const { locationId, day } of touched) {
    const known = first.get(locationId)
    if (day !== undefined && (known === undefined || day < known)) first.set(locationId, day)
  }
  for (const [locationId, day] of first) {
    const settled = await settledIn(db, { tenantId, locationId })
    const stays = whyItStays(settled, day)
    if (stays === 'day_sealed') throw new Problem(409, stays)
    if (stays) throw locked(day, settled.locked ?? day)
  }
}
