/** Which day it is for a report over several locations, and in which time zone its days are. */
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { wholeTable } from '../../platform/db/narrowed'
import type { Scope } from '../../platform/request/actor'
import { placeOf } from './days-report.queries'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'

import { daysOf } from '../figures/aggregate.queries'

export { daysOf }

/**
 * The furthest open day of those in scope, the first of them that still runs somewhere, and the zone that they share;
 * the system's own people read in UTC where there are several.
 */
export async function clockOf(db: Db, scope: Scope, location: string | null, now: number) {
  if (location !== null) {
    const place = await placeOf(db, scope, { entity: 'location', id: location })
    const open = gamingDayOf(now, place.time_zone, place.gaming_day_start)
    return { zone: place.time_zone, open, running: open }
  }
  const rhythms = await db
    .selectFrom('locations')
    .select(['time_zone', 'gaming_day_start'])
    .distinct()
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .execute()
  const zones = [...new Set(rhythms.map(one => one.time_zone))]
  const days = rhythms.map(one => gamingDayOf(now, one.time_zone, one.gaming_day_start)).sort()
  const none = new Date(now).toISOString().slice(0, 10)
  return {
    zone: (zones.length === 1 && zones[0]) || 'UTC',
    open: days.at(-1) ?? none,
    running: days[0] ?? none,
  }
}

/**
 * Throws 413: a whole network over months would keep the database from everybody else. Answers slots times days, at
 * most `most`.
 */
export async function demandRoom(
  db: Db,
  { tenantId }: Scope,
  { from, to, location }: { from: string; to: string; location: string | null },
  most: number,
): Promise<number> {
  const { slots } = await db
    .selectFrom('slots')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .$if(location !== null, query => query.where('location_id', '=', location ?? ''))
    .executeTakeFirstOrThrow()
  const slotDays = Number(slots) * daysOf(from, to).length
  if (slotDays > most) throw new Problem(413, 'report_too_wide', { details: { limit: most } })
  return slotDays
}

/**
 * Of the period, the days with anything in the sums of slots, or of these: a condition on `t`. Each is one look-up, not
 * a walk through its rows.
 */
export async function reportedDays(
  db: Db,
  { tenantId }: Scope,
  {
    from,
    to,
    location,
    slots = null,
  }: { from: string; to: string; location: string | null; slots?: RawBuilder<boolean> | null },
): Promise<ReadonlySet<string>> {
  const days = daysOf(from, to).map(day => ({ day }))
  const { rows } = await sql<{ day: string }>`select b.day from ${rowsAsTable(db, { day: 'text' }, days)}
    where exists (select 1 from counter_days c
      ${slots ? sql`join ${wholeTable(db, 'slots')} t on t.id = c.slot_id` : sql``} where c.gaming_day = b.day
      ${tenantId === null ? sql`` : sql`and c.tenant_id = ${tenantId}`}
      ${location === null ? sql`` : sql`and c.location_id = ${location}`} ${slots ? sql`and ${slots}` : sql``})`.execute(
    db,
  )
  return new Set(rows.map(({ day }) => day))
}
