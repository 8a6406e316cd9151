/** Reads what the rows of a list took today, as the start page says it of locations. */
import { groupBy } from '../../platform/contract/group-by'
import type { TakingsToday } from '../../estate/list-figures/takings.service'
import type { Money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { wonOn, type Place, type Sums } from './takings.queries'

const todayOf =
  (
    column: 'location_id' | 'slot_id',
    placesOf: (db: Db, ids: readonly string[]) => Promise<Place[]>,
  ): TakingsToday =>
  async (db, ids, now) => {
    const byDay = groupBy(
      await placesOf(db, ids),
      ({ time_zone, gaming_day_start }) => gamingDayOf(now, time_zone, gaming_day_start),
      ({ id }) => id,
    )
    const sums = await wonOn(
      db,
      [...byDay].map(([day, ids]) => ({ days: [day], ids })),
      column,
    )
    return byId(sums)
  }

function byId(sums: readonly Sums[]): ReadonlyMap<string, Money[]> {
  return groupBy(
    [...sums].sort((a, b) => a.currency.localeCompare(b.currency)),
    ({ id }) => id,
    ({ currency, won }): Money => ({ minor: Number(won), currency }),
  )
}

export const listTakings = {
  locations: todayOf('location_id', (db, ids) =>
    db
      .selectFrom('locations')
      .select(['id', 'time_zone', 'gaming_day_start'])
      .where('id', 'in', [...ids])
      .execute(),
  ),
  // A slot's day is that of the location where it stands.
  slots: todayOf('slot_id', (db, ids) =>
    db
      .selectFrom('slots as s')
      .innerJoin('locations as l', 'l.id', 's.location_id')
      .select(['s.id', 'l.time_zone', 'l.gaming_day_start'])
      .where('s.id', 'in', [...ids])
      .execute(),
  ),
} satisfies Record<string, TakingsToday>
