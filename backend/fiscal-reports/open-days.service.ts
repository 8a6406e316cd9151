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
  const first = new Map<string, string>()
  for (const { locationId, day } of touched) {
    const known = first.get(locationId)
    if (day !== undefined && (known === undefined || day < known)) first.set(locationId, day)
  }
  for (const [locationId, day] of first) {
    if (((await sealedThrough(db, locationId)) ?? '') >= day) throw new Problem(409, 'day_sealed')
    await demandUnlocked(db, { tenantId, locationId }, day)
  }
}
