/** Puts events, hours and days of slots before the rules. Each location by its own indexes: no scan of raw data. */
import { HOUR_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { dateAfter, gamingDayBoundsIn, gamingDayIn } from '../../estate/locations/gaming-day.service'
import { hourEnd } from '../../telemetry/readings/gaming-hours.service'
import { countMeters, movementNames } from '../../telemetry/readings/meters.contract'
import type { Moved } from '../../telemetry/readings/measures.contract'
import type { Place } from '../../telemetry/gaming-days/place.service'
import type { Raised } from '../../workflow/notifications/notifications.service'
import { judgeEvents, LOOK_BACK_MS, watchedCodes, type WatchedEvent } from './event-rules'
import { jumped, laundered, paidTooMuch, type Hour } from './figure-rules'
import type { Limits } from './finding'
import { eventsArchivedUntil } from '../archives/archived.service'
import { markAgain } from './marks.service'
import { clearedThrough, storeFindings, storedFindings, type Subject } from './storing.service'

const USUAL_MS = 30 * 24 * HOUR_MS

/** Null while the tenant has its detector switched off. */
async function limitsOf(db: Db, tenantId: string): Promise<Limits | null> {
  const settings = await settingsHeldBy(db, { tenantId: null }, 'fraud', tenantId)
  if (settings.enabled?.value !== true) return null
  return { number: key => Number(settings[key]?.value ?? 0), flag: key => settings[key]?.value === true }
}

async function subjectsOf(db: Db, slots: readonly string[]): Promise<Map<string, Subject>> {
  if (slots.length === 0) return new Map()
  const rows = await db
    .selectFrom('slots as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .select([
      's.id',
      's.serial',
      's.currency',
      's.theoretical_rtp',
      's.tenant_id',
      't.name as tenant',
      's.location_id',
      'l.name as location',
    ])
    .where('s.id', 'in', [...slots])
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        slotId: row.id,
        serial: row.serial,
        currency: row.currency,
        theoretical: row.theoretical_rtp,
        tenantId: row.tenant_id,
        tenantName: row.tenant,
        locationId: row.location_id,
        locationName: row.location,
      },
    ]),
  )
}

interface Marked {
  slot_id: string
  from_at: number
}

/** Judges the events of one location's marked slots. In a transaction that has taken the marks. */
export async function judgeMarked(
  db: Db,
  locationId: string,
  marked: readonly Marked[],
  now: number,
): Promise<Raised[]> {
  // Where a part of the events is in an archive, the rest would look like something that never ended.
  const archived = await eventsArchivedUntil(db, locationId)
  const marks = marked.map(one => ({ ...one, from_at: Math.max(one.from_at, archived + LOOK_BACK_MS) }))
  const subjects = await subjectsOf(
    db,
    marks.map(({ slot_id }) => slot_id),
  )
  const [any] = subjects.values()
  const limits = any && (await limitsOf(db, any.tenantId))
  if (!limits) return []
  const since = Math.min(...marks.map(({ from_at }) => from_at)) - LOOK_BACK_MS
  const events = await db
    .selectFrom('events')
    .select(['slot_id', 'code', 'server_time as at', 'data'])
    .where('location_id', '=', locationId)
    .where('code', 'in', [...watchedCodes])
    .where('server_time', '>=', since)
    .where(
      'slot_id',
      'in',
      marks.map(({ slot_id }) => slot_id),
    )
    .orderBy('server_time')
    .orderBy('server_nano')
    .execute()
  const bySlot = groupBy(
    events,
    ({ slot_id }) => slot_id,
    ({ slot_id: _, ...event }): WatchedEvent => event,
  )
  const raised: Raised[] = []
  for (const { slot_id, from_at } of marks) {
    const subject = subjects.get(slot_id)
    if (!subject) continue
    const stored = await storedFindings(db, slot_id, from_at - LOOK_BACK_MS)
    const own = (bySlot.get(slot_id) ?? []).filter(({ at }) => at >= from_at - LOOK_BACK_MS)
    const { findings, again } = judgeEvents(own, limits, clearedThrough(stored), now)
    raised.push(...(await storeFindings(db, { ...subject, locationId }, { findings, stored, limits }, now)))
    if (again !== null) await markAgain(db, { slotId: slot_id, locationId, from: from_at, due: again })
  }
  return raised
}

/**
 * Hours of one location from `from` up to `to` (epoch milliseconds, full hours), and the gaming days that ended in
 * between. In a transaction.
 */
