/**
 * Days close by themselves after their end and the tenant's hours of grace; closed ones that late readings changed are
 * worked out anew.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { storeDailyReports } from '../fiscal-reports/daily-reports.service'
import { nextToSeal } from '../period-lock/fiscal-head.service'
import { dateAfter, gamingDayBoundsIn, gamingDayIn } from '../../estate/locations/gaming-day.service'
import { byChance, dueByTenant, tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import { closeDay, refreshDay } from './closing.service'
import { fillDaySums, type Filled } from '../days/day-sums.service'
import { keepWritersOut, markDay, type MarkedDay } from '../../telemetry/readings/day-marks.service'
import { storedSlots } from '../days/location-days.queries'
import { storedDay } from '../days/stored-day.service'
import {
  allPlaces,
  closesFrom,
  dayOf,
  graceOf,
  placeOf,
  type Day,
  type Place,
} from '../../telemetry/gaming-days/place.service'

const LOOK_EVERY_MS = 5_000
/** After a start SMIBs first send the readings that they have stored meanwhile. */
const PATIENCE_MS = 3 * 60_000
/** One run handles only a few days, so that writers do not wait long; the next one starts a few seconds later. */
const MOST_REFRESHED = 20
const MOST_LOOKED_AT = 2_000
const MOST_CLOSED = 10
const MOST_FILLS = 5
const FAILED = 'days could not be closed'

export function startDaysWatch(deps: Deps): { stop(): Promise<void> } {
  // Days that closed before there were reports are looked for until none is left.
  let areAllReported = false
  let filled: Filled | undefined = { location_id: '', day: '' }
  return startWatch(deps, {
    name: 'days-watch',
    everyMs: LOOK_EVERY_MS,
    afterMs: PATIENCE_MS,
    leaseMs: 6 * LOOK_EVERY_MS,
    failed: FAILED,
    async look() {
      await refreshMarked(deps)
      await closeDue(deps)
      areAllReported ||= (await reportClosed(deps)) === 0
      for (let turn = 0; filled && turn < MOST_FILLS; turn++) filled = await fillNext(deps.db, filled)
    },
  })
}

type Own = Pick<Deps, 'db' | 'clock' | 'log'>
const nobody = { by: null, reason: null }
const anywhere = { tenantId: null }

/**
 * A day that cannot be worked out keeps no other waiting. Its mark stands, so that it is tried again, after a start
 * too.
 */
async function alone({ db, log }: Own, which: MarkedDay, work: (tx: Db) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction().execute(work)
  } catch (error) {
    log.warn({ err: error, location_id: which.locationId, day: which.day }, 'a day could not be worked out')
    await markDay(db, which)
  }
}

/**
 * Closed days that changed, and due ones that could not be closed before. The mark of a day that runs, or is within its
 * hours of grace, goes: it closes in its turn. Answers how many were looked at.
 */
export async function refreshMarked(own: Own): Promise<number> {
  const tenants = await tenantsWith(
    own.db,
    sql`select l.tenant_id from days_to_refresh m join locations l on l.id = m.location_id
      group by l.tenant_id order by random()`,
  )
  return tenantByTenant(own, tenants, {
    most: MOST_REFRESHED,
    failed: FAILED,
    work: (tenant, most) => refreshMarkedOf(own, tenant, most),
  })
}

async function refreshMarkedOf(own: Own, tenant: string, most: number): Promise<number> {
  const marked = await nextMarked(own.db, tenant, most)
  for (const { locationId, day } of marked)
    await alone(own, { locationId, day }, async tx => {
      // Before the mark is held: readings on their way hold this and wait for that.
      await keepWritersOut(tx, locationId)
      // First: readings that come while the day is worked out mark it once more.
      await tx
        .deleteFrom('days_to_refresh')
        .where('location_id', '=', locationId)
        .where('day', '=', day)
        .execute()
      const place = dayOf(await placeOf(tx, anywhere, locationId), day)
      const now = own.clock()
      const stored = await storedDay(tx, place)
      // An earlier version closed days that ran: they are worked out anew once they are over.
      if (stored.some(({ ends_at }) => now < ends_at)) await markDay(tx, place)
      else if (stored.length > 0) await refreshWithNext(tx, place, now)
      else if (place.to + (await graceOf(tx, place.tenantId)) <= now) await closeDay(tx, place, nobody, now)
    })
  return marked.length
}

/**
 * Locations by chance, since those that fail each time would keep the others waiting for ever; in each the earlier day
 * first, since what a sealed one has moved stands in the report of a later one.
 */
async function nextMarked(db: Db, tenant: string, most: number): Promise<MarkedDay[]> {
  const some = await db
    .selectFrom('days_to_refresh')
    .select(['location_id as locationId', 'day'])
    .where('location_id', 'in', own =>
      own.selectFrom('locations').select('id').where('tenant_id', '=', tenant),
    )
    .orderBy(sql`random()`)
    .limit(MOST_LOOKED_AT)
    .execute()
  const places = new Map([...new Set(some.map(one => one.locationId))].map((id, at) => [id, at]))
  const placeOfOne = ({ locationId }: MarkedDay) => places.get(locationId) ?? 0
  return some.sort((a, b) => placeOfOne(a) - placeOfOne(b) || (a.day < b.day ? -1 : 1)).slice(0, most)
}

