/** What people decide moves no day that is sealed, and none that an accountant has locked. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { sealedThrough } from './fiscal-head.service'
import { demandUnlocked, locked, lockedThrough } from './period-lock.service'

export interface Touched {
  locationId: string
  /** Undefined for an hour, whose day is listed as an entry of its own. */
  day?: string | undefined
}

/** The last days of a location that nothing moves any more. */
interface Settled {
  sealed: string | null
  locked: string | null
}

const settledIn = async (db: Db, owner: { tenantId: string; locationId: string }): Promise<Settled> => ({
  sealed: await sealedThrough(db, owner.locationId),
  locked: await lockedThrough(db, owner),
})

export interface Stays {
  why: 'day_sealed' | 'period_locked'
  day: string
  /** The last day that does. */
  through: string
}

/**
 * Answers why one of these days may not move; null where all of them may. A location's seal and lock are read once for
 * all calls of the answer.
 */
export function settledDays(
  db: Db,
  tenantId: string,
): (touched: readonly Touched[]) => Promise<Stays | null> {
  const known = new Map<string, Promise<Settled>>()
  return async touched => {
    for (const [locationId, day] of earliest(touched)) {
      const settled = known.get(locationId) ?? settledIn(db, { tenantId, locationId })
      known.set(locationId, settled)
      const { sealed, locked: through } = await settled
      if (sealed !== null && day <= sealed) return { why: 'day_sealed', day, through: sealed }
      if (through !== null && day <= through) return { why: 'period_locked', day, through }
    }
    return null
  }
}

/** Throws 409 `day_sealed` or `period_locked` for the earliest day of each location. */
export async function demandOpenDays(db: Db, tenantId: string, touched: readonly Touched[]): Promise<void> {
  const stays = await settledDays(db, tenantId)(touched)
  if (stays) throw stays.why === 'day_sealed' ? new Problem(409, stays.why) : locked(stays.day, stays.through)
}

/** As `demandOpenDays`, for late data: it may move a sealed day, since the difference stands in the next report. */
export async function demandUnlockedDays(
  db: Db,
  tenantId: string,
  touched: readonly Touched[],
): Promise<void> {
  for (const [locationId, day] of earliest(touched)) await demandUnlocked(db, { tenantId, locationId }, day)
}

function earliest(touched: readonly Touched[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const { locationId, day } of touched) {
    const known = first.get(locationId)
    if (day !== undefined && (known === undefined || day < known)) first.set(locationId, day)
  }
  return first
}
