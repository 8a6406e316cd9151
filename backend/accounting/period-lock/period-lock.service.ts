/**
 * The day up to which an accountant has locked a location's figures: what people decide may move nothing up to it. What
 * SMIBs tell late is booked still.
 */
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Place } from '../../telemetry/gaming-days/place.service'
import type { Actor } from '../../platform/request/actor'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import type { LockInput, PeriodLock } from './period-lock.contract'

type Owner = Pick<Place, 'tenantId' | 'locationId'>

export async function lockOf(
  db: Db,
  { tenantId, locationId }: Owner,
): Promise<{ location: PeriodLock | null; tenant: PeriodLock | null }> {
  const rows = await db
    .selectFrom('period_locks')
    .select(['owner_id', 'through', 'reason', 'set_by', 'set_at'])
    .where('owner_id', 'in', [tenantId, locationId])
    .execute()
  const of = (owner: string): PeriodLock | null => {
    const found = rows.find(row => row.owner_id === owner)
    if (!found) return null
    const { owner_id: _, ...lock } = found
    return lock
  }
  return { location: of(locationId), tenant: of(tenantId) }
}

/** The last gaming day that is locked, by the location's lock or by its tenant's. */
export async function lockedThrough(db: Db, owner: Owner): Promise<string | null> {
  const { location, tenant } = await lockOf(db, owner)
  return [location?.through, tenant?.through].reduce<string | null>(
    (last, one) => (one !== undefined && (last === null || one > last) ? one : last),
    null,
  )
}

export const locked = (day: string, through: string): Problem =>
  new Problem(409, 'period_locked', { details: { day, through } })

/**
 * Throws 409 `period_locked` where this gaming day, the earliest that would move, lies in a locked period. Undefined:
 * no day would move.
 */
export async function demandUnlocked(db: Db, owner: Owner, day: string | undefined): Promise<void> {
  if (day === undefined) return
  const through = await lockedThrough(db, owner)
  if (through !== null && day <= through) throw locked(day, through)
}

/** In a transaction. Null lifts it. Throws 422 for a day that is not over yet. */
export async function setLock(
  db: Db,
  actor: Actor,
  place: Place,
  { of, through, reason }: LockInput,
  now: number,
): Promise<void> {
  // Whom rules narrow to a part of the tenant decides nothing for all of it.
  if (of === 'tenant') demandWhole(actor)
  if (through !== null && through >= gamingDayIn(place.rules, now))
    throw invalidField('through', 'day_not_over')
  const owner = of === 'tenant' ? place.tenantId : place.locationId
  const before = (await lockOf(db, place))[of]
  if (through === null) await db.deleteFrom('period_locks').where('owner_id', '=', owner).execute()
  else {
    const set = { through, reason, set_by: actor.name, set_at: now }
    await db
      .insertInto('period_locks')
      .values({ owner_id: owner, tenant_id: place.tenantId, ...set })
      .onConflict(on => on.column('owner_id').doUpdateSet(set))
      .execute()
  }
  await recordChange(
    db,
    actor,
    {
      entity: of,
      id: owner,
      tenantId: place.tenantId,
      action: 'lock_period',
      before: { through: before?.through ?? null },
      after: { through, reason },
    },
    now,
  )
}
