/** Which day of which location, and where it begins and ends. */
import { sql } from 'kysely'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { gamingDayBounds } from '../rawdata/gaming-day.service'

export interface Place {
  tenantId: string
  locationId: string
  locationName: string
  currency: string
  timeZone: string
  dayStart: string
  graceMs: number
}
export interface Day extends Place {
  day: string
  from: number
  to: number
}

const HOUR_MS = 3_600_000
/** Between a day's end and its closing, for what SMIBs still have to send. Convention; a location may have its own. */
export const USUAL_GRACE_HOURS = 6
/** By hand not before this: a message that is on its way would change the day at once. Convention. */
export const HAND_GRACE_MS = 5 * 60_000

interface Stored {
  id: string
  name: string
  tenant_id: string
  time_zone: string
  gaming_day_start: string
  grace: number | null
  currency: string
}
export const placeColumns = sql`l.id, l.name, l.tenant_id, l.time_zone, l.gaming_day_start, l.closing_grace_hours as grace,
  (select t.currency from tenants t where t.id = l.tenant_id) as currency`

export const placeFrom = (row: Stored): Place => ({
  tenantId: row.tenant_id,
  locationId: row.id,
  locationName: row.name,
  currency: row.currency,
  timeZone: row.time_zone,
  dayStart: row.gaming_day_start,
  graceMs: Number(row.grace ?? USUAL_GRACE_HOURS) * HOUR_MS,
})

/** Throws 404 for what is not there or not in scope. */
export async function placeOf(db: Db, { tenantId }: Scope, id: string): Promise<Place> {
  const scope = tenantId === null ? sql`` : sql`and l.tenant_id = ${tenantId}`
  const { rows } =
    await sql<Stored>`select ${placeColumns} from locations l where l.id = ${id} ${scope}`.execute(db)
  if (!rows[0]) throw new Problem(404, 'not_found')
  return placeFrom(rows[0])
}

/** A date that the calendar skipped is no day: 404. */
export function dayOf(place: Place, day: string): Day {
  const { from, to } = gamingDayBounds(day, place.timeZone, place.dayStart)
  if (from === to) throw new Problem(404, 'not_found')
  return { ...place, day, from, to }
}

/** A slot and the location whose day it is: where it was booked, or where it stands when nothing was. */
export async function slotPlace(db: Db, { tenantId }: Scope, id: string, day: string) {
  const scope = tenantId === null ? sql`` : sql`and s.tenant_id = ${tenantId}`
  const { rows } = await sql<{ serial: string; location_id: string; booked: string | null }>`
    select s.serial, s.location_id, (select min(d.location_id) from counter_days d
      where d.slot_id = s.id and d.gaming_day = ${day} and d.game_nr = 0) as booked
    from slots s where s.id = ${id} ${scope}`.execute(db)
  const [slot] = rows
  if (!slot) throw new Problem(404, 'not_found')
  const place = await placeOf(db, { tenantId }, slot.booked ?? slot.location_id)
  return { slot: { _id: id, name: slot.serial }, day: dayOf(place, day) }
}