/** Refreshes a sealed day and the open report that has its movement in one transaction, so that both always agree. */
async function refreshWithNext(tx: Db, place: Day, now: number): Promise<void> {
  const [first] = await storedDay(tx, place)
  if (!(await refreshDay(tx, place, now)) || first?.state !== 'sealed') return
  const next = await nextToSeal(tx, place)
  if (next === null || (await storedDay(tx, { ...place, day: next })).length === 0) return
  await refreshDay(tx, dayOf(place, next), now)
  await tx
    .deleteFrom('days_to_refresh')
    .where('location_id', '=', place.locationId)
    .where('day', '=', next)
    .execute()
}

/** Answers how many days were due. */
export async function closeDue(own: Own): Promise<number> {
  const now = own.clock()
  const places = await placesToClose(own.db, now)
  return tenantByTenant(own, byChance([...places.keys()]), {
    most: MOST_CLOSED,
    failed: FAILED,
    async work(tenant, most) {
      const due = await dueDays(own.db, tenant, byChance(places.get(tenant) ?? []), { most, now })
      for (const place of due) await alone(own, place, tx => closeDay(tx, place, nobody, now))
      return due.length
    },
  })
}

/**
 * Reports of days that were closed before there were any, from what was stored of them. Answers how many tenants had
 * such days.
 */
export async function reportClosed(own: Own): Promise<number> {
  const lacks = sql`d.ends_at <= ${own.clock()}
    and not exists (select 1 from daily_reports r where r.location_id = d.location_id and r.day = d.day)`
  const tenants = await tenantsWith(
    own.db,
    sql`select d.tenant_id from location_days d where ${lacks} group by d.tenant_id order by min(d.day)`,
  )
  await tenantByTenant(own, tenants, {
    most: MOST_REFRESHED,
    failed: FAILED,
    work: (tenant, most) => reportClosedOf(own, tenant, lacks, most),
  })
  return tenants.length
}

async function reportClosedOf(
  { db, clock }: Own,
  tenant: string,
  lacks: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ location_id: string; day: string }>`
    select distinct d.location_id, d.day from location_days d where d.tenant_id = ${tenant} and ${lacks}
    order by d.day limit ${most}`.execute(db)
  for (const { location_id, day } of rows)
    await db.transaction().execute(async tx => {
      const place = { ...(await placeOf(tx, anywhere, location_id)), day }
      const stored = await storedDay(tx, place)
      await storeDailyReports(tx, place, await storedSlots(tx, place), stored, clock())
    })
  return rows.length
}

const fillNext = (db: Db, after: Filled): Promise<Filled | undefined> =>
  db.transaction().execute(tx => fillDaySums(tx, after))

/** A location where days may be due, from the first of them to the one that is open. */
interface ToClose {
  place: Place
  from: string
  open: string
}

/** Of each tenant, the locations that have ever had a reading and a day before the open one that nothing closed. */
async function placesToClose(db: Db, now: number): Promise<Map<string, ToClose[]>> {
  const [places, dayLimits] = await Promise.all([allPlaces(db), dayLimitsByLocation(db)])
  const found = [...places].map(([tenant, all]): [string, ToClose[]] => [
    tenant,
    all.flatMap(place => {
      const { first, last } = dayLimits.get(place.locationId) ?? {}
      if (!first) return []
      const open = gamingDayIn(place.rules, now)
      const from = [first, closesFrom(open, last)].sort().at(-1) ?? open
      return from < open ? [{ place, from, open }] : []
    }),
  ])
  return new Map(found.filter(([, all]) => all.length > 0))
}

/** Oldest first in each location. */
async function dueDays(
  db: Db,
  tenant: string,
  places: readonly ToClose[],
  { most, now }: { most: number; now: number },
): Promise<Day[]> {
  const grace = await graceOf(db, tenant)
  const due: Day[] = []
  for (const { place, from, open } of places) {
    const taken = await takenFrom(db, place, from)
    for (let day = from; day < open && due.length < most; day = dateAfter(day, 1)) {
      const bounds = gamingDayBoundsIn(place.rules, day)
      if (!taken.has(day) && bounds.from < bounds.to && bounds.to + grace <= now)
        due.push({ ...place, day, ...bounds })
    }
    if (due.length === most) break
  }
  return due
}

/**
 * By location, its first day with a reading and the last day that closed by itself; each is one look-up in an index.
 */
async function dayLimitsByLocation(db: Db) {
  const rows = await dueByTenant(
    db,
    sql<{
      tenant_id: string
      id: string
      first: string | null
      last: string | null
    }>`select l.tenant_id, l.id,
      (select min(d.gaming_day) from counter_days d where d.location_id = l.id) as first,
      (select c.day from location_days c where c.location_id = l.id and c.closed_by is null
        order by c.day desc limit 1) as last
      from locations l where l.archived_at is null`,
  )
  return new Map([...rows.values()].flat().map(({ id, first, last }) => [id, { first, last }]))
}

/** Days closed by hand before their turn came, and those that the refresher tries again. */
async function takenFrom(
  db: Db,
  { tenantId, locationId }: Pick<Day, 'tenantId' | 'locationId'>,
  from: string,
): Promise<ReadonlySet<string>> {
  const [stored, marked] = await Promise.all([
    db
      .selectFrom('location_days')
      .select('day')
      .where('tenant_id', '=', tenantId)
      .where('location_id', '=', locationId)
      .where('day', '>=', from)
      .execute(),
    db
      .selectFrom('days_to_refresh')
      .select('day')
      .where('location_id', '=', locationId)
      .where('day', '>=', from)
      .execute(),
  ])
  return new Set([...stored, ...marked].map(({ day }) => day))
}
