/** What people decide moves no day that is sealed, and none that an accountant has locked. */
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { sealedThrough } from './fiscal-head.service'
import { demandUnlocked } from './period-lock.service'

export interface Touched {
  locationId: string
  /** Undefined: an hour of a day that is told beside it. */
  day?: string | undefined
}

/** Throws 409 `day_sealed` or `period_locked` for the earliest day of each location. */
export async function demandOpenDays(db: Db, tenantId: string, touched: readonly Touched[]): Promise<void> {
  for (const [locationId, day] of earliest(touched)) {
    if (((await sealedThrough(db, locationId)) ?? '') >= day) throw new Problem(409, 'day_sealed')
    await demandUnlocked(db, { tenantId, locationId }, day)
  }
}

/** As `demandOpenDays`, for what is told late: what it moves of a sealed day stands in the next report. */
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
