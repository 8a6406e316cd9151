/** Days close by themselves after their end and the location's hours of grace; closed ones that late readings changed are worked out anew. */
import { sql } from 'kysely'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import { gamingDayBounds, gamingDayOf } from '../rawdata/gaming-day.service'
import { holdLease, releaseLease } from '../tasks/lease.service'
import { closeDay, refreshDay } from './closing.service'
import { dayOf, placeColumns, placeFrom, placeOf, type Day } from './place.queries'

const LOOK_EVERY_MS = 5_000
/** After a start readings that were kept meanwhile come first. */
const PATIENCE_MS = 3 * 60_000
const LEASE = 'days-watch'
const DAY_MS = 86_400_000
/** Of a location that has never closed a day, how far back that begins. Older days can be closed by hand. */
const FIRST_CLOSES_BACK = 7
/** A turn holds no writer up for long; the next one is a few seconds away. */
const MOST_REFRESHED = 20
const MOST_CLOSED = 10

export function startDaysWatch(deps: Deps): { stop(): Promise<void> } {
  const owner = newId()
  let looking: Promise<void> = Promise.resolve()
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    if (!(await holdLease(deps.db, LEASE, owner, 6 * LOOK_EVERY_MS, deps.clock()))) return
    await refreshMarked(deps)
    await closeDue(deps)
  }
  const turn = () => {
    looking = looking
      .then(look)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'days could not be closed'))
      .finally(() => {
        busy = false
      })
  }
  let timer: NodeJS.Timeout = setTimeout(() => {
    turn()
    timer = setInterval(turn, LOOK_EVERY_MS)
  }, PATIENCE_MS)
  return {
    async stop() {
      clearTimeout(timer)
      clearInterval(timer)
      await looking
      await releaseLease(deps.db, LEASE, owner).catch(() => {})
    },
  }
}

type Own = Pick<Deps, 'db' | 'clock'>

/** Answers how many days were worked out anew. */
export async function refreshMarked({ db, clock }: Own): Promise<number> {
  const marked = await db
    .selectFrom('days_to_refresh')
    .selectAll()
    .orderBy('location_id')
    .orderBy('day')
    .limit(MOST_REFRESHED)
    .execute()
  for (const { location_id, day } of marked)
    await db.transaction().execute(async writer => {
      // First: readings that come while the day is worked out mark it once more.
      await writer
        .deleteFrom('days_to_refresh')
        .where('location_id', '=', location_id)
        .where('day', '=', day)
        .execute()
      await refreshDay(writer, dayOf(await placeOf(writer, { tenantId: null }, location_id), day), clock())
    })
  return marked.length
}

/** Answers how many days were closed. */
export async function closeDue({ db, clock }: Own): Promise<number> {
  const now = clock()
  const due = await dueDays(db, now)
  for (const place of due)
    await db.transaction().execute(writer => closeDay(writer, place, { by: null, reason: null }, now))
  return due.length
}

/** Oldest first in each location, and only where anything was ever told. */
async function dueDays(db: Db, now: number): Promise<Day[]> {
  const { rows } = await sql<Parameters<typeof placeFrom>[0] & { last: string | null }>`
    select ${placeColumns}, (select max(d.day) from location_days d where d.location_id = l.id) as last
    from locations l where l.archived_at is null and exists (select 1 from counter_hours h where h.location_id = l.id)
    order by l.id`.execute(db)
  const due: Day[] = []
  for (const row of rows) {
    const place = placeFrom(row)
    const over = gamingDayOf(now - place.graceMs, place.timeZone, place.dayStart)
    let day = row.last === null ? before(over, FIRST_CLOSES_BACK) : before(row.last, -1)
    while (day < over && due.length < MOST_CLOSED) {
      const { from, to } = gamingDayBounds(day, place.timeZone, place.dayStart)
      if (from < to && to + place.graceMs <= now) due.push({ ...place, day, from, to })
      day = before(day, -1)
    }
    if (due.length === MOST_CLOSED) break
  }
  return due
}

const before = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