export async function judgeFigures(
  db: Db,
  place: Place,
  { from, to }: { from: number; to: number },
  now: number,
): Promise<Raised[]> {
  const limits = await limitsOf(db, place.tenantId)
  if (!limits) return []
  const days = daysIn(place, from, to)
  // One hour more: what was put in just before it.
  const hours = await hoursOf(db, place.locationId, from - HOUR_MS, to)
  const sums = days.length === 0 ? [] : await daySums(db, place.locationId, days)
  const usual = await highHours(db, place, from, hours, limits)
  const slots = [...new Set([...hours.map(one => one.slot), ...sums.map(one => one.slot)])]
  const subjects = await subjectsOf(db, slots)
  const bounds = new Map(days.map(day => [day, gamingDayBoundsIn(place.rules, day)]))
  const raised: Raised[] = []
  for (const slot of slots) {
    const subject = subjects.get(slot)
    const own = hours.filter(one => one.slot === slot)
    const findings = [
      ...laundered(own, limits),
      ...sums.flatMap(({ slot: of, day, moved }) => {
        const span = bounds.get(day)
        return of === slot && span
          ? paidTooMuch({ ...span, moved }, subject?.theoretical ?? null, limits)
          : []
      }),
      ...own.flatMap(({ at, moved }) => {
        const before = usual.get(`${slot} ${at}`)
        return before ? jumped({ at, coinIn: moved.coin_in }, before, limits) : []
      }),
    ]
    if (!subject || findings.length === 0) continue
    const stored = await storedFindings(db, slot, Math.min(...findings.map(({ first }) => first)))
    const after = clearedThrough(stored)
    raised.push(
      ...(await storeFindings(
        db,
        { ...subject, locationId: place.locationId },
        { findings: findings.filter(({ rule, last }) => last > after(rule)), stored, limits },
        now,
      )),
    )
  }
  return raised
}

/** Gaming days that ended after `from` and not after `to`. */
function daysIn({ rules }: Place, from: number, to: number): string[] {
  const days: string[] = []
  for (let day = gamingDayIn(rules, from); days.length < 40; day = dateAfter(day, 1)) {
    const bounds = gamingDayBoundsIn(rules, day)
    if (bounds.to > to) break
    if (bounds.to > from && bounds.from < bounds.to) days.push(day)
  }
  return days
}

type Priced = Record<(typeof movementNames)[number], number> & { denomination_minor: number }

/** Credits by the price that held then; counts as they are. */
const priced = (row: Priced): Moved =>
  Object.fromEntries(
    movementNames.map(name => [name, countMeters.has(name) ? row[name] : row[name] * row.denomination_minor]),
  ) as unknown as Moved

/** Two prices in one hour or day are added, as money. */
const plus = (a: Moved, b: Moved): Moved =>
  Object.fromEntries(movementNames.map(name => [name, a[name] + b[name]])) as unknown as Moved

function summed<Row extends Priced>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Moved> {
  const sums = new Map<string, Moved>()
  for (const row of rows) {
    const known = sums.get(keyOf(row))
    sums.set(keyOf(row), known ? plus(known, priced(row)) : priced(row))
  }
  return sums
}

async function hoursOf(
  db: Db,
  locationId: string,
  from: number,
  to: number,
): Promise<(Hour & { slot: string })[]> {
  const rows = await db
    .selectFrom('counter_hours')
    .select(['slot_id', 'hour_start', 'denomination_minor', ...movementNames])
    .where('location_nr', '=', numberOf(locationId))
    .where('hour_start', '>=', from)
    .where('hour_start', '<', to)
    .where('game_nr', '=', 0)
    .orderBy('hour_start')
    .execute()
  return [...summed(rows, row => `${row.slot_id} ${wholeHour(row.hour_start)}`)].map(([key, moved]) => {
    const [slot = '', at] = key.split(' ')
    return { slot, at: Number(at), moved }
  })
}

/** Whatever the gaming day: the parts of an hour in which it changes are judged together. */
const wholeHour = (start: number): number => hourEnd(start) - HOUR_MS

async function daySums(db: Db, locationId: string, days: readonly string[]) {
  const rows = await db
    .selectFrom('counter_days')
    .select(['slot_id', 'gaming_day', 'denomination_minor', ...movementNames])
    .where('location_id', '=', locationId)
    .where('gaming_day', 'in', [...days])
    .where('game_nr', '=', 0)
    .execute()
  return [...summed(rows, row => `${row.slot_id} ${row.gaming_day}`)].map(([key, moved]) => {
    const [slot = '', day = ''] = key.split(' ')
    return { slot, day, moved }
  })
}

/**
 * Hours that may be far above what is usual, each with the coin in of the 30 days before. What is usual is read of
 * those alone that are above so many times the mean hour of their slot's day before: a slot that was played evenly has
 * no other.
 */
async function highHours(
  db: Db,
  place: Place,
  from: number,
  hours: readonly (Hour & { slot: string })[],
  limits: Limits,
): Promise<Map<string, number[]>> {
  const factor = limits.number('meter_jump_factor')
  const before = dateAfter(gamingDayIn(place.rules, from), -1)
  const means = new Map(
    (await daySums(db, place.locationId, [before])).map(({ slot, moved }) => [slot, moved.coin_in / 24]),
  )
  const usual = new Map<string, number[]>()
  for (const { slot, at, moved } of hours) {
    if (at < from || moved.coin_in === 0 || moved.coin_in <= factor * (means.get(slot) ?? 0)) continue
    const rows = await db
      .selectFrom('counter_hours')
      .select(['hour_start', 'coin_in', 'denomination_minor'])
      .where('slot_nr', '=', numberOf(slot))
      .where('hour_start', '>=', at - USUAL_MS)
      .where('hour_start', '<', at)
      .where('game_nr', '=', 0)
      .execute()
    const byHour = new Map<number, number>()
    for (const { hour_start, coin_in, denomination_minor } of rows) {
      const hour = wholeHour(hour_start)
      byHour.set(hour, (byHour.get(hour) ?? 0) + coin_in * denomination_minor)
    }
    usual.set(`${slot} ${at}`, [...byHour.values()])
  }
  return usual
}
