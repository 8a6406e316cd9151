/**
 * Reads what all locations of a reader took: today so far, yesterday, and today's full hours against the usual ones.
 */
import { groupBy } from '../../platform/contract/group-by'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { allows } from '../../platform/contract/permissions'
import type { HourTakings, NetworkTakings } from './overview.contract'
import { hourTakingsOf } from './hour-takings.queries'
import { daysBefore, wonOn, type Place } from './takings.queries'
import type { Reading } from './troubles.queries'

/** The usual hours of more locations than this would be read for seconds: their days are shown without them. */
const MOST_COMPARED = 60
/** The sums change with each reading of each slot, and everybody's start page asks for them. */
const FRESH_MS = 60_000
const MOST_READERS = 200

interface Remembered {
  readAt: number
  takings: NetworkTakings[]
}
/** By database, since a reader who sees a part of it has one of their own, and by tenant. */
const remembered = new WeakMap<Db, LRUCache<string, Remembered>>()

/** Null for who may not see slots' figures, and without any location. Amounts in minor units, one entry a currency. */
export async function networkTakingsOf({ db, scope, actor, now }: Reading): Promise<NetworkTakings[] | null> {
  if (!allows(actor.permissions, { all: ['slot::get', 'location::list'] })) return null
  const cache = remembered.get(db) ?? new LRUCache<string, Remembered>({ max: MOST_READERS })
  remembered.set(db, cache)
  const key = scope.tenantId ?? ''
  const known = cache.get(key)
  if (known && now - known.readAt < FRESH_MS && now >= known.readAt) return known.takings
  const places = await db
    .selectFrom('locations')
    .select(['id', 'time_zone', 'gaming_day_start'])
    .where('archived_at', 'is', null)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .execute()
  const [days, hours] = await Promise.all([
    lastDays(db, places, now),
    places.length <= MOST_COMPARED ? hourTakingsOf(db, places, now) : null,
  ])
  const comparable = [...(hours?.values() ?? [])].flat().filter(isComparable)
  const takings = [...days].sort().map(([currency, { today, yesterday }]) => {
    const own = comparable.filter(one => one.currency === currency)
    return {
      currency,
      today,
      yesterday,
      by_now:
        own.length === 0
          ? null
          : {
              won: sum(own.map(one => sum(one.today))),
              usual: sum(own.map(one => sum(one.usual?.slice(0, one.today.length) ?? []))),
              locations: own.length,
              of: places.length,
            },
    }
  })
  cache.set(key, { readAt: now, takings })
  return takings
}

const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0)

/** A finished hour that nobody reported would pass for one without any win. */
const isComparable = ({ today, usual }: HourTakings) =>
  usual !== null && today.length > 0 && today.every(won => won !== null)

type Days = Map<NetworkTakings['currency'], Pick<NetworkTakings, 'today' | 'yesterday'>>

/** Each location's own gaming day and the one before it: those of the same clock in one part of a statement. */
async function lastDays(db: Db, places: readonly Place[], now: number): Promise<Days> {
  const byDay = groupBy(
    places,
    ({ time_zone, gaming_day_start }) => gamingDayOf(now, time_zone, gaming_day_start),
    ({ id }) => id,
  )
  const todays = new Map([...byDay].flatMap(([day, ids]) => ids.map(id => [id, day] as const)))
  const rows = await wonOn(
    db,
    [...byDay].map(([day, ids]) => ({ days: [day, daysBefore(day, 1)], ids })),
  )
  const days: Days = new Map()
  for (const { id, gaming_day, currency, won } of rows) {
    const own = days.get(currency) ?? { today: 0, yesterday: null }
    if (todays.get(id) === gaming_day) own.today += Number(won)
    else own.yesterday = (own.yesterday ?? 0) + Number(won)
    days.set(currency, own)
  }
  return days
}
