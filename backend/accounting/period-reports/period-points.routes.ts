import { DAY_MS } from '../../platform/contract/durations'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import {
  periodPoints,
  periodSubject,
  type PeriodPoints,
  type PeriodSubject,
} from '../../platform/contract/period-points'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'

/** As many as a list to choose from can be looked through. */
const MOST_RESETS = 30
const MOST_DAYS = 62
/**
 * Resets are looked for as far back as there are days to choose: a slot's events of a year are too many to search for a
 * list.
 */
const BACK_MS = MOST_DAYS * DAY_MS
/** SAS: soft meters reset to zero (domain notes, section 3). */
const METERS_CLEARED = '7A'

export function registerPeriodPoints(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: '/api/rawdata/v1/period-points/:type/:id',
      family: 'rawdata',
      permission: 'slot::get',
      params: z.object({ type: periodSubject, id }),
      response: periodPoints,
      summary: 'Resets and checkpoints of a slot, a SMIB or a location, to choose a period by',
    },
    async ({ db, scope, params, now }) => {
      const place = await placeOf(db, scope, params.type, params.id)
      const resets = [...(await memoryResets(db, params, now)), ...(await sequenceResets(db, params, now))]
        .sort((a, b) => b.at - a.at)
        .slice(0, MOST_RESETS)
      return {
        time_zone: place.time_zone,
        resets,
        ...daysUntil(place, now),
      } satisfies PeriodPoints
    },
  )
}

interface Location {
  time_zone: string
  gaming_day_start: string
}
interface Subject {
  type: PeriodSubject
  id: string
}

/** Throws 404 for what is not there or not in scope. */
async function placeOf(db: Db, { tenantId }: Scope, type: PeriodSubject, id: string): Promise<Location> {
  const locations = db.selectFrom('locations as l').select(['l.time_zone', 'l.gaming_day_start'])
  const one =
    type === 'location'
      ? locations.where('l.id', '=', id)
      : type === 'slot'
        ? locations.innerJoin('slots as s', 's.location_id', 'l.id').where('s.id', '=', id)
        : locations.innerJoin('smibs as b', 'b.location_id', 'l.id').where('b.id', '=', id)
  const location = await (
    tenantId === null ? one : one.where('l.tenant_id', '=', tenantId)
  ).executeTakeFirst()
  if (!location) throw new Problem(404, 'not_found')
  return location
}

/** The slot's own word for it; by location they are too many to mean one slot's period. */
async function memoryResets(db: Db, { type, id }: Subject, now: number): Promise<PeriodPoints['resets']> {
  if (type === 'location') return []
  const rows = await db
    .selectFrom('events')
    .select('server_time')
    .where(type === 'slot' ? 'slot_id' : 'smib_id', '=', id)
    .where('code', '=', METERS_CLEARED)
    .where('server_time', '>=', now - BACK_MS)
    .orderBy('server_time', 'desc')
    .limit(MOST_RESETS)
    .execute()
  return rows.map(row => ({ at: row.server_time, kind: 'memory' }))
}

async function sequenceResets(db: Db, { type, id }: Subject, now: number): Promise<PeriodPoints['resets']> {
  if (type === 'location') return []
  const smibs =
    type === 'smib'
      ? [id]
      : (await db.selectFrom('smib_slots').select('smib_id').where('slot_id', '=', id).execute()).map(
          row => row.smib_id,
        )
  if (smibs.length === 0) return []
  const breaks = db
    .selectFrom('sequence_breaks')
    .select('at')
    .where('smib_id', 'in', smibs)
    .where('kind', '=', 'reset')
    .where('at', '>=', now - BACK_MS)
  // A SMIB that has served several slots: only what it did in this one.
  const rows = await (type === 'slot' ? breaks.where('slot_id', '=', id) : breaks)
    .orderBy('at', 'desc')
    .limit(MOST_RESETS)
    .execute()
  return rows.map(row => ({ at: row.at, kind: 'sequence' }))
}

/** Days are computed once a day for each zone and day start, because every page of a slot's events needs them. */
const daysKnown = new LRUCache<string, Pick<PeriodPoints, 'open' | 'checkpoints'>>({ max: 200 })

/** By the location's own clock: days of 23 and 25 hours are as long as they were. */
function daysUntil({ time_zone, gaming_day_start }: Location, now: number) {
  const running = gamingDayOf(now, time_zone, gaming_day_start)
  const key = `${time_zone} ${gaming_day_start} ${running}`
  const known = daysKnown.get(key)
  if (known) return known
  const dayBefore = (days: number) => {
    const day = new Date(Date.parse(running) - days * DAY_MS).toISOString().slice(0, 10)
    const { from, to } = gamingDayBounds(day, time_zone, gaming_day_start)
    return { day, start: from, end: to }
  }
  const days = {
    open: dayBefore(0),
    checkpoints: Array.from({ length: MOST_DAYS }, (_, index) => dayBefore(index + 1)),
  }
  daysKnown.set(key, days)
  return days
}
