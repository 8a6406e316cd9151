/** Which day of which location, and where it begins and ends. */
import { sql } from 'kysely'
import { HOUR_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { dueByTenant } from '../../platform/tasks/each-tenant.service'
import { dateAfter, gamingDayBoundsIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../readings/slot-history.queries'

export interface Place {
  tenantId: string
  locationId: string
  locationName: string
  /** Of a day without any slot. */
  currency: string
  rules: readonly DayRule[]
}
export interface Day extends Place {
  day: string
  from: number
  to: number
}

/** By hand not before this: a message that is on its way would change the day at once. Convention. */
export const HAND_GRACE_MS = 5 * 60_000

/** Of a location that has never closed a day, how far back that begins. Older days can be closed by hand. */
const FIRST_CLOSES_BACK = 7
/** After a longer standstill, days before these are closed by hand, too. */
const MOST_BACKDATED = 40

/** The first day that still closes by itself: `open` is the one under way, `last` the last that closed so. */
export function closesFrom(open: string, last: string | null | undefined): string {
  const since = last ? dateAfter(last, 1) : dateAfter(open, -FIRST_CLOSES_BACK)
  const most = dateAfter(open, -MOST_BACKDATED)
  return since > most ? since : most
}

const placesIn = (db: Db) =>
  db
    .selectFrom('locations as l')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['l.id', 'l.name', 'l.tenant_id', 't.currency'])

async function withRules(db: Db, rows: readonly PlaceRow[]): Promise<Place[]> {
  const rules = await dayRules(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, tenant_id, currency }) => ({
    tenantId: tenant_id,
    locationId: id,
    locationName: name,
    currency,
    rules: rules.get(id) ?? [],
  }))
}
interface PlaceRow {
  id: string
  name: string
  tenant_id: string
  currency: string
}

/** Throws 404 for what is not there or not in scope. */
export async function placeOf(db: Db, { tenantId }: Scope, id: string): Promise<Place> {
  let places = placesIn(db).where('l.id', '=', id)
  if (tenantId !== null) places = places.where('l.tenant_id', '=', tenantId)
  const [place] = await withRules(db, await places.execute())
  if (!place) throw new Problem(404, 'not_found')
  return place
}

/** Of every location in use, by tenant: for whoever looks where days are over. */
export async function allPlaces(db: Db): Promise<Map<string, Place[]>> {
  const rows = await dueByTenant(
    db,
    sql<PlaceRow>`select l.id, l.name, l.tenant_id, t.currency from locations l join tenants t on t.id = l.tenant_id
      where l.archived_at is null order by l.id`,
  )
  return groupBy(await withRules(db, [...rows.values()].flat()), ({ tenantId }) => tenantId)
}

/** Of every location in use of one tenant. */
export const placesOfTenant = async (db: Db, tenantId: string): Promise<Place[]> =>
  withRules(
    db,
    await placesIn(db)
      .where('l.archived_at', 'is', null)
      .where('l.tenant_id', '=', tenantId)
      .orderBy('l.id')
      .execute(),
  )

/** Of those in use and in scope, by name. */
export async function placesByName(
  db: Db,
  { tenantId }: Scope,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ places: Place[]; total: number }> {
  let places = placesIn(db).where('l.archived_at', 'is', null)
  if (tenantId !== null) places = places.where('l.tenant_id', '=', tenantId)
  const { total } = await places
    .clearSelect()
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await places.orderBy('l.name').orderBy('l.id').offset(offset).limit(limit).execute()
  return { places: await withRules(db, rows), total: Number(total) }
}

/** Between a day's end and its closing, for what SMIBs still have to send: a setting of the tenant. */
export async function graceOf(db: Db, tenantId: string): Promise<number> {
  const settings = await settingsHeldBy(db, { tenantId: null }, 'fraud', tenantId)
  return Number(settings.day_grace?.value ?? 0) * HOUR_MS
}

export const zoneOf = ({ rules }: Place, day: string): string =>
  (rules.findLast(rule => rule.from <= day) ?? rules[0])?.timeZone ?? 'UTC'

/** A day to come is none yet: 404. */
export function begunDay(place: Place, day: string, now: number): Day {
  const found = dayOf(place, day)
  if (found.from > now) throw new Problem(404, 'not_found')
  return found
}

/**
 * For whoever stores what a day stands at, in the transaction that does: by the rules that hold now, since they may
 * have changed after the day was chosen.
 * Throws 409 `day_not_over` for a day that runs or is to come.
 */
export async function overDay(db: Db, { locationId, day }: Pick<Day, 'locationId' | 'day'>, now: number) {
  const found = dayOf(await placeOf(db, { tenantId: null }, locationId), day)
  demandOver([found.to], now)
  return found
}

/** By the ends of days. Throws 409 `day_not_over`. */
export function demandOver(ends: readonly number[], now: number): void {
  if (ends.some(to => now < to)) throw new Problem(409, 'day_not_over')
}

/** A date that the calendar skipped is no day: 404. */
export function dayOf(place: Place, day: string): Day {
  const { from, to } = gamingDayBoundsIn(place.rules, day)
  if (from === to) throw new Problem(404, 'not_found')
  return { ...place, day, from, to }
}
