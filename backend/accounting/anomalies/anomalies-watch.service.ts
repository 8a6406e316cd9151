/** One backend at a time applies the rules of the tenants' fraud settings. */
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { placesOfTenant, type Place } from '../../telemetry/gaming-days/place.service'
import type { Deps } from '../../platform/deps'
import { announce, type Raised } from '../../workflow/notifications/notifications.service'
import { byChance, tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import { judgeFigures, judgeMarked } from './judging.service'

const LOOK_EVERY_MS = 10_000
/** A turn holds no writer up for long; the next one is a few seconds away. */
const MOST_MARKS = 200
/** Whoever stores an event of a slot waits until the transaction that has taken its mark ends. */
const MARKS_AT_ONCE = 20
const MOST_PLACES = 20
/** Readings of an hour are on their way for a while. */
const LAG_MS = 10 * 60_000
/** How far back a location is looked at that never was. */
const FIRST_BACK_MS = 7 * DAY_MS
const FAILED = 'anomalies could not be looked for'

export const startAnomaliesWatch = (deps: Deps) =>
  startWatch(deps, {
    name: 'anomalies-watch',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 6 * LOOK_EVERY_MS,
    failed: FAILED,
    async look() {
      await lookAtMarks(deps)
      await lookAtFigures(deps)
    },
  })

/** Judges the events of marked slots, those first that wait longest. Returns how many slots were judged. */
export async function lookAtMarks(deps: Deps): Promise<number> {
  const now = deps.clock()
  const tenants = await tenantsWith(
    deps.db,
    sql`select l.tenant_id from anomaly_marks m join locations l on l.id = m.location_id where m.due_at <= ${now}
      group by l.tenant_id order by min(m.due_at)`,
  )
  return tenantByTenant(deps, tenants, {
    most: MOST_MARKS,
    failed: FAILED,
    work: (tenant, most) => lookAtMarksOf(deps, tenant, most, now),
  })
}

async function lookAtMarksOf(deps: Deps, tenant: string, most: number, now: number): Promise<number> {
  const due = await deps.db
    .selectFrom('anomaly_marks')
    .select(['slot_id', 'location_id'])
    .where('due_at', '<=', now)
    .where('location_id', 'in', own =>
      own.selectFrom('locations').select('id').where('tenant_id', '=', tenant),
    )
    .orderBy('due_at')
    .limit(most)
    .execute()
  for (const location of new Set(due.map(({ location_id }) => location_id))) {
    const slots = due.filter(one => one.location_id === location).map(({ slot_id }) => slot_id)
    for (let from = 0; from < slots.length; from += MARKS_AT_ONCE)
      await alone(deps, location, async tx => {
        // The marks go first, so that an event that arrives meanwhile marks its slot again.
        const marks = await tx
          .deleteFrom('anomaly_marks')
          .where('location_id', '=', location)
          .where('slot_id', 'in', slots.slice(from, from + MARKS_AT_ONCE))
          .returning(['slot_id', 'from_at'])
          .execute()
        return judgeMarked(tx, location, marks, now)
      })
  }
  return due.length
}

/**
 * Judges the booked figures of hours that are over, one day of each location at a time. Returns how many were behind.
 */
export async function lookAtFigures(deps: Deps): Promise<number> {
  const now = deps.clock()
  const through = Math.floor((now - LAG_MS) / HOUR_MS) * HOUR_MS
  const tenants = await tenantsWith(
    deps.db,
    sql`select l.tenant_id from locations l left join anomaly_heads h on h.location_id = l.id
      where l.archived_at is null and coalesce(h.through, 0) < ${through}
      group by l.tenant_id order by random()`,
  )
  return tenantByTenant(deps, tenants, {
    most: MOST_PLACES,
    failed: FAILED,
    work: (tenant, most) => lookAtFiguresOf(deps, tenant, through, most, now),
  })
}

async function lookAtFiguresOf(
  deps: Deps,
  tenant: string,
  through: number,
  most: number,
  now: number,
): Promise<number> {
  const [places, heads] = await Promise.all([
    placesOfTenant(deps.db, tenant),
    deps.db
      .selectFrom('anomaly_heads')
      .selectAll()
      .where('location_id', 'in', own =>
        own.selectFrom('locations').select('id').where('tenant_id', '=', tenant),
      )
      .execute(),
  ])
  const known = new Map(heads.map(head => [head.location_id, head.through]))
  const behind = byChance(places.filter(place => (known.get(place.locationId) ?? 0) < through)).slice(0, most)
  for (const place of behind) {
    const from = known.get(place.locationId) ?? through - FIRST_BACK_MS
    const to = Math.min(through, from + DAY_MS)
    await alone(deps, place.locationId, async tx => {
      await moveHead(tx, place, to)
      return judgeFigures(tx, place, { from, to }, now)
    })
  }
  return behind.length
}

/** The head moves before anything is read, so that a day that is stored meanwhile waits and then moves it back. */
async function moveHead(db: Db, { locationId }: Place, through: number): Promise<void> {
  await db
    .insertInto('anomaly_heads')
    .values({ location_id: locationId, through })
    .onConflict(on => on.column('location_id').doUpdateSet({ through }))
    .execute()
}

/** A location that fails does not hold up the others; it is judged again with its next events. */
async function alone(
  deps: Deps,
  locationId: string,
  work: (tx: Db) => Promise<readonly Raised[]>,
): Promise<void> {
  try {
    announce(deps, await deps.db.transaction().execute(work))
  } catch (error) {
    deps.log.warn({ err: error, location_id: locationId }, 'a location could not be looked at for anomalies')
  }
}
