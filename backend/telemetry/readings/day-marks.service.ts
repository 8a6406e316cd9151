/**
 * Which closed days have changed since: written in the transaction that changed them, so that none is missed, and
 * worked off later.
 */
import { sql, type CompiledQuery } from 'kysely'
import { isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

export interface MarkedDay {
  locationId: string
  day: string
}

const lockName = (locationId: string) => `days ${locationId}`

/**
 * First in a transaction that closes a day: it waits for those that have looked already whether the day is closed, and
 * those that come wait for it. So each either brings its figures before the day is worked out or marks it. The embedded
 * database has one writer at a time.
 */
export async function keepWritersOut(db: Db, locationId: string): Promise<void> {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(locationId)}, 0))`.execute(db)
}

/**
 * Of one day, open ones too. Written where it stands already, so that whoever takes it off waits for this transaction.
 */
export async function markDay(db: Db, { locationId, day }: MarkedDay): Promise<void> {
  await db
    .insertInto('days_to_refresh')
    .values({ location_id: locationId, day })
    .onConflict(on => on.columns(['location_id', 'day']).doUpdateSet({ day }))
    .execute()
}

/**
 * Of the days for which something is booked, those that are closed and those that are in a span
 * (`span-sums.service.ts`). Days that are open are left alone, but for those from before the location's books, which
 * would close no more. A mark that is there already is written once more: so the refresher, which takes it off before
 * it reads, waits for what this transaction brings.
 */
export function* markClosedDays(db: Db, changed: readonly MarkedDay[]): Iterable<CompiledQuery> {
  const days = new Map(changed.map(({ locationId, day }) => [`${locationId} ${day}`, { locationId, day }]))
  if (days.size === 0) return
  // A statement of its own: what is looked at next must be as it is once a closer is done. Closers hold one location
  // each, so nobody waits in a circle.
  if (isPostgres(db))
    yield sql`select pg_advisory_xact_lock_shared(hashtextextended(name, 0)) from ${rowsAsTable(
      db,
      { name: 'text' },
      [...new Set(changed.map(one => one.locationId))].sort().map(id => ({ name: lockName(id) })),
    )}`.compile(db)
  // Sorted, so that two writers of several days do not wait for each other.
  const rows = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  const asTable = rowsAsTable(
    db,
    { location_id: 'text', day: 'text' },
    rows.map(([, { locationId, day }]) => ({ location_id: locationId, day })),
  )
  yield sql`insert into days_to_refresh (location_id, day)
    select distinct b.location_id, b.day from ${asTable}
    left join location_days d on d.location_id = b.location_id and d.day = b.day
    left join fiscal_heads h on h.location_id = b.location_id
    where d.day is not null or b.day < h.books_from order by 1, 2 on conflict (location_id, day) do update set day = excluded.day`.compile(
    db,
  )
  // Written as marks are, so that two writers do not wait for each other here either.
  yield sql`insert into span_days (tenant_id, location_id, day, summed, changed)
    select s.tenant_id, s.location_id, s.day, s.summed, 1 from ${asTable}
    cross join span_days s where s.location_id = b.location_id and s.day = b.day and s.changed = 0
    order by s.location_id, s.day on conflict (location_id, day, tenant_id) do update set changed = 1`.compile(
    db,
  )
}
