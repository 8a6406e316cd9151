/**
 * What a slot's readings have in common from one change to the next stands once (`reading_terms`), and a stored reading
 * carries its number; the view
 * `counter_readings` shows both together. Writers name the stored table: what tells a reading from another (SMIB and
 * run) is found by its terms.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { dayNumber, numberOf } from '../../platform/db/short-ids'
import { hourOf } from './gaming-hours.service'
import type { Place } from './place'

/** By how many days the gaming day of a reading lies before its date by UTC. */
export const dayGap = (at: number, day: string): number => Math.floor(at / DAY_MS) - dayNumber(day)

/** How long after the full hour the hour of a reading begins. */
export const hourCut = ({ hour, at }: Pick<Place, 'hour' | 'at'>): number => hour - hourOf(at)

/** The terms of a slot's readings that a SMIB sent in a run; slot and SMIB by their numbers. */
export const termsOf = (
  slot: RawBuilder<unknown>,
  smib: RawBuilder<unknown>,
  run: RawBuilder<unknown> | number,
): RawBuilder<number> =>
  sql<number>`(select t.nr from reading_terms t where t.slot_nr = ${slot} and t.smib_nr = ${smib} and t.run = ${run})`

/**
 * Readings of a slot get the place, the day, the cut of the hour and the price of another; their SMIB and its run stay.
 * In a transaction that holds the slot.
 */
export async function moveReadings(db: Db, place: Place, where: RawBuilder<boolean>): Promise<void> {
  const [slot, location] = [numberOf(place.slotId), numberOf(place.locationId)]
  const price = sql`cast(${place.denomination} as bigint)`
  const currency = sql`cast(${place.currency} as text)`
  const gap = sql`r.server_time / ${sql.lit(DAY_MS)} - cast(${dayNumber(place.day)} as bigint)`
  const cut = sql`cast(${hourCut(place)} as bigint)`
  /** Of `n`, joined to the terms `t` that a reading `r` has. */
  const isWanted = sql`n.slot_nr = r.slot_nr and n.tenant_nr = t.tenant_nr and n.smib_nr = t.smib_nr and n.run = t.run
    and n.denomination_minor = ${price} and n.currency = ${currency} and n.day_gap = ${gap} and n.hour_cut = ${cut}`
  const isOwn = sql`t.slot_nr = r.slot_nr and t.nr = r.terms`
  const there = sql`r.slot_nr = ${slot} and ${where}`
  // PostgreSQL gives numbers itself, so that several transactions may at once.
  const [nr, next] = isPostgres(db)
    ? [sql``, sql``]
    : [
        sql`nr, `,
        sql`(select coalesce(max(n.nr), -1) from reading_terms n where n.slot_nr = ${slot}) + row_number() over (), `,
      ]
  await sql`insert into reading_terms (${nr}slot_nr, tenant_nr, smib_nr, run, denomination_minor, currency, day_gap, hour_cut)
    select ${next}slot_nr, tenant_nr, smib_nr, run, ${price}, ${currency}, day_gap, ${cut} from (
      select distinct r.slot_nr, t.tenant_nr, t.smib_nr, t.run, ${gap} as day_gap from stored_readings r join reading_terms t on ${isOwn}
      where ${there} and not exists (select 1 from reading_terms n where ${isWanted})) as wanted
    where true on conflict do nothing`.execute(db)
  await sql`update stored_readings as r set location_nr = ${location},
      terms = (select n.nr from reading_terms t join reading_terms n on ${isWanted} where ${isOwn})
    where ${there} and (r.location_nr <> ${location}
      or r.terms <> (select n.nr from reading_terms t join reading_terms n on ${isWanted} where ${isOwn}))`.execute(
    db,
  )
}
