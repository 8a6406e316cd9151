/**
 * Closing several days of a month by one press: those that are over and do not close by themselves any more, as of the
 * time before an installation.
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { closeByHand } from '../closing/closing.service'
import { dayOf, HAND_GRACE_MS, type Place } from '../../telemetry/gaming-days/place.service'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { sealedThrough } from '../period-lock/fiscal-head.service'

/** A gaming day that is over, for closing by hand. */
export function isOver({ rules }: Pick<Place, 'rules'>, day: string, now: number): boolean {
  const { from, to } = gamingDayBoundsIn(rules, day)
  return from < to && to + HAND_GRACE_MS <= now
}

/**
 * In order. Of the days before the books only those with readings are listed: closed before a later day is sealed
 * they have reports of their own,
 * closed afterwards their figures stand in a later report. `stored`: days that are closed.
 */
export async function daysToClose(
  db: Db,
  place: Place,
  dates: readonly string[],
  stored: ReadonlySet<string>,
  next: string | null,
  now: number,
): Promise<string[]> {
  const through = (await sealedThrough(db, place.locationId)) ?? ''
  const over = dates.filter(day => day > through && !stored.has(day) && isOver(place, day, now))
  const [first, last] = [over[0], over.at(-1)]
  if (first === undefined || last === undefined) return []
  const known = new Set(await reportedDays(db, place, first, last))
  return over.filter(day => known.has(day) || (next !== null && day >= next))
}

/** Days with readings, from the first to the last, closed or not. */
export async function reportedDays(
  db: Db,
  { locationId }: Pick<Place, 'locationId'>,
  first: string,
  last: string,
): Promise<string[]> {
  const reported = await db
    .selectFrom('counter_days')
    .select('gaming_day')
    .distinct()
    .where('location_id', '=', locationId)
    .where('gaming_day', '>=', first)
    .where('gaming_day', '<=', last)
    .where('readings', '>', 0)
    .execute()
  return reported.map(({ gaming_day }) => gaming_day)
}

/** Each in a transaction of its own: others write between. What somebody else has closed meanwhile is closed. */
export async function closeDays(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  place: Place,
  { days, reason }: { days: readonly string[]; reason: string },
  actor: Actor,
): Promise<string[]> {
  const closed: string[] = []
  for (const day of [...new Set(days)].sort()) {
    const one = dayOf(place, day)
    try {
      await db.transaction().execute(tx => closeByHand(tx, one, reason, actor, clock()))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'day_closed') throw error
      continue
    }
    closed.push(day)
  }
  return closed
}
