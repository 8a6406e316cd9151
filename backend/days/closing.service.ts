/** Closing a location's day: what it stands at is stored, with the readings it opened and closed with. */
import { recordChange } from '../audit/audit.service'
import { Problem } from '../contract/problem'
import { insertMany } from '../db/bulk'
import type { Db } from '../db/database'
import type { Actor } from '../http/actor'
import type { SlotDay } from './days.contract'
import type { LocationDaysTable } from './days.table'
import { nothingIn, qualityOf, storedDay, totalsOf } from './location-days.queries'
import { HAND_GRACE_MS, type Day } from './place.queries'
import { slotDays } from './slot-days.queries'

interface Closing {
  by: string | null
  reason: string | null
}

/** By hand: needs a reason, and is told in the audit log. In a transaction. Throws 409 for a day that is not over or is closed already. */
export async function closeByHand(
  db: Db,
  place: Day,
  reason: string,
  actor: Actor,
  now: number,
): Promise<void> {
  if (now < place.to + HAND_GRACE_MS) throw new Problem(409, 'day_not_over')
  if ((await storedDay(db, place)).length > 0) throw new Problem(409, 'day_closed')
  await closeDay(db, place, { by: actor.name, reason }, now)
  await recordChange(
    db,
    actor,
    {
      entity: 'location',
      id: place.locationId,
      tenantId: place.tenantId,
      action: 'close_day',
      before: null,
      after: { day: place.day, reason },
    },
    now,
  )
}

export async function closeDay(db: Db, place: Day, { by, reason }: Closing, now: number): Promise<void> {
  await store(db, place, await slotDays(db, place, now), {
    closed_at: now,
    closed_by: by,
    reason,
    revision: 1,
    refreshed_at: null,
  })
}

/** After late readings: the day says that it changed, and when. One that was opened or sealed meanwhile stays as it is. */
export async function refreshDay(db: Db, place: Day, now: number): Promise<void> {
  const [before] = await storedDay(db, place)
  if (before?.state !== 'closed') return
  // Its own instants: a location whose rule has changed since is still asked for the same hours.
  const day = { ...place, from: before.starts_at, to: before.ends_at }
  await store(db, day, await slotDays(db, day, now), {
    closed_at: before.closed_at,
    closed_by: before.closed_by,
    reason: before.reason,
    revision: before.revision + 1,
    refreshed_at: now,
  })
}

type Told = Pick<LocationDaysTable, 'closed_at' | 'closed_by' | 'reason' | 'revision' | 'refreshed_at'>

async function store(db: Db, place: Day, slots: readonly SlotDay[], told: Told): Promise<void> {
  const { locationId, tenantId, day, from, to } = place
  for (const table of ['location_days', 'slot_day_closings'] as const)
    await db.deleteFrom(table).where('location_id', '=', locationId).where('day', '=', day).execute()
  const totals = totalsOf(slots)
  // A day without any slot is closed, too: in the tenant's currency.
  const sums = totals.length > 0 ? totals : [nothingIn(place.currency)]
  await insertMany(
    db,
    'location_days',
    {
      location_id: 'text',
      day: 'text',
      currency: 'text',
      tenant_id: 'text',
      state: 'text',
      sums: 'text',
      starts_at: 'bigint',
      ends_at: 'bigint',
      slots: 'bigint',
      silent: 'bigint',
      hours_known: 'bigint',
      hours_expected: 'bigint',
      held: 'bigint',
      late: 'bigint',
      carried: 'bigint',
      revision: 'bigint',
      closed_at: 'bigint',
      closed_by: 'text',
      reason: 'text',
      refreshed_at: 'bigint',
    },
    sums.map((one): LocationDaysTable => {
      const quality = qualityOf(slots.filter(({ currency }) => currency === one.currency))
      return {
        location_id: locationId,
        day,
        currency: one.currency,
        tenant_id: tenantId,
        state: 'closed',
        sums: JSON.stringify(one),
        starts_at: from,
        ends_at: to,
        slots: quality.slots,
        silent: quality.silent,
        hours_known: quality.hours.known,
        hours_expected: quality.hours.expected,
        held: quality.held,
        late: quality.late,
        carried: quality.carried,
        ...told,
      }
    }),
  )
  await insertMany(
    db,
    'slot_day_closings',
    {
      location_id: 'text',
      day: 'text',
      slot_id: 'text',
      currency: 'text',
      tenant_id: 'text',
      denomination_minor: 'bigint',
      opening: 'text',
      closing: 'text',
      moved: 'text',
      sums: 'text',
      quality: 'text',
    },
    slots.map(({ slot, currency, denomination_minor, opening, closing, moved, sums: own, quality }) => ({
      location_id: locationId,
      day,
      slot_id: slot._id,
      currency,
      tenant_id: tenantId,
      denomination_minor,
      opening: opening && JSON.stringify(opening),
      closing: closing && JSON.stringify(closing),
      moved: JSON.stringify(moved),
      sums: JSON.stringify(own),
      quality: JSON.stringify(quality),
    })),
  )
}
