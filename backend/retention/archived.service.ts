/** Which days are in archives: what they cannot be asked for any more, and what is said instead of showing nothing. */
import type { Db } from '../db/database'
import { numberOf } from '../db/short-ids'
import { dayArchived } from '../rawdata/floors.service'
import type { ArchivedDay, ArchivedStream } from './archives.contract'

/** Throws 409 `day_archived` where readings of this day or a later one are in an archive. */
export async function demandReadings(
  db: Db,
  { type, id }: { type: 'slot' | 'location' | 'tenant'; id: string },
  from: string,
): Promise<void> {
  const found =
    type === 'slot'
      ? await db
          .selectFrom('reading_floors as f')
          .innerJoin('counter_readings as r', join =>
            join.onRef('r.server_time', '=', 'f.at').onRef('r.game_nr', '=', 'f.game_nr'),
          )
          .select('r.gaming_day as day')
          .where('f.slot_id', '=', id)
          .where('r.slot_nr', '=', numberOf(id))
          .where('r.gaming_day', '>=', from)
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('raw_archives')
          .select('day')
          .where(`${type}_id`, '=', id)
          .where('day', '>=', from)
          .limit(1)
          .executeTakeFirst()
  if (found) throw dayArchived()
}

/** What of a location's day is in archives; null: nothing. */
export async function archivedOf(
  db: Db,
  { locationId, day }: { locationId: string; day: string },
  stream: ArchivedStream = 'readings',
): Promise<ArchivedDay | null> {
  const { files, rows, at } = await db
    .selectFrom('raw_archives')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.sum<number | null>('rows').as('rows'),
      fn.max('created_at').as('at'),
    ])
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('stream', '=', stream)
    .executeTakeFirstOrThrow()
  return Number(files) === 0 || at === null
    ? null
    : { files: Number(files), rows: Number(rows), at: Number(at) }
}
