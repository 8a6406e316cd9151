/**
 * Which stored sums of locations a question reads, and which days are left to be added up from those of slots. A month
 * is read where each of its days is in it, so that a day which is added to it meanwhile is never counted twice.
 */
import { sql } from 'kysely'
import { listOf } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import { numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import type { DayRule } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import { daysOf } from '../figures/aggregate.queries'
import { lastOf, type Period } from './question-time'

export interface Place {
  id: string
  tenant_id: string
  /** By which its raw rows are found; null: it has none. */
  nr: number | null
  /** The first day with figures; null: there is none. */
  since: string | null
}

/** In scope, or this one. Of a narrowed reader all: whose rows are read decides what they see. */
export async function placesOf(
  db: Db,
  { tenantId }: Scope,
  location: string | null,
): Promise<{ places: Place[]; rules: Map<string, DayRule[]> }> {
  const all = whole(db)
  const { rows } = await sql<Place>`
    select l.id, l.tenant_id, ${numberOf(sql`l.id`)} as nr,
      (select min(c.gaming_day) from counter_days c where c.location_id = l.id) as since
    from locations l where ${tenantId === null ? sql`1 = 1` : sql`l.tenant_id = ${tenantId}`}
      ${location === null ? sql`` : sql`and l.id = ${location}`}`.execute(all)
  const places = rows.map(row => ({ ...row, nr: row.nr === null ? null : Number(row.nr) }))
  return {
    places,
    rules: await dayRules(
      all,
      places.map(({ id }) => id),
    ),
  }
}

export interface PlaceSpans {
  place: Place
  months: string[]
  days: string[]
  /** Neither in a month nor stored as they are now. */
  apart: string[]
}

/** `byMonth`: whole months will do, where they are stored. */
export async function spansOf(
  db: Db,
  places: readonly Place[],
  { from, to }: Period,
  byMonth: boolean,
): Promise<PlaceSpans[]> {
  if (places.length === 0) return []
  const { rows } = await sql<{ location_id: string; month: string; days: string }>`
    select d.location_id, substr(d.day, 1, 7) as month, ${listOf(db, sql`d.day`)} as days from span_days d
    join locations l on l.id = d.location_id and l.tenant_id = d.tenant_id
    where d.location_id in (${sql.join(places.map(({ id }) => id))}) and d.day >= ${`${from.slice(0, 7)}-01`}
      and d.day <= ${`${to.slice(0, 7)}-31`} and d.summed = 1 and d.changed = 0 group by 1, 2`.execute(db)
  const stored = new Map(
    rows.map(row => [`${row.location_id} ${row.month}`, new Set(row.days.split(','))] as const),
  )
  const byMonths = new Map<string, string[]>()
  for (const day of daysOf(from, to)) {
    const month = day.slice(0, 7)
    byMonths.set(month, [...(byMonths.get(month) ?? []), day])
  }
  return places.map(place => {
    const spans: PlaceSpans = { place, months: [], days: [], apart: [] }
    for (const [month, days] of byMonths) {
      const known = stored.get(`${place.id} ${month}`)
      const length = Number(lastOf(month).slice(8))
      if (byMonth && days.length === length && known?.size === length) spans.months.push(month)
      else
        for (const day of days) {
          if (known?.has(day)) spans.days.push(day)
          else if (place.since !== null && day >= place.since) spans.apart.push(day)
        }
    }
    return spans
  })
}
